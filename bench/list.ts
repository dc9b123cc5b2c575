/** One page of the blog's list, read in process: with a thousand posts and with a million, interleaved. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { listQuerySchema } from '#blog/contract.ts';
import { startPostgres } from '#test/support/postgres-server.ts';
import { createBlogReader } from '../src/blog/read.ts';
import { type Database, type DatabaseConfig, openDatabase } from '../src/database/database.ts';
import { checkFigure, median, printTable, timed } from './figures.ts';

const few = 1000;
const many = 1_000_000;
/** More would take minutes to insert. */
const manyEmbedded = 100_000;
const calls = 300;

export async function measureList(): Promise<void> {
  const server = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'unspool-bench-'));
  const most = server ? many : manyEmbedded;
  const createConfig = async (name: string): Promise<DatabaseConfig> =>
    server
      ? { kind: 'server', url: await create(server.url, name) }
      : { kind: 'embedded', folder: join(folder, name) };
  const small = await open(await createConfig('few'));
  const large = await open(await createConfig('many'));
  await fill(small, few);
  await fill(large, most);
  const engine = server ? 'PostgreSQL' : 'embedded';
  const rows = [];
  for (const [name, input] of Object.entries(listQueries)) {
    const query = listQuerySchema.parse(input);
    const [smallReader, largeReader] = [createReader(small), createReader(large)];
    const times: [number[], number[]] = [[], []];
    for (let call = 0; call < calls + 20; call += 1) {
      const pair = [
        await timed(() => smallReader.listPosts(query)),
        await timed(() => largeReader.listPosts(query)),
      ] as const;
      if (call >= 20) for (const index of [0, 1] as const) times[index].push(pair[index]);
    }
    const [p50, p50Large] = [median(times[0]), median(times[1])];
    rows.push([name, `${p50.toFixed(2)} ms`, `${p50Large.toFixed(2)} ms`, (p50Large / p50).toFixed(2)]);
  }
  printTable(`list of posts (${engine}), p50 of ${calls}: ${few} posts, ${most} posts, ratio`, rows);
  printTable(
    'list targets',
    rows.map(([name, , , ratio]) => checkFigure(`${name}: ratio`, Number(ratio), { most: 1.2 })),
  );
  await small.close();
  await large.close();
  await server?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
}

const listQueries = {
  'page 1': { locale: 'en' },
  'page 20': { locale: 'en', page: 20 },
  'page 1 of a category': { locale: 'en', category: 'guides' },
};

const createReader = (database: Database) => createBlogReader({ database, now: Date.now });

async function create(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  await client.query(`create database bench_${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/bench_${name}`;
  return url.href;
}

async function open(config: DatabaseConfig): Promise<Database> {
  const opened = await openDatabase(config, { now: Date.now, onError: () => undefined });
  if (!opened.ok) throw new Error(opened.error.hint, { cause: opened.error.cause });
  return opened.value;
}

/** Half of the posts are in English, a quarter of the articles in `guides`. Each text has some 300 bytes. */
async function fill({ query }: Database, count: number): Promise<void> {
  const run = (statement: string) => query.execute(sql.raw(statement));
  await run(
    `insert into category (slug, color, names) values ('guides', '#123456', '{"en":"Guides"}'), ('other', '#654321', '{"en":"Other"}')`,
  );
  await run(`insert into tag (slug, names) values ('video', '{"en":"Video"}')`);
  const step = 10_000;
  for (let from = 0; from < count; from += step) {
    const to = Math.min(from + step, count) - 1;
    await run(`with numbers as (select n, gen_random_uuid() as id from generate_series(${from}, ${to}) n),
      articles as (insert into article (id, category_id, source_locale)
        select id, (select c.id from category c where c.slug = case when n % 4 = 0 then 'guides' else 'other' end), 'en' from numbers),
      tagged as (insert into article_tag (article_id, tag_id) select numbers.id, t.id from numbers, tag t)
      insert into post (article_id, locale, slug, status, title, excerpt, content, published_at, search_text)
      select id, case when n % 2 = 0 then 'en' else 'de' end, 'post-' || n, 'published', 'Post number ' || n, repeat('An excerpt. ', 10),
        repeat('<p>Some words of the text.</p>', 10), timestamptz '2020-01-01' + n * interval '1 minute', 'post number ' || n from numbers`);
  }
  await run('analyze');
}
