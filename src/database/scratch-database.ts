import { join } from 'node:path';
import type { Database } from './database.ts';
import { copyEmptyDatabase } from './embedded/empty-database.ts';
import { createEmbeddedDatabase } from './embedded/open-embedded.ts';
import { startPglite } from './embedded/start-pglite.ts';

/** Empty, in a folder that its process deletes: without a lock, snapshots and flushes, which would slow others down. */
export async function openScratchDatabase(folder: string, emptyDatabase?: string): Promise<Database> {
  const dataDir = join(folder, 'postgres');
  await copyEmptyDatabase(dataDir, emptyDatabase);
  const { NodeFS } = await import('@electric-sql/pglite/nodefs');
  return createEmbeddedDatabase(await startPglite({ fs: new NodeFS(dataDir) }));
}
