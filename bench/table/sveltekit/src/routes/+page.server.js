import { loadRows } from '../rows.ts';

export const csr = false;
export const load = async () => ({ rows: await loadRows() });
