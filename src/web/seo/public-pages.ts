/** Every page that search engines may find, in every language. A new public page is entered here and in routes.ts. */
export const publicPages = ['/', '/about', '/contact', '/tools', '/blog'] as const;
export type PublicPage = (typeof publicPages)[number];
