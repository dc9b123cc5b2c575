/** Public pages: from the cache, against a constant buffer from plain `node:http`, and rendered. */
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from './child-process.ts';
import { forkClients, type Load, type LoadResult } from './clients.ts';
import { addFigure, check, cpuSeconds } from './figures.ts';
import { interleave, startProducts, type Trees } from './trees.ts';

/** Short windows, so that other load affects both sides alike. */
const rounds = 9;
const seconds = 0.35;
const renderedRounds = 3;
const renderings = 40;
const pages = {
  'home page': '/',
  'list page': '/blog',
  'post page': '/blog/save-a-threads-video',
  'about page': '/about',
};
const cachedPages = new Set(['home page', 'post page']);
/** As a browser sends it. */
const headers = { 'accept-encoding': 'br' };

export async function measurePages(trees: Trees): Promise<void> {
  await using started = await startProducts(trees, { SEED: 'demo' });
  for (const [name, path] of Object.entries(pages)) {
    const sides = started.products.map(({ pid, origin }) => ({ pid, url: origin + path }));
    if (cachedPages.has(name)) await measureCached(name, sides);
    await measureRendered(name, sides);
  }
}

interface Side {
  pid: number;
  url: string;
}

async function measureCached(name: string, sides: readonly Side[]): Promise<void> {
  const clients = [forkClients(), forkClients()];
  await using stack = new AsyncDisposableStack();
  for (const child of clients) stack.use(child);
  const targets = await Promise.all(
    sides.map(async (side) => {
      await waitUntilCompressed(side.url);
      const constant = stack.use(await startServer('./baseline.ts', 'page', side.url));
      const constantUrl = `http://127.0.0.1:${constant.port}/`;
      const [page, baseline] = await Promise.all(
        [side.url, constantUrl].map(async (url) => (await fetchPage(url)).html),
      );
      check(`the ${name} and the constant buffer are the same`, page === baseline);
      return { ...side, constantUrl };
    }),
  );
  for (const connections of [1, 10, 50]) {
    const used = connections === 1 ? clients.slice(0, 1) : clients;
    const perSecond = async (url: string) => {
      const load: Load = {
        url,
        connections: connections / used.length,
        seconds,
        headers: 'accept-encoding: br\r\n',
      };
      const results = await Promise.all(used.map((child) => child.call<LoadResult>(load)));
      check(
        `${name}, c=${connections}: all responses are whole`,
        results.every(({ failed }) => failed === 0),
      );
      check(
        `${name}, c=${connections}: the clients aren't the limit`,
        connections === 1 || results.every(({ busy }) => busy < 0.9),
      );
      return results.reduce((sum, result) => sum + result.responses / result.seconds, 0);
    };
    const medians = await interleave(rounds, targets, async ({ url, constantUrl }) => {
      const baseline = await perSecond(constantUrl);
      // A page is rendered again after a minute.
      await waitUntilCompressed(url);
      return { ratio: (await perSecond(url)) / baseline };
    });
    addFigure(`cached ${name}, c=${connections}: of a constant buffer`, medians('ratio'), { least: 0.8 });
  }
}

/** The first response of a page is compressed fast, and has a weak ETag. */
async function waitUntilCompressed(url: string): Promise<void> {
  while ((await fetchPage(url)).headers.get('etag')?.startsWith('W/')) await pause(20);
}

/** The server renders a page with a query for each request. */
async function measureRendered(name: string, sides: readonly Side[]): Promise<void> {
  const render = async ({ url }: Side, count: number) => {
    for (let index = 0; index < count; index += 1) {
      const page = await fetchPage(`${url}?rendering=${index}`);
      check(`${name}: is rendered`, page.headers.get('cache-control')?.includes('private') === true);
      check(`${name}: is whole`, page.html.includes('</html>'));
    }
  };
  for (const side of sides) await render(side, renderings);
  const medians = await interleave(renderedRounds, sides, async (side) => {
    const before = cpuSeconds(side.pid);
    await render(side, renderings);
    return { cpu: ((cpuSeconds(side.pid) - before) * 1000) / renderings };
  });
  addFigure(`rendered ${name}: CPU ms`, medians('cpu'), { most: 12 });
}

async function fetchPage(url: string): Promise<{ headers: Headers; html: string }> {
  const response = await fetch(url, { headers });
  check(`${url} has status 200: ${response.status}`, response.status === 200);
  return { headers: response.headers, html: await response.text() };
}
