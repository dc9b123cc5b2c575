export * from './schema/accounts.ts';

export * from './schema/blog.ts';

export * from './schema/translation.ts';
