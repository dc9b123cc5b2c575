/** Everything needed once there is a link, bundled as one lazy chunk. */

export { OtherLinks } from './batch/other-links.tsx';
export { DropZone } from './drop-zone.tsx';
export { extractMedia } from './extraction/extract-media.ts';
export { listPostLinks } from './extraction/list-post-links.ts';

export { Results } from './results/results.tsx';
export { WordsOnly } from './words/words-only.tsx';

export const importSettingsDialog = () => import('./settings/settings-dialog.tsx');
/** A chunk of its own, since most users paste a single link. */
export const importBatchResults = () => import('./batch/batch-results.tsx');
