/** Part of `npm run build`: an empty database and the covers of the seed articles, so that a first start is fast. */
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { encodeSvg } from '#blog/images/encode-image.ts';
import { createEmbeddedDatabase } from '#database/embedded/open-embedded.ts';
import { startPglite } from '#database/embedded/start-pglite.ts';
import { readSeedData, writeEncodedCover } from '#database/seed.ts';
import { runWithoutChance } from './without-chance.ts';

async function createEmptyDatabase(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const database = await createEmbeddedDatabase(await startPglite({ dataDir: folder }));
  await database.close();
  // PostgreSQL keeps others out of its files, but the server may run as another user than the build.
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
}

async function encodeCovers(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { articles } = await readSeedData('demo', 0);
  for (const { key, cover } of articles) await writeEncodedCover(folder, key, await encodeSvg(cover));
}

await runWithoutChance(() => createEmptyDatabase('build/server/empty-database'));
await encodeCovers('build/server/seed/encoded-covers');
