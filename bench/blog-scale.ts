/** Lists, searches, feeds and sitemaps of a blog with 1,000 and with 100,000 posts, read in process and interleaved. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { listQuerySchema } from '#blog/contract.ts';
import { locales } from '#i18n/locales.ts';
import { createServerDatabase, startPostgres } from '#test/support/postgres-server.ts';
import { listAdminPosts } from '../src/blog/editing/list-admin-posts.ts';
import { adminPostQuerySchema } from '../src/blog/editing-contract.ts';
import { createBlogReader } from '../src/blog/read.ts';
import { createCountCache } from '../src/blog/reading/count-cache.ts';
import { type Database, type DatabaseConfig, openDatabase } from '../src/database/database.ts';
import { startPglite } from '../src/database/embedded/start-pglite.ts';
import { latestMigration } from '../src/database/migrations.ts';
import { postsPerSitemap } from '../src/web/seo/sitemap.ts';
import { type ArticleCounts, type Corpus, type CorpusWords, createCorpus } from './blog-corpus.ts';
import { addFigure, median, percentile, printTable, timed } from './figures.ts';

const sizes = { few: 1000, many: 100_000 };
const calls = 40;
const firstCalls = 5;
const targets = { ratio: 1.5, p99: 50 };

export async function measureBlogScale(): Promise<void> {
  const corpus = await createCorpus();
  await using server = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'unspool-bench-'));
  for (const engine of ['server', 'embedded'] as const) {
    if (engine === 'server' && !server) continue;
    const configs: DatabaseConfig[] = [];
    for (const [name, posts] of Object.entries(sizes)) {
      const config: DatabaseConfig =
        engine === 'server'
          ? { kind: 'server', url: (await createServerDatabase(server?.url ?? '')).url }
          : { kind: 'embedded', folder: join(folder, name) };
      // Two fifths of the posts belong to articles in ten languages.
      const articles = { translated: Math.round(posts * 0.04), single: Math.round(posts * 0.6) };
      const fill =
        config.kind === 'embedded'
          ? () => copyFilled(corpus, config.folder, articles)
          : () => fillBlog(corpus, config, articles);
      const seconds = (await timed(fill)) / 1000;
      console.log(`${engine}: ${posts} posts filled in ${seconds.toFixed(0)} s`);
      configs.push(config);
    }
    await measureEngine(engine, corpus, configs);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Of two databases with the same corpus, the smaller one first. */
export async function measureEngine(
  engine: string,
  corpus: Corpus,
  configs: DatabaseConfig[],
): Promise<void> {
  const blogs = await Promise.all(configs.map(openBlog));
  const rows: string[][] = [];
  for (const [name, read] of Object.entries(readsOf(corpus.words))) {
    const first: number[] = [];
    const times: number[][] = blogs.map(() => []);
    for (let call = 0; call < firstCalls; call += 1) {
      for (const [index, blog] of blogs.entries()) {
        blog.invalidate();
        const time = await timed(() => read(blog));
        if (index === 1) first.push(time);
      }
    }
    for (let call = 0; call < calls; call += 1)
      for (const [index, blog] of blogs.entries()) times[index]?.push(await timed(() => read(blog)));
    const [few = 0, many = 0] = times.map(median);
    const p99 = percentile(times[1] ?? [], 99);
    const figures = [few, many, p99, median(first)].map((time) => `${time.toFixed(1)} ms`);
    rows.push([name, ...figures, (many / few).toFixed(2)]);
    const figure = `blog-scale (${engine}), ${name}`;
    addFigure(`${figure}: ratio`, [many / few], { most: targets.ratio });
    addFigure(`${figure}: p99 in ms`, [p99], { most: targets.p99 });
    addFigure(`${figure}: first read in ms`, [median(first)], { most: targets.p99 });
  }
  printTable(
    `blog (${engine}): p50 of ${sizes.few} posts, p50, p99 and first read of ${sizes.many}, ratio`,
    rows,
  );
  for (const { database } of blogs) await database.close();
}

type Blog = Awaited<ReturnType<typeof openBlog>>;

async function open(config: DatabaseConfig): Promise<Database> {
  const opened = await openDatabase(config, { now: Date.now, onError: () => undefined });
  if (!opened.ok) throw new Error(opened.error.hint, { cause: opened.error.cause });
  return opened.value;
}

async function openBlog(config: DatabaseConfig) {
  const database = await open(config);
  const reader = createBlogReader({ database, now: Date.now });
  const counts = createCountCache(Date.now);
  const all = { locales: [...locales] };
  const countCategory = listQuerySchema.parse({ category: 'large' });
  return {
    database,
    reader,
    counts,
    posts: await reader.countPosts('en'),
    largeCategory: (await reader.listPosts(countCategory)).totalPosts,
    invalidate() {
      reader.invalidate(all);
      counts.invalidate(all);
    },
  };
}

const pageSize = listQuerySchema.parse({}).pageSize;

function readsOf(words: Record<string, CorpusWords>): Record<string, (blog: Blog) => Promise<unknown>> {
  const list = (filters: (blog: Blog) => Record<string, unknown>) => (blog: Blog) =>
    blog.reader.listPosts(listQuerySchema.parse(filters(blog)));
  const lastPage = (posts: number) => Math.ceil(posts / pageSize);
  const admin = (filters: (blog: Blog) => Partial<Parameters<typeof listAdminPosts>[2]>) => (blog: Blog) =>
    listAdminPosts(blog.database.query, blog.counts, adminPostQuerySchema.parse(filters(blog)));
  const searches = Object.entries(words).flatMap(([locale, { common, medium, rare, none }]) =>
    Object.entries({ common, medium, two: `${medium} ${common}`, rare, none }).map(
      ([kind, search]) => [`search ${locale} ${kind}`, list(() => ({ locale, search }))] as const,
    ),
  );
  return {
    'page 1': list(() => ({})),
    'middle page': list(({ posts }) => ({ page: Math.ceil(lastPage(posts) / 2) })),
    'last page': list(({ posts }) => ({ page: lastPage(posts) })),
    'large category': list(() => ({ category: 'large' })),
    'large category, last page': list(({ largeCategory }) => ({
      category: 'large',
      page: lastPage(largeCategory),
    })),
    'small category': list(() => ({ category: 'small' })),
    'tag with many posts': list(() => ({ tag: 'many' })),
    'tag with few posts': list(() => ({ tag: 'few' })),
    'category and tag': list(() => ({ category: 'large', tag: 'many' })),
    'search in a category': list(() => ({ category: 'large', search: words.en?.medium })),
    feed: (blog) => blog.reader.listPostsWithContent(listQuerySchema.parse({ pageSize: 20 })),
    'sitemap index': (blog) => Promise.all(locales.map((locale) => blog.reader.countPosts(locale))),
    'last sitemap': ({ reader, posts }) =>
      reader.listTranslationGroups('en', Math.floor((posts - 1) / postsPerSitemap) * postsPerSitemap, 400),
    'admin list': admin(() => ({})),
    'admin list, last page': admin(({ posts }) => ({ page: Math.ceil(posts / 50) })),
    'admin drafts': admin(() => ({ status: 'draft' })),
    'admin, category': admin(() => ({ category: 'large' })),
    'admin, tag': admin(() => ({ tag: 'few' })),
    'admin, out of date': admin(() => ({ state: 'outdated' })),
    'admin, language missing': admin(() => ({ state: 'missing', language: 'de' })),
    'admin, without a translation': admin(() => ({ state: 'missing' })),
    'admin search': admin(() => ({ search: words.en?.medium ?? '' })),
    ...Object.fromEntries(searches),
  };
}

/** Inserting 100,000 posts into the embedded database takes minutes, so the folder is kept until its contents change. */
async function copyFilled(corpus: Corpus, folder: string, articles: ArticleCounts): Promise<void> {
  const hash = createHash('sha256').update(corpus.digest).update(latestMigration().tag);
  for (const path of ['bench/blog-corpus.ts', 'node_modules/@electric-sql/pglite/package.json'])
    hash.update(readFileSync(path));
  const digest = hash.digest('hex');
  const kept = join('.cache/bench-blogs', `${digest.slice(0, 16)}-${articles.translated}-${articles.single}`);
  if (!existsSync(kept)) {
    rmSync(`${kept}.new`, { recursive: true, force: true });
    await fillBlog(corpus, { kind: 'embedded', folder: `${kept}.new` }, articles);
    renameSync(`${kept}.new`, kept);
  }
  cpSync(kept, folder, { recursive: true });
}

const settingsForFilling = ['shared_buffers = 512MB', 'maintenance_work_mem = 256MB'];

export async function fillBlog(
  corpus: Corpus,
  config: DatabaseConfig,
  articles: ArticleCounts,
): Promise<void> {
  await (await open(config)).close();
  if (config.kind === 'embedded') {
    const dataDir = join(config.folder, 'postgres');
    const engine = await startPglite({ dataDir, postgresqlconf: settingsForFilling });
    await corpus.fill((text, values) => (values ? engine.query(text, values) : engine.exec(text)), articles);
    await engine.close();
  } else {
    // The pool of the product limits the time of a statement.
    const client = new pg.Client(config.url);
    await client.connect();
    await corpus.fill((text, values) => client.query(text, values), articles);
    await client.end();
  }
}
