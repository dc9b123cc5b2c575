/** The indexable static routes. Keep in sync with routes.ts. */
export const publicPages = ['/', '/about', '/contact', '/tools', '/blog'] as const;
export type PublicPage = (typeof publicPages)[number];
