import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { createServerDatabase } from '#test/support/postgres-server.ts';
import { isStress } from '#test/support/stress.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { openDatabase } from './database.ts';
import { createEmbeddedDatabase } from './embedded/open-embedded.ts';
import { startPglite } from './embedded/start-pglite.ts';
import { migrationsFolder, readMigrations } from './migrations.ts';

const versions = readMigrations();
const id = (number: number) => `0199c7f0-7a11-4a2b-9c3d-00000000000${number}`;

const at = '2026-01-02T03:04:05.678Z';

/** Rows for each version, with a value in each of its columns. */
const rowsOfVersion: Record<string, string> = {
  '0000_blog': `
    insert into category (id, slug, color, names, descriptions)
      values ('${id(1)}', 'guides', '#c2410c', '{"en":"Guides"}', '{"en":"How"}');
    insert into tag (id, slug, names) values ('${id(1)}', 'video', '{"en":"Video","th":"วิดีโอ"}');
    insert into media_file (id, digest, width, height, bytes) values ('${id(1)}', 'ab', 1200, 630, 99);
    insert into article (id, category_id, cover_file_id, author_id, source_locale)
      values ('${id(2)}', '${id(1)}', '${id(1)}', 'a', 'en');
    insert into article_tag (article_id, tag_id) values ('${id(2)}', '${id(1)}');
    insert into post (id, article_id, locale, slug, status, title, excerpt, content, cover_alt, seo_title,
        seo_description, seo_keywords, published_at, read_time_minutes, view_count, version, search_text, search)
      values ('${id(3)}', '${id(2)}', 'en', 'one', 'published', 'One', 'e', '<p>x</p>', 'alt', 's', 'd', '{a,"b c"}',
        '${at}', 2, 7, 3, 'one', '''enone'':1A');
    insert into post (id, article_id, locale, slug, title, origin, source_version)
      values ('${id(4)}', '${id(2)}', 'de', 'eins', 'Eins', 'machine', 3);
    insert into slug_history (locale, slug, post_id) values ('en', 'former', '${id(3)}');
    insert into view_day (post_id, day, views) values ('${id(3)}', '2026-01-02', 7);
    update installation set seeded_at = '${at}';`,
  '0001_accounts': `
    insert into account_user (id, name, email, role, locale) values ('a', 'Ada', 'ada@example.org', 'owner', 'th');
    insert into account_credential (id, user_id, account_id, provider_id, password)
      values ('c', 'a', 'a', 'credential', 'hash');
    insert into account_session (id, user_id, token, expires_at, user_agent)
      values ('s', 'a', 'digest', '${at}', 'Firefox');
    insert into account_link (id, kind, digest, email, role, user_id, expires_at)
      values ('l', 'reset', 'digest', 'ada@example.org', 'owner', 'a', '${at}');
    insert into account_attempt (key, times) values ('k', '[1,2]');`,
  '0002_assistant': `
    insert into model_day (day, tokens) values ('2026-01-02', 5);
    insert into model_call (id, day, kind, model, tokens_in, tokens_out, milliseconds, outcome)
      values ('${id(5)}', '2026-01-02', 'seo', 'm', 3, 2, 40, 'ok');`,
  '0003_desk': `
    update post set scheduled_at = '${at}' where id = '${id(4)}';
    insert into working_copy (post_id, fields, author_id) values ('${id(3)}', '{"title":"Typed"}', 'a');
    insert into revision (id, post_id, version, kind, fields, author_id, author_name)
      values ('${id(6)}', '${id(3)}', 1, 'saved', '{"title":"One"}', 'a', 'Ada');`,
  '0004_runs': `
    update post set text_digest = 'ab', source_digest = 'cd', source_locale = 'en', origin = 'untranslated'
      where id = '${id(4)}';
    insert into translation_run (id, article_id, post_id, source_locale, source_version, source_digest, source, choice,
        status, idempotency_key, tokens_estimated, tokens_spent, tokens_max, author_id, author_name, ended_at)
      values ('${id(7)}', '${id(2)}', '${id(3)}', 'en', 3, 'ab', '{"title":"One"}', 'all', 'done_with_errors', 'key', 9,
        8, 10, 'a', 'Ada', '${at}');
    insert into translation_task (run_id, locale, status, lease, lease_until, heartbeat_at, attempts, code, blocks,
        blocks_done, blocks_accepted, post_id, post_version, ended_at)
      values ('${id(7)}', 'de', 'fallback', '${id(8)}', '${at}', '${at}', 2, 'model.silent', 4, 3, 2, '${id(4)}', 1,
        '${at}');
    insert into translation_block (hash, from_locale, locale, recipe, text, origin)
      values ('h', 'en', 'de', 'r', 'Eins', 'human');
    insert into translation_written (post_id, version, fields, blocks)
      values ('${id(4)}', 1, '{"title":"Eins"}', '[{"id":"title","hash":"h","text":"Eins"}]');
    insert into glossary (locale, terms, style) values ('de', '[{"source":"a","target":"b"}]', 'kurz');
    update model_call set run_id = '${id(7)}', locale = 'de';`,
  '0005_offers': `
    update translation_written set review = '[{"hash":"h","text":"One","source":"One"}]';
    update glossary set address = 'formal';
    insert into translation_offer (post_id, hash, block_id, source, kept, offered, html, state)
      values ('${id(4)}', 'h', 'b1', 'One', 'Eins', 'Das Eine', '<p>Das Eine</p>', 'kept');`,
  '0006_api_keys': `
    insert into api_key (id, name, digest, per_minute, ends_on, last_used_on)
      values ('${id(9)}', 'Key', 'ef', 30, '2026-03-01', '2026-01-02');`,
  '0007_made_from': `
    update working_copy set made_from = '{"origin":"machine","version":3,"digest":"ab","locale":"en"}';`,
  /** Triggers add the rows of this version. */
  '0008_taxon_posts': '',
  '0009_authors': `
    insert into author (id, user_id, slug, name, bios, image_file_id, is_public)
      values ('a', 'a', 'ada', 'Ada', '{"en":"Writes."}', '${id(1)}', true);
    insert into author_slug_history (slug, author_id) values ('ada-l', 'a');`,
  /** Only indexes. */
  '0010_admin_dates': '',
  '0011_translation_setting': `
    insert into translation_setting (shows_machine_note) values (true);`,
  '0012_search_settings': `
    update post set canonical_url = 'https://example.org/one', noindex = true, publication_date = '${at}';`,
  '0015_settings': `
    insert into setting (name, value, updated_at) values ('siteName', '"Loom"', '${at}');
    insert into setting_change (changed_at, user_name, name, before, after)
      values ('${at}', 'Ada', 'siteName', '"Spool"', '"Loom"');`,
  '0017_pages': `
    insert into article (id, source_locale) values ('${id(9)}', 'en');
    insert into post (article_id, locale, slug, title, kind) values ('${id(9)}', 'en', 'imprint', 'Imprint', 'page');`,
  '0018_inbox': `
    insert into contact_message (received_at, delete_at, status, replied_at, content)
      values ('${at}', '${at}', 'done', '${at}', 'sealed');`,
  '0019_figures': `
    insert into figure_day (day, kind, name, count) values ('2026-01-02', 'download', 'zip', 7);
    insert into figure_total (name, count) values ('downloads', 7);
    insert into search_term_day (day, locale, term, searches) values ('2026-01-02', 'th', 'ด้าย', 3);
    insert into extraction_slot (starts_at, outcome, count) values ('${at}', 'ok', 5);
    insert into threads_check (source, is_read, code, checked_at)
      values ('canary', false, 'upstream.changed', '${at}');`,
  '0021_redirects': `
    insert into redirect (path, query, post_id) values ('/2014/05/one', '', '${id(3)}'), ('/', 'p=1', '${id(3)}');`,
  '0023_clips': `
    insert into clip (id, digest, format, bytes) values ('${id(1)}', 'ab', 'mp4', 5);`,
  '0024_second_factor': `
    insert into second_factor (user_id, secret, recovery_codes, last_step) values ('a', 'sealed', '{digest}', 7);`,
  '0026_translation_assessment': `
    insert into translation_assessment (hash, from_locale, locale, text_digest, score, doubts, proposal, model,
        accepted_at)
      values ('h', 'en', 'de', 'ab', 50,
        '[{"kind":"meaning","source":null,"translation":{"start":0,"end":4},"found_by":"rule"}]', 'Einer', 'm', '${at}');`,
  '0027_run_text_tokens': `
    update translation_run set text_tokens_in = 5, text_tokens_out = 4;`,
  '0028_automatic_translation': `
    update translation_run set rule = 'publish', rule_attempt = 1;
    update revision set rule = 'publish';`,
  '0029_run_notified': `
    update translation_run set notified_at = '2026-11-29T12:00:00Z';`,
  '0030_run_reading_tokens': `
    update translation_run set reading_tokens_in = 9, reading_tokens_out = 3;`,
  '0031_half_read': `
    update translation_task set is_half_read = true;
    update translation_written
      set published = '{"version":1,"fields":{},"blocks":[],"review":[],"text_digest":"cd"}';`,
  '0032_save_id': `
    update post set save_id = '${id(5)}' where id = '${id(3)}';`,
};

test('every version has sample rows', () => {
  expect(Object.keys(rowsOfVersion)).toEqual(versions.map(({ tag }) => tag));
});

/** A folder with the migrations up to one version. */
function createMigrationsFolder(last: number): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'meta'));
  const entries = versions.slice(0, last + 1).map((entry) => ({ ...entry, version: '7', breakpoints: true }));
  for (const { tag } of entries) cpSync(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
  const journal = { version: '7', dialect: 'postgresql', entries };
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify(journal));
  return folder;
}

let started: Promise<PGlite> | null = null;
afterAll(async () => (await started)?.close());

async function emptyEngine(): Promise<PGlite> {
  started ??= startPglite({ loadDataDir: new Blob([readFileSync(inject('embeddedTemplate'))]) });
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

type Rows = Record<string, Record<string, unknown>[]>;

async function allRows(query: (text: string) => Promise<{ rows: unknown[] }>): Promise<Rows> {
  const tables = (await query("select tablename as name from pg_tables where schemaname = 'public'"))
    .rows as { name: string }[];
  const selects = tables.map(({ name }) => `select '${name}' as name, to_jsonb(t) as row from "${name}" t`);
  const found: Rows = Object.fromEntries(tables.map(({ name }) => [name, []]));
  const { rows } = await query(selects.join(' union all '));
  for (const { name, row } of rows as { name: string; row: Record<string, unknown> }[])
    found[name]?.push(row);
  return found;
}

/** Tables without rows and columns without values, which could be lost unnoticed. */
function findEmptyData(rows: Rows): string[] {
  return Object.entries(rows).flatMap(([table, all]) => [
    ...(all.length === 0 ? [table] : []),
    ...columnsOf(all)
      .filter((column) => all.every((row) => row[column] === null))
      .map((column) => `${table}.${column}`),
  ]);
}

function inEarlierColumns(rows: Rows, earlier: Rows): Rows {
  const tables = Object.entries(earlier).map(([table, all]) => {
    const reduced = (rows[table] ?? []).map((row) =>
      Object.fromEntries(columnsOf(all).map((column) => [column, row[column]])),
    );
    return [table, reduced.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))];
  });
  return Object.fromEntries(tables);
}

function columnsOf(rows: readonly object[]): string[] {
  return Object.keys(rows[0] ?? {});
}

function expectPreserved(now: Rows, earlier: Rows): void {
  expect(inEarlierColumns(now, earlier)).toEqual(inEarlierColumns(earlier, earlier));
}

async function migrateEmbeddedTo(engine: PGlite, index: number): Promise<void> {
  const config = { migrationsFolder: createMigrationsFolder(index) };
  await migrateEmbedded(drizzleEmbedded({ client: engine }), config);
}

test('each version keeps the rows of all versions before it, and a second run changes nothing (embedded)', async () => {
  const engine = await emptyEngine();
  let earlier: Rows = {};
  for (const [index, { tag }] of versions.entries()) {
    await migrateEmbeddedTo(engine, index);
    expectPreserved(await allRows((text) => engine.query(text)), earlier);
    await engine.exec(rowsOfVersion[tag] ?? '');
    earlier = await allRows((text) => engine.query(text));
    expect(findEmptyData(earlier), tag).toEqual([]);
  }
  await createEmbeddedDatabase(engine);
  expect(await allRows((text) => engine.query(text))).toEqual(earlier);
});

/** Without `npm run test:stress`: the first one, and the one before the newest, which has rows in every older table. */
const sample = [0, versions.length - 2];

describe.each(
  versions
    .map(({ tag }, index) => ({ tag, index }))
    .filter(({ index }) => isStress || sample.includes(index)),
)('a database of version $tag', ({ index }) => {
  test('is migrated with its rows (embedded)', async () => {
    const engine = await emptyEngine();
    await migrateEmbeddedTo(engine, index);
    await engine.exec(statementsUpTo(index));
    const earlier = await allRows((text) => engine.query(text));
    const database = await createEmbeddedDatabase(engine);
    const migrated = await allRows((text) => database.executeSql(text));
    expectPreserved(migrated, earlier);
    expect(migrated.taxon_post).toMatchObject([{ taxon_id: id(1), locale: 'en', post_id: id(3) }]);
  });

  test.skipIf(inject('postgresUrl') === null)(
    'is migrated once by four nodes started at the same time (server)',
    async () => {
      const { url, drop } = await createServerDatabase(inject('postgresUrl') ?? '');
      const client = new pg.Client(url);
      await client.connect();
      await migrate(drizzle({ client }), { migrationsFolder: createMigrationsFolder(index) });
      await client.query(statementsUpTo(index));
      await client.query("set time zone 'UTC'");
      const earlier = await allRows((text) => client.query(text));
      await client.end();
      const deps = { now: Date.now, onError: () => undefined };
      const nodes = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const opened = await openDatabase({ kind: 'server', url }, deps);
          if (!opened.ok) throw new Error(opened.error.hint);
          return opened.value;
        }),
      );
      const [first] = nodes;
      if (!first) throw new Error('there is no node');
      expectPreserved(await allRows((text) => first.executeSql(text)), earlier);
      const steps = await first.query
        .select({ at: sql<string>`created_at` })
        .from(sql`drizzle.__drizzle_migrations`);
      expect(steps).toHaveLength(versions.length);
      await Promise.all(nodes.map((node) => node.close()));
      await drop();
    },
  );
});
