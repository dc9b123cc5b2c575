/** A test compares these tables with `migrations/`. The database checks locales and statuses too. */
export * from './schema/accounts.ts';

export * from './schema/blog.ts';

export * from './schema/translation.ts';
