/**
 * Reading the post that a page of 866 KB was asked for: CPU time against JSON.parse of all JSON blocks of the
 * page; then the whole call to the product.
 */
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { listen } from '#test/support/local-servers.ts';
import { requestExtraction } from '#test/support/request-extraction.ts';
import type { ExtractResponse } from '../src/extraction/contract.ts';
import { addFigure, check, timed } from './figures.ts';
import { importFrom, interleave, startProducts, type Trees } from './trees.ts';

const rounds = 60;
const callRounds = 30;
const pageBytes = 866_000;
/** In the recorded page, blocks with a third of the JSON name the post. */
const postShare = 1 / 3;

interface Page {
  html: string;
  username: string;
  code: string;
}

export async function measureExtraction(trees: Trees): Promise<void> {
  const page = readRecordedPage() ?? (await buildPage());
  await measureReader(trees, page);
  await measureCalls(trees, page);
}

/** A real page, outside the repository. */
function readRecordedPage(): Page | null {
  const [file] = globSync('../shared/recordings/post-page-*.html');
  if (file === undefined) return null;
  const html = readFileSync(file, 'utf8');
  const [, username = '', code = ''] = /@([\w.]+)\/post\/([\w-]{11})"/.exec(html) ?? [];
  return { html, username, code };
}

/** A page of the fake with as much JSON as a real one, inside and outside the blocks that name the post. */
async function buildPage(): Promise<Page> {
  await using threads = await startFakeThreads();
  const { link, code, username } = scenes.carouselVideos;
  const response = await fetch(threads.origin + new URL(link).pathname, {
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0', accept: 'text/html' },
  });
  const html = await response.text();
  const reply = JSON.stringify(
    Array.from({ length: 160 }, (_, index) => ({ index, name: `reply_${index}`, liked: index % 2 === 0 })),
  );
  const fill = (bytes: number) =>
    `[${Array(Math.ceil(bytes / reply.length))
      .fill(reply)
      .join()}]`;
  const missing = Math.max(0, pageBytes - html.length);
  const block = `<script type="application/json" data-sjs>{"replies":${fill(missing * (1 - postShare))}}</script>`;
  const at = html.lastIndexOf('{"', html.indexOf(`"code":"${code}"`)) + 1;
  const filled = `${html.slice(0, at)}"replies":${fill(missing * postShare)},${html.slice(at)}`;
  return { html: filled.replace('</body>', `${block}</body>`), username, code };
}

async function measureReader(trees: Trees, { html, username, code }: Page): Promise<void> {
  const pattern = /<script[^>]*type="application\/json"[^>]*>([\s\S]*?)<\/script>/g;
  const blocks = [...html.matchAll(pattern)].map((match) => match[1] ?? '');
  const response = { status: 200, location: null, retryAfterSeconds: null, cookies: [], text: html };
  const readers = await Promise.all(
    trees.map(async (tree) => {
      const module = await importFrom<typeof import('../src/threads/reader.ts')>(
        tree,
        'src/threads/reader.ts',
      );
      return module.createThreadsReader({
        fetch: async () => ({ ok: true, value: response }),
        origin: 'https://www.threads.com',
        profiles: ['P1'],
        now: Date.now,
        random: Math.random,
      });
    }),
  );
  const medians = await interleave(rounds, readers, async (reader) => {
    const parse = await measureCpu(() => blocks.map((block) => JSON.parse(block)));
    const read = await measureCpu(async () => {
      const link = `https://www.threads.com/@${username}/post/${code}`;
      const result = await reader.extract(link, { fresh: true });
      check('the post is read', result.ok && result.value.code === code);
    });
    return { ratio: read / parse };
  });
  const size = Math.round(html.length / 1000);
  addFigure(`reading a post, page of ${size} KB: CPU of JSON.parse`, medians('ratio'), { most: 1 });
}

async function measureCpu(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Each call asks for another post, since the product remembers what it has read. */
async function measureCalls(trees: Trees, { html, username, code }: Page): Promise<void> {
  const host = await listen(
    createServer((request, response) => {
      const requested = /\/post\/([\w-]{11})/.exec(request.url ?? '')?.[1] ?? code;
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(html.replaceAll(code, requested));
    }),
  );
  const settings = { THREADS_ORIGIN: host.origin, THREADS_PROFILES: 'P1', UPSTREAM_LOOPBACK: 'allow' };
  await using started = await startProducts(trees, settings);
  let count = 0;
  const codes = new Set<string>();
  const medians = await interleave(callRounds, started.products, async (product) => {
    count += 1;
    const next = code.slice(0, 7) + count.toString(36).padStart(4, 'A');
    const path = `/@${username}/post/${next}`;
    const fetched = await timed(async () => (await fetch(host.origin + path)).text());
    const called = await timed(async () => {
      const response = await requestExtraction(product.origin, `https://www.threads.com${path}`);
      const { code: errorCode } = (await response.json()) as ExtractResponse;
      codes.add(errorCode ?? 'success');
    });
    return { ms: called - fetched };
  });
  check(`the product reads the posts: ${[...codes].join()}`, codes.size === 1);
  addFigure('extracting a post: ms more than fetching its page', medians('ms'), { most: 5 });
  await host.close();
}
