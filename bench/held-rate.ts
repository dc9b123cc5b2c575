/**
 * A page of the blog at a rate that is held, and at five times that rate, beside nginx with the same page on its disk:
 * check R6. Who asks is a process of its own on the same cores.
 */
import type { ChildProcess } from 'node:child_process';
import { startApp } from '#test/support/start-app.ts';
import { hasNginx } from '#test/support/start-nginx.ts';
import { answersASecond } from './answers-a-second.ts';
import { checkRow, cpuSeconds, median, printTable } from './figures.ts';
import { calmMs, type Held, type Hold } from './hold-rate.ts';
import { askPart, forkPart } from './own-process.ts';
import { type PlainNginx, startPlainNginx } from './plain-nginx.ts';

const path = '/blog/save-a-threads-video';
/** The first is asked for; the first that this machine holds is what all else is measured at: `calmMs` for 99 of 100, and no fault. */
const rates = [300, 200, 120, 60, 30];
const trySeconds = 3;
const times = 5;
const servedWithinMs = 1_000;
const normalWithinSeconds = 5;
const rounds = 3;

type Ask = (wish: Pick<Hold, 'perSecond' | 'seconds'>) => Promise<Held>;

const faultsOf = ({ faults }: Held) => Object.values(faults).reduce((sum, count) => sum + count, 0);
const isHeld = (held: Held, perSecond: number) =>
  faultsOf(held) + held.refused === 0 && held.p99 <= calmMs && held.askedPerSecond > perSecond * 0.95;

export async function measureHeldRate(windowSeconds: number): Promise<void> {
  await using app = await startApp({ LOG_LEVEL: 'info', SEED: 'demo' });
  const url = app.origin + path;
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  const page = Buffer.from(await answer.arrayBuffer());
  const client = forkPart('./hold-rate.ts');
  const askOurs = asking(client, { url, bytes: page.length, liveUrl: `${app.origin}/livez` });
  const rate = await findRate(askOurs);
  const held = await askOurs({ perSecond: rate, seconds: windowSeconds });
  const beyond = await askOurs({ perSecond: rate * times, seconds: windowSeconds });
  const after = await askOurs({ perSecond: rate, seconds: normalWithinSeconds + 1 });
  const normalAfter = after.calm.indexOf(true);
  const rows = [
    ['', 'asked/s', 'served/s', 'refused', 'p50 ms', 'p99 ms', 'faults'],
    row(`ours at ${rate}/s`, held),
    row(`ours at ${times} times that`, beyond),
    row('ours after that', after),
  ];
  if (hasNginx()) {
    await using nginx = await startPlainNginx('', page);
    const ours = { pid: app.pid, url, page, rate, windowSeconds, held, beyond };
    rows.push(...(await besideNginx(nginx, client, ours)));
  }
  client.disconnect();
  const lives = held.lives + beyond.lives + after.lives;
  const silences = held.silences + beyond.silences + after.silences;
  printTable(`R6, a post of ${page.length} bytes, ${windowSeconds} s each`, rows);
  printTable('R6 asks for', [
    checkRow(`${rates[0]}/s is the rate that is held`, rate === rates[0]),
    checkRow(`${rate}/s: no fault, none refused, 99 of 100 within ${calmMs} ms`, isHeld(held, rate)),
    checkRow(
      `${times} times that: pages, or 503 and 429 that say when to come again`,
      faultsOf(beyond) === 0,
    ),
    checkRow(`99 of 100 that are served then within ${servedWithinMs} ms`, beyond.p99 <= servedWithinMs),
    checkRow(`alive all the time: ${lives - silences} of ${lives} askings`, silences === 0),
    checkRow(
      normalAfter < 0 ? 'not normal again' : `normal again in second ${normalAfter + 1}`,
      normalAfter >= 0 && normalAfter < normalWithinSeconds,
    ),
  ]);
}

function asking(client: ChildProcess, page: Pick<Hold, 'url' | 'bytes' | 'liveUrl'>): Ask {
  return (wish) => askPart<Held>(client, { ...page, ...wish });
}

async function findRate(ask: Ask): Promise<number> {
  for (const perSecond of rates)
    if (isHeld(await ask({ perSecond, seconds: trySeconds }), perSecond)) return perSecond;
  return rates.at(-1) ?? 0;
}

interface Ours {
  pid: number;
  url: string;
  page: Buffer;
  rate: number;
  windowSeconds: number;
  held: Held;
  beyond: Held;
}

async function besideNginx(nginx: PlainNginx, client: ChildProcess, ours: Ours): Promise<string[][]> {
  const url = `${nginx.origin}/page.html`;
  const ask = asking(client, { url, bytes: ours.page.length });
  await ask({ perSecond: ours.rate, seconds: 1 });
  const held = await ask({ perSecond: ours.rate, seconds: ours.windowSeconds });
  const beyond = await ask({ perSecond: ours.rate * times, seconds: ours.windowSeconds });
  const rows: { ours: Full; nginx: Full }[] = [];
  for (let round = 0; round < rounds; round += 1)
    rows.push({ nginx: await fill(url, nginx.workers), ours: await fill(ours.url, [ours.pid]) });
  const ofBoth = (mine: number, its: number) => `${(mine / its).toFixed(2)} of nginx`;
  const ratioOf = (figure: keyof Full) =>
    median(rows.map((round) => round.ours[figure] / round.nginx[figure])).toFixed(2);
  return [
    row(`nginx at ${ours.rate}/s`, held),
    row(`nginx at ${times} times that`, beyond),
    ['time of a page, p50', ofBoth(ours.held.p50, held.p50)],
    [`the same at ${times} times the rate`, ofBoth(ours.beyond.p50, beyond.p50)],
    ['pages a second, as many as one client can ask', `${ratioOf('perSecond')} of nginx`],
    ['processor for a page', `${ratioOf('cpuOfPage')} of nginx`],
  ];
}

interface Full {
  perSecond: number;
  cpuOfPage: number;
}

/** As fast as the client can: where both keep up with it, the processor's time tells them apart. */
async function fill(url: string, pids: readonly number[]): Promise<Full> {
  const used = async () => (await Promise.all(pids.map(cpuSeconds))).reduce((sum, cpu) => sum + cpu, 0);
  const before = await used();
  const started = performance.now();
  const perSecond = await answersASecond(url);
  const answers = (perSecond * (performance.now() - started)) / 1000;
  return { perSecond, cpuOfPage: ((await used()) - before) / answers };
}

function row(name: string, held: Held): string[] {
  const faults = Object.entries(held.faults).map(([what, count]) => `${count} ${what}`);
  return [
    name,
    held.askedPerSecond.toFixed(0),
    held.servedPerSecond.toFixed(0),
    String(held.refused),
    held.p50.toFixed(1),
    held.p99.toFixed(1),
    faults.join(', ') || '0',
  ];
}
