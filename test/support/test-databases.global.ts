import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createEmbeddedDatabase } from '#database/embedded/open-embedded.ts';
import { startPglite } from '#database/embedded/start-pglite.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the archive by `createTemplate`. */
    embeddedTemplate: string;
    /** Path of the folder by `createTemplate`. */
    emptyDatabase: string;
    /** A PostgreSQL server on which tests may create databases; null if there is none. */
    postgresUrl: string | null;
  }
}

/**
 * A folder and an archive of it: all tables, no rows. The database is closed, so that it starts without recovery, which
 * flushes each of its files.
 */
export async function createTemplate(dataDir: string): Promise<Buffer> {
  const engine = await startPglite({ dataDir });
  await createEmbeddedDatabase(engine);
  await engine.close();
  const closed = await startPglite({ dataDir, noInitDb: true });
  const archive = await closed.fs?.dumpTar('postgres', 'none');
  if (!archive) throw new Error('PGlite has no files');
  return Buffer.from(await archive.arrayBuffer());
}

/** Once for all layers of a run. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.getProvidedContext().emptyDatabase) return undefined;
  const { vitest } = project;
  const folder = mkdtempDisposableSync(join(tmpdir(), 'unspool-template-'));
  const template = join(folder.path, 'embedded.tar');
  const emptyDatabase = join(folder.path, 'postgres');
  writeFileSync(template, await createTemplate(emptyDatabase));
  vitest.provide('embeddedTemplate', template);
  vitest.provide('emptyDatabase', emptyDatabase);

  const configuredUrl = process.env.TEST_DATABASE_URL;
  const server = configuredUrl ? null : await startPostgres();
  const url = configuredUrl ?? server?.url ?? null;
  if (!url && process.env.REQUIRE_POSTGRES)
    throw new Error('REQUIRE_POSTGRES is set, but PostgreSQL is not installed');
  if (!url) {
    process.stdout.write(
      'PostgreSQL is not installed: tests marked "(server)" are skipped, and data tests use only the embedded database.\n',
    );
  }
  vitest.provide('postgresUrl', url);
  return async () => {
    await server?.[Symbol.asyncDispose]();
    folder.remove();
  };
}
