/**
 * The same tables on the embedded database and on PostgreSQL. `migrations/` makes them; a test compares the two.
 * Locales and statuses are checked by the database too, so that no import can bring others in.
 */
export * from './account-tables.ts';
export * from './blog-tables.ts';
export * from './run-tables.ts';
