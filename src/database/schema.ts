export * from './schema/accounts.ts';
export * from './schema/authors.ts';
export * from './schema/blog.ts';
export * from './schema/figures.ts';
export * from './schema/inbox.ts';
export * from './schema/settings.ts';
export * from './schema/translation.ts';
