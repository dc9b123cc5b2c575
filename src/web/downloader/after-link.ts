/** Everything needed once there is a link, bundled as one lazy chunk. */
export { DropZone } from './drop-zone.tsx';
export { extractMedia } from './extract-media.ts';
export { listPostLinks } from './list-links.ts';
export { OtherLinks } from './other-links.tsx';
export { Results } from './results.tsx';

export const importSettingsDialog = () => import('./settings/settings-dialog.tsx');
/** A chunk of its own, since most users paste a single link. */
export const importBatchResults = () => import('./several-posts.tsx');
