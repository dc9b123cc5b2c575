import { loadRows } from '../../rows.ts';

export const load = async () => ({ rows: await loadRows() });
