/** A test compares these tables with `migrations/`. The database checks locales and statuses too. */
export * from './account-tables.ts';
export * from './blog-tables.ts';
export * from './run-tables.ts';
