/** What a visitor with a link needs, in one file: it is loaded as a whole. */
export { extractMedia } from './extract-media.ts';
export { Results } from './results.tsx';

export const loadSettings = () => import('./settings/settings-dialog.tsx');
