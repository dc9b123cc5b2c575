/**
 * Extracting a post: CPU time against JSON.parse of all JSON blocks of the page, and the full call against a
 * plain fetch of the page. Then the CPU time for a thread of a hundred posts.
 */

import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import type {
  ExtractOptions,
  PageFetch,
  PageResponse,
  ThreadsPost,
  ThreadsReader,
} from '#threads/contract.ts';
import { createSafeFetch } from '../src/platform/fetch/safe-fetch.ts';
import { createThreadsReader } from '../src/threads/reader.ts';
import { checkFigure, median, printTable, timed } from './figures.ts';

const scene = scenes.carouselVideos;
const rounds = 40;

function createReader(fetch: PageFetch, origin: string): ThreadsReader {
  return createThreadsReader({ fetch, origin, profiles: ['P1'], now: Date.now, random: Math.random });
}

async function extract(
  reader: ThreadsReader,
  { link } = scene,
  options: ExtractOptions = {},
): Promise<ThreadsPost> {
  const result = await reader.extract(link, { ...options, fresh: true });
  if (!result.ok) throw new Error(`the scene could not be extracted: ${result.error.code}`);
  return result.value;
}

/** Pages of June 2026 have about 866 KB in 52 blocks. */
function enlarge(page: string, bytes: number): string {
  const missing = Math.max(0, bytes - page.length);
  const block = `<script type="application/json" data-sjs>${JSON.stringify({ require: [['Filler', [], [], Array.from({ length: 160 }, (_, index) => ({ index, name: `module_${index}`, flag: index % 2 === 0 }))]] })}</script>`;
  return page.replace('</body>', `${block.repeat(Math.ceil(missing / block.length))}</body>`);
}

function findJsonBlocks(page: string): string[] {
  const found = page.matchAll(/<script[^>]*type="application\/json"[^>]*>([\s\S]*?)<\/script>/g);
  return [...found].map((match) => match[1] ?? '');
}

async function measureThread(response: PageResponse, origin: string): Promise<void> {
  const reader = createReader(async () => ({ ok: true, value: response }), origin);
  const blocks = findJsonBlocks(response.text);
  const figures: Record<'parse' | 'extract', number[]> = { parse: [], extract: [] };
  let posts = 0;
  for (let round = 0; round < rounds / 2; round += 1) {
    figures.parse.push(await timed(() => blocks.map((block) => JSON.parse(block))));
    figures.extract.push(
      await timed(async () => {
        const { thread } = await extract(reader, scenes.threadLong, { thread: true });
        posts = thread && 'posts' in thread ? thread.posts.length : 0;
      }),
    );
  }
  const [parse = 1, ours = 0] = [figures.parse, figures.extract].map((values) => median(values.slice(5)));
  printTable(
    `a thread of ${posts} posts, page of ${Math.round(response.text.length / 1000)} KB with ${blocks.length} JSON blocks, median of ${rounds / 2 - 5}`,
    [
      ['JSON.parse of all blocks', `${parse.toFixed(2)} ms`, '1'],
      ['our extraction of the thread', `${ours.toFixed(2)} ms`, (ours / parse).toFixed(2)],
    ],
  );
}

export async function measureExtraction(): Promise<void> {
  await using threads = await startFakeThreads();
  const safe = createSafeFetch({
    isAllowed: (url) => url.origin === threads.origin,
    loopbackOrigins: [threads.origin],
  });
  const fetchPage = ({ link } = scene) =>
    safe.fetch({
      url: threads.origin + new URL(link).pathname,
      method: 'GET',
      headers: {
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
        'user-agent':
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
        accept: 'text/html',
      },
      maxBytes: 8e6,
      timeoutMs: 10_000,
      signal: new AbortController().signal,
    });
  const first = await fetchPage();
  if (!first.ok) throw new Error('the page could not be fetched');
  const page = enlarge(first.value.text, 866_000);
  const inMemory = createReader(
    async () => ({ ok: true, value: { ...first.value, text: page } }),
    threads.origin,
  );
  const overLoopback = createReader(safe.fetch, threads.origin);
  const blocks = findJsonBlocks(page);
  const parseAll = () => blocks.map((block) => JSON.parse(block));

  const figures: Record<'parse' | 'extract' | 'fetch' | 'call', number[]> = {
    parse: [],
    extract: [],
    fetch: [],
    call: [],
  };
  for (let round = 0; round < rounds; round += 1) {
    figures.parse.push(await timed(parseAll));
    figures.extract.push(await timed(() => extract(inMemory)));
    figures.fetch.push(await timed(() => fetchPage()));
    figures.call.push(await timed(() => extract(overLoopback)));
  }
  const long = await fetchPage(scenes.threadLong);
  await safe.close();
  const [parse, ours, fetched, call] = [figures.parse, figures.extract, figures.fetch, figures.call].map(
    (values) => median(values.slice(5)),
  );
  printTable(
    `extraction, page of ${Math.round(page.length / 1000)} KB with ${blocks.length} JSON blocks, median of ${rounds - 5}`,
    [
      ['JSON.parse of all blocks', `${parse?.toFixed(2)} ms`, '1'],
      ['our extraction of the same page', `${ours?.toFixed(2)} ms`, ((ours ?? 0) / (parse ?? 1)).toFixed(2)],
      ['bare fetch over loopback', `${fetched?.toFixed(2)} ms`, ''],
      [
        'full call over loopback',
        `${call?.toFixed(2)} ms`,
        `+${((call ?? 0) - (fetched ?? 0)).toFixed(2)} ms`,
      ],
    ],
  );
  printTable('extraction targets', [
    checkFigure('ratio to JSON.parse', (ours ?? Number.NaN) / (parse ?? 1), { most: 1 }),
    checkFigure('ms on top of the fetch', (call ?? Number.NaN) - (fetched ?? 0), { most: 5 }),
  ]);
  if (!long.ok) throw new Error('the page of the thread could not be fetched');
  await measureThread(long.value, threads.origin);
}
