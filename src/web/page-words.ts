/** Which words the browser gets with a page: `scripts/page-words.ts` says which those are. */
export type PageWords = 'start' | 'contact' | 'blog' | 'admin';
