import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { embeddedDatabase, startEngine } from '#database/open-embedded.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** An embedded database with all tables and no rows, as `dumpDataDir` gives it. */
    embeddedTemplate: string;
    /** A PostgreSQL where tests may make databases; null where this machine has none. */
    postgresUrl: string | null;
  }
}

/** Once for all tests: the template of the embedded database, and a PostgreSQL where one can be had. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-template-'));
  const template = join(folder, 'embedded.tar');
  const engine = await startEngine({});
  await embeddedDatabase(engine);
  writeFileSync(template, Buffer.from(await (await engine.dumpDataDir('none')).arrayBuffer()));
  await engine.close();
  project.provide('embeddedTemplate', template);

  const given = process.env.TEST_DATABASE_URL;
  const server = given ? null : await startPostgres();
  const url = given ?? server?.url ?? null;
  if (!url && process.env.REQUIRE_POSTGRES)
    throw new Error('REQUIRE_POSTGRES is set, and there is no PostgreSQL here');
  if (!url) {
    process.stdout.write(
      'No PostgreSQL here: what is marked "(server)" is skipped, and the data tests run on the embedded database only.\n',
    );
  }
  project.provide('postgresUrl', url);
  return async () => {
    await server?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  };
}
