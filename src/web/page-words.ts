/**
 * Which words the browser gets with a page: `scripts/page-words.ts` says which those are.
 * `later` is what the start page needs only once there is a link: `load-words.ts` fetches it then.
 */
export type PageWords = 'start' | 'later' | 'contact' | 'blog' | 'admin';
