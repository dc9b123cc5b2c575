import { join } from 'node:path';

/** The build puts a copy of the folder beside the server's file. */
export const migrationsFolder = join(import.meta.dirname, 'migrations');
