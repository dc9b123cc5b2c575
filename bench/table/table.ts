/**
 * A page that others are measured with: a table of 1,000 rows of two UUIDs, loaded asynchronously, as in e18e's
 * framework tracker (github.com/e18e/framework-tracker). The tracker calls the handlers with requests of its own and
 * counts pages per second, in which each page waits a millisecond for its rows; here real servers answer real
 * requests, and only their processor time counts.
 *
 * Ours is the whole product with one page more: limits, headers, policy, ETag, and all its routes. The page has our
 * document around the table, but no header or footer. A query keeps it out of the cache, and nothing is compressed.
 * None of the pages runs scripts. The tracker's page of SvelteKit does, so it carries the rows a second time; that one is
 * measured too.
 */
import { freePort, startProcess } from '#test/support/local-servers.ts';
import { startApp } from '#test/support/start-app.ts';
import { startServer } from '../child-process.ts';
import { addFigure, check, cpuSeconds, printTable } from '../figures.ts';
import { interleave } from '../trees.ts';
import { buildOther, buildOurs } from './build-apps.ts';
import { loadRows, renderRows } from './rows.ts';

const rounds = 7;
const pages = 200;
/**
 * The class of React Router: the tracker's page takes 2.9 ms with it and 2.2 with SvelteKit (August 2026), of which about
 * 1.1 are the wait for the rows (1.2 with a template string). That is 1.6 times as long.
 */
const goal = { most: 1.6 };

interface Side {
  name: string;
  pid: number;
  url: string;
  /** How often the page has each value. */
  copies: number;
}

export async function measureTable(): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const sides = await startServers(stack);
  const expected = renderRows(await loadRows());
  for (const side of sides) {
    checkPage(side, await fetchPage(side.url), expected);
    await fetchPages(side);
  }
  const medians = await interleave(rounds, sides, async (side) => {
    const before = cpuSeconds(side.pid);
    await fetchPages(side);
    return { cpu: ((cpuSeconds(side.pid) - before) * 1000) / pages };
  });
  report(sides.map(({ name }, index) => ({ name, cpu: medians('cpu')[index] ?? Number.NaN })));
}

function report(results: readonly { name: string; cpu: number }[]): void {
  const find = (name: string) => results.find((result) => result.name === name)?.cpu ?? Number.NaN;
  const ours = find('ours');
  printTable('table of 1,000 rows', [
    ['', 'CPU ms', 'of a template string', 'pages per CPU second'],
    ...results.map(({ name, cpu }) => [
      name,
      cpu.toFixed(2),
      (cpu / find('template string')).toFixed(1),
      (1000 / cpu).toFixed(0),
    ]),
  ]);
  // As for the product's other pages.
  addFigure('table of 1,000 rows: CPU ms', [ours], { most: 12 });
  const scripted = find('SvelteKit with scripts');
  if (!Number.isNaN(scripted))
    addFigure('table of 1,000 rows: CPU of SvelteKit with scripts', [ours / scripted], goal);
}

async function startServers(stack: AsyncDisposableStack): Promise<Side[]> {
  const template = stack.use(await startServer('./table/template.ts'));
  const ours = stack.use(await startApp({ LOG_LEVEL: 'info' }, buildOurs()));
  const sides: Side[] = [
    { name: 'template string', pid: template.pid, url: `http://127.0.0.1:${template.port}/`, copies: 1 },
    { name: 'ours', pid: ours.pid, url: `${ours.origin}/table`, copies: 1 },
  ];
  const astro = buildOther('astro', 'astro');
  if (astro !== null) {
    const { pid, origin } = await startOther(stack, astro, 'dist/server/entry.mjs');
    sides.push({ name: 'Astro', pid, url: `${origin}/`, copies: 1 });
  }
  const sveltekit = buildOther('sveltekit', 'vite');
  if (sveltekit !== null) {
    const { pid, origin } = await startOther(stack, sveltekit, 'build/index.js');
    sides.push({ name: 'SvelteKit', pid, url: `${origin}/`, copies: 1 });
    sides.push({ name: 'SvelteKit with scripts', pid, url: `${origin}/hydrated`, copies: 2 });
  }
  return sides;
}

async function startOther(stack: AsyncDisposableStack, folder: string, file: string) {
  const port = await freePort();
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port) };
  const { child, stop } = await startProcess(process.execPath, [file], [/listening on/i], {
    cwd: folder,
    env,
  });
  stack.defer(async () => void (await stop()));
  return { pid: child.pid ?? 0, origin: `http://127.0.0.1:${port}` };
}

function checkPage({ name, copies }: Side, html: string, expected: string): void {
  // Of the HTML, without the comments and spaces that a framework adds.
  const body = /<tbody>(.*)<\/tbody>/s.exec(html)?.[1] ?? '';
  const rows = body
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/>\s+</g, '><')
    .trim();
  check(`table of ${name}: has the rows`, rows === expected);
  const ids = html.match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g) ?? [];
  check(`table of ${name}: has each value ${copies} times`, ids.length === copies * 2000);
}

async function fetchPages(side: Side): Promise<void> {
  for (let index = 0; index < pages; index += 1) {
    const html = await fetchPage(`${side.url}?rendering=${index}`);
    check(`table of ${side.name}: is whole`, html.includes('</html>'));
  }
}

async function fetchPage(url: string): Promise<string> {
  const response = await fetch(url, { headers: { accept: 'text/html', 'accept-encoding': 'identity' } });
  check(`${url} has status 200: ${response.status}`, response.status === 200);
  check(`${url} is not compressed`, !response.headers.has('content-encoding'));
  return response.text();
}
