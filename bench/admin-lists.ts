/** The administration's list of 500 articles in ten languages: over HTTP with a session, and in a browser. */
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asSignedIn, callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { launchBrowser } from '#test/support/browser.ts';
import { createServerDatabase, startPostgres } from '#test/support/postgres-server.ts';
import { filledDataDir, type RunningApp, startApp, startAppIn } from '#test/support/start-app.ts';
import type { EditorPost } from '../src/blog/editing-contract.ts';
import { type Corpus, createCorpus } from './blog-corpus.ts';
import { fillBlog } from './blog-scale.ts';
import { openSlowPage, slowdown } from './browser.ts';
import { addFigure, check, median, timed } from './figures.ts';

const articles = { translated: 500, single: 0 };
const warmUp = 10;
const rounds = 40;
const paints = 5;

export async function measureAdminLists(): Promise<void> {
  const corpus = await createCorpus();
  await using server = await startPostgres();
  for (const engine of ['PostgreSQL', 'embedded'] as const) {
    if (engine === 'PostgreSQL' && !server) continue;
    const start = engine === 'embedded' ? startOnFolder(corpus) : startOnServer(corpus, server?.url ?? '');
    await using app = await start;
    const cookie = await signInAsOwner(app);
    const lists: Record<string, string> = {
      'newest first': '',
      'last page': '&page=10',
      'sorted by title': '&sort=title',
      'German missing': '&state=missing&language=de',
      'out of date': '&state=outdated',
      search: `&search=${encodeURIComponent(corpus.words.en.common)}`,
    };
    for (const [name, query] of Object.entries(lists))
      await measureList(engine, app, cookie, { name, query });
    const change = await createChange(app, cookie);
    await measureList(engine, app, cookie, { name: 'newest first, after a change', query: '', change });
    if (engine === 'embedded') await measurePaint(app, cookie);
  }
}

interface MeasuredList {
  name: string;
  query: string;
  /** Before each request. Without it, the ids and counts of the list are cached. */
  change?: () => Promise<unknown>;
}

async function measureList(engine: string, app: RunningApp, cookie: string, list: MeasuredList) {
  const { name, query, change } = list;
  const times: number[] = [];
  for (let round = 0; round < warmUp + rounds; round += 1) {
    await change?.();
    const time = await timed(async () => {
      const line = `GET /posts?locale=en${query}`;
      const { posts } = await callAdminApi<{ posts: { languages: unknown[] }[] }>(app, cookie, line);
      check(
        `${name} (${engine}): posts in ten languages`,
        name === 'German missing' ? posts.length === 0 : posts.at(-1)?.languages.length === 10,
      );
    });
    if (round >= warmUp) times.push(time);
  }
  addFigure(`admin list (${engine}), ${name}: p50 in ms`, [median(times)], { most: 20 });
}

/** Saves the title of a draft. */
async function createChange(app: RunningApp, cookie: string): Promise<() => Promise<void>> {
  const fields = { title: 'Changed', slug: '', excerpt: '', content: '<p>A text.</p>', status: 'draft' };
  let saved = await callAdminApi<EditorPost>(app, cookie, 'POST /posts', {
    body: { mode: 'save', locale: 'en', fields },
  });
  return async () => {
    const { id, version } = saved;
    saved = await callAdminApi<EditorPost>(app, cookie, `PUT /posts/${id}`, {
      version,
      body: { mode: 'save', fields: { ...fields, title: `Changed ${version}` } },
    });
  };
}

/** From the request of the page to its first paint, and until the posts are in it. */
async function measurePaint(app: RunningApp, cookie: string): Promise<void> {
  await using browser = await launchBrowser();
  const first: number[] = [];
  const complete: number[] = [];
  for (let round = 0; round < paints; round += 1) {
    await using context = await browser.newContext({
      ...asSignedIn(cookie),
      viewport: { width: 1280, height: 800 },
    });
    const page = await openSlowPage(context);
    await page.goto(`${app.origin}/admin/blog`, { waitUntil: 'networkidle' });
    const { paint, painted } = await page.evaluate(() => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      painted: document.querySelectorAll('main tbody tr').length,
    }));
    check('the list has fifty rows', painted === 50);
    first.push(paint ?? Number.NaN);
    complete.push(
      await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON().domComplete),
    );
  }
  addFigure(`admin list, CPU ${slowdown}x slower: ms to the first paint`, [median(first)], { most: 1800 });
  addFigure(`admin list, CPU ${slowdown}x slower: ms until complete`, [median(complete)], { most: 2500 });
}

async function startOnFolder(corpus: Corpus): Promise<RunningApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'unspool-lists-'));
  cpSync(await filledDataDir('none'), dataDir, { recursive: true });
  await fillBlog(corpus, { kind: 'embedded', folder: join(dataDir, 'database') }, articles);
  return startAppIn(dataDir, { LOG_LEVEL: 'info' });
}

async function startOnServer(corpus: Corpus, serverUrl: string): Promise<RunningApp> {
  const { url } = await createServerDatabase(serverUrl);
  await fillBlog(corpus, { kind: 'server', url }, articles);
  return startApp({ LOG_LEVEL: 'info', DATABASE_URL: url });
}
