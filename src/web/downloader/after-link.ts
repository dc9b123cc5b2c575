/** What a visitor with a link needs, in one file: it is loaded as a whole. */
export { DropZone } from './drop-zone.tsx';
export { extractMedia } from './extract-media.ts';
export { listLinks } from './list-links.ts';
export { OtherLinks } from './other-links.tsx';
export { Results } from './results.tsx';

export const loadSettings = () => import('./settings/settings-dialog.tsx');
/** Several links are rarer than one. */
export const loadSeveralPosts = () => import('./several-posts.tsx');
