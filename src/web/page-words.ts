/** `later` has the start page's messages that are needed only once a link is entered. */
export type MessageBundle = 'start' | 'later' | 'contact' | 'blog' | 'admin';
