import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { createServerDatabase } from '#test/support/databases.ts';
import { openDatabase, type Queries } from './connect.ts';
import { dumpRows } from './dump-rows.ts';
import { migrations, migrationsFolder } from './migrations-folder.ts';
import { embeddedDatabase, startEngine } from './open-embedded.ts';

const versions = migrations();
const id = (number: number) => `0199c7f0-7a11-4a2b-9c3d-00000000000${number}`;

/** Rows as each version could have them, in its own columns; made when its migration is the newest. */
const rowsOfVersion: Record<string, string> = {
  '0000_blog': `
    insert into category (id, slug, color, names) values ('${id(1)}', 'guides', '#c2410c', '{"en":"Guides"}');
    insert into article (id, category_id, source_locale) values ('${id(2)}', '${id(1)}', 'en');
    insert into post (id, article_id, locale, slug, status, title, content, published_at)
      values ('${id(3)}', '${id(2)}', 'en', 'one', 'published', 'One', '<p>x</p>', '2026-01-02T03:04:05.678Z');
    insert into slug_history (locale, slug, post_id) values ('en', 'former', '${id(3)}');
    insert into view_day (post_id, day, views) values ('${id(3)}', '2026-01-02', 7);`,
  '0001_accounts': `
    insert into account_user (id, name, email, role) values ('a', 'Ada', 'ada@example.org', 'owner');`,
  '0002_assistant': "insert into model_day (day, tokens) values ('2026-01-02', 5);",
  '0003_desk': `
    insert into working_copy (post_id, fields) values ('${id(3)}', '{"title":"Typed"}');
    insert into revision (post_id, version, kind, fields) values ('${id(3)}', 1, 'saved', '{"title":"One"}');`,
};

/** A folder with the migrations up to one of them, as an earlier version of the product had it. */
function folderUpTo(last: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-earlier-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'meta'));
  const entries = versions.slice(0, last + 1).map((entry) => ({ ...entry, version: '7', breakpoints: true }));
  for (const { tag } of entries) cpSync(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
  const journal = { version: '7', dialect: 'postgresql', entries };
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify(journal));
  return folder;
}

let started: Promise<PGlite> | null = null;
afterAll(async () => (await started)?.close());

/** One for all: a first start takes seconds. */
async function emptyEngine(): Promise<PGlite> {
  started ??= startEngine({});
  const engine = await started;
  await engine.exec(
    'drop schema public cascade; drop schema if exists drizzle cascade; create schema public',
  );
  return engine;
}

const statementsUpTo = (last: number) =>
  versions
    .slice(0, last + 1)
    .map(({ tag }) => rowsOfVersion[tag] ?? '')
    .join('\n');

async function contentOf(query: Queries): Promise<string[]> {
  const rows: string[] = [];
  for await (const { table, row } of dumpRows(query)) {
    const named = {
      title: row.title,
      slug: row.slug,
      fields: row.fields,
      tokens: row.tokens,
      views: row.views,
    };
    rows.push(`${table} ${JSON.stringify(named)}`);
  }
  return rows;
}

const expected = (last: number) => [
  ...['category {"slug":"guides"}', 'article {}', 'post {"title":"One","slug":"one"}'],
  ...['slug_history {"slug":"former"}', 'view_day {"views":7}', 'installation {}'],
  ...(last >= 1 ? ['account_user {}'] : []),
  ...(last >= 2 ? ['model_day {"tokens":5}'] : []),
  ...(last >= 3 ? ['working_copy {"fields":{"title":"Typed"}}', 'revision {"fields":{"title":"One"}}'] : []),
];

describe.each(versions.map(({ tag }, index) => ({ tag, index })))(
  'a database of version $tag',
  ({ index }) => {
    test('is brought up to date with its rows, a second time too (embedded)', async () => {
      const engine = await emptyEngine();
      await migrateEmbedded(drizzleEmbedded({ client: engine }), { migrationsFolder: folderUpTo(index) });
      await engine.exec(statementsUpTo(index));
      const database = await embeddedDatabase(engine);
      expect((await contentOf(database.query)).toSorted()).toEqual(expected(index).toSorted());
      await embeddedDatabase(engine);
      expect((await contentOf(database.query)).toSorted()).toEqual(expected(index).toSorted());
    }, 60_000);

    test.skipIf(inject('postgresUrl') === null)(
      'is brought up to date by four nodes at once, and every step is taken once (server)',
      async () => {
        const { url, drop } = await createServerDatabase(inject('postgresUrl') ?? '');
        const client = new pg.Client(url);
        await client.connect();
        await migrate(drizzle({ client }), { migrationsFolder: folderUpTo(index) });
        await client.query(statementsUpTo(index));
        await client.end();
        const watch = { now: Date.now, onTrouble: () => undefined };
        const nodes = await Promise.all(
          Array.from({ length: 4 }, async () => {
            const opened = await openDatabase({ kind: 'server', url }, watch);
            if (!opened.ok) throw new Error(opened.error.mend);
            return opened.value;
          }),
        );
        const [first] = nodes;
        if (!first) throw new Error('there is no node');
        expect((await contentOf(first.query)).toSorted()).toEqual(expected(index).toSorted());
        const steps = await first.query
          .select({ at: sql<string>`created_at` })
          .from(sql`drizzle.__drizzle_migrations`);
        expect(steps).toHaveLength(versions.length);
        await Promise.all(nodes.map((node) => node.close()));
        await drop();
      },
      60_000,
    );
  },
);
