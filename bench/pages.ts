/** Public pages against a constant buffer of the same size from plain node:http, in interleaved rounds. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startApp } from '#test/support/start-app.ts';
import { startChild } from './child-process.ts';
import { checkFigure, median, printTable } from './figures.ts';
import { connections, measureRequestsPerSecond } from './run-at-rate.ts';

const rounds = 5;

const pages = { 'home page': '/', 'list of posts': '/blog', post: '/blog/save-a-threads-video' };

export async function measurePages(): Promise<void> {
  await using app = await startApp({ LOG_LEVEL: 'info', SEED: 'demo' });
  const rows: string[][] = [];
  for (const [name, path] of Object.entries(pages))
    rows.push(...(await measurePage(name, app.origin + path)));
  printTable(
    `pages, ${connections} connections, median of ${rounds} rounds (the load client shares the cores)`,
    rows,
  );
  printTable(
    'page targets',
    rows
      .filter(([name = '']) => name in pages)
      .map(([name, , ratio]) => checkFigure(`${name}: ratio`, Number(ratio), { least: 0.5 })),
  );
}

async function measurePage(name: string, url: string): Promise<string[][]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${name}: status ${response.status}`);
  const html = Buffer.from(await response.arrayBuffer());
  const [bare, port] = await startChild<number>('./pages.ts', 'constant', url);
  const ratios: number[] = [];
  const speeds: { ours: number[]; constant: number[] } = { ours: [], constant: [] };
  for (let round = 0; round < rounds; round += 1) {
    const constant = await measureRequestsPerSecond(`http://127.0.0.1:${port}/`);
    const ours = await measureRequestsPerSecond(url);
    speeds.constant.push(constant);
    speeds.ours.push(ours);
    ratios.push(ours / constant);
  }
  bare.disconnect();
  return [
    [`constant buffer of ${html.length} bytes`, `${median(speeds.constant).toFixed(0)} responses/s`, '1'],
    [name, `${median(speeds.ours).toFixed(0)} responses/s`, median(ratios).toFixed(2)],
  ];
}

if (process.send && process.argv[2] === 'constant') {
  const body = Buffer.from(await (await fetch(process.argv[3] ?? '')).arrayBuffer());
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit());
}
