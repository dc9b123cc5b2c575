import type { ChildProcess } from 'node:child_process';
import { startApp } from '../test/support/start-app.ts';
import { hasNginx } from '../test/support/start-nginx.ts';
import { callChild, forkChild } from './child-process.ts';
import { checkRow, cpuSeconds, median, printTable } from './figures.ts';
import { type PlainNginx, startPlainNginx } from './plain-nginx.ts';
import { calmMs, measureRequestsPerSecond, type RateOptions, type RateResult } from './run-at-rate.ts';

/**
 * A blog page at a sustained rate and at five times that rate, compared with nginx serving the same page from
 * disk: check R6. The load generator is a separate process on the same cores.
 */

const path = '/blog/save-a-threads-video';
/** The first one is required. The first one that this machine sustains is the base rate. */
const rates = [300, 200, 120, 60, 30];
const trySeconds = 3;
const times = 5;
const servedWithinMs = 1_000;
const normalWithinSeconds = 5;
const rounds = 3;

type RunAtRate = (options: Pick<RateOptions, 'perSecond' | 'seconds'>) => Promise<RateResult>;

const countErrors = ({ errors }: RateResult) => Object.values(errors).reduce((sum, count) => sum + count, 0);
const isSustained = (result: RateResult, perSecond: number) =>
  countErrors(result) + result.rejected === 0 &&
  result.p99 <= calmMs &&
  result.requestsPerSecond > perSecond * 0.95;

export async function measureSustainedRate(windowSeconds: number): Promise<void> {
  await using app = await startApp({ LOG_LEVEL: 'info', SEED: 'demo' });
  const url = app.origin + path;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  const page = Buffer.from(await response.arrayBuffer());
  const client = forkChild('./run-at-rate.ts');
  const runOurs = createRateRunner(client, { url, bytes: page.length, liveUrl: `${app.origin}/livez` });
  const rate = await findRate(runOurs);
  const sustained = await runOurs({ perSecond: rate, seconds: windowSeconds });
  const beyond = await runOurs({ perSecond: rate * times, seconds: windowSeconds });
  const after = await runOurs({ perSecond: rate, seconds: normalWithinSeconds + 1 });
  const normalAfter = after.calm.indexOf(true);
  const rows = [
    ['', 'requests/s', 'served/s', 'rejected', 'p50 ms', 'p99 ms', 'errors'],
    row(`ours at ${rate}/s`, sustained),
    row(`ours at ${times} times that`, beyond),
    row('ours after that', after),
  ];
  if (hasNginx()) {
    await using nginx = await startPlainNginx('', page);
    const ours = { pid: app.pid, url, page, rate, windowSeconds, sustained, beyond };
    rows.push(...(await measureNginx(nginx, client, ours)));
  }
  client.disconnect();
  const liveChecks = sustained.liveChecks + beyond.liveChecks + after.liveChecks;
  const failedLiveChecks = sustained.failedLiveChecks + beyond.failedLiveChecks + after.failedLiveChecks;
  printTable(`R6, a post of ${page.length} bytes, ${windowSeconds} s each`, rows);
  printTable('R6 targets', [
    checkRow(`sustains ${rates[0]}/s`, rate === rates[0]),
    checkRow(`${rate}/s: no errors, none rejected, p99 within ${calmMs} ms`, isSustained(sustained, rate)),
    checkRow(`${times} times that: pages, or 503 and 429 with Retry-After`, countErrors(beyond) === 0),
    checkRow(`p99 of the pages served then within ${servedWithinMs} ms`, beyond.p99 <= servedWithinMs),
    checkRow(
      `live throughout: ${liveChecks - failedLiveChecks} of ${liveChecks} checks`,
      failedLiveChecks === 0,
    ),
    checkRow(
      normalAfter < 0 ? 'not back to normal' : `back to normal in second ${normalAfter + 1}`,
      normalAfter >= 0 && normalAfter < normalWithinSeconds,
    ),
  ]);
}

function createRateRunner(
  client: ChildProcess,
  page: Pick<RateOptions, 'url' | 'bytes' | 'liveUrl'>,
): RunAtRate {
  return (options) => callChild<RateResult>(client, { ...page, ...options });
}

async function findRate(runAtRate: RunAtRate): Promise<number> {
  for (const perSecond of rates)
    if (isSustained(await runAtRate({ perSecond, seconds: trySeconds }), perSecond)) return perSecond;
  return rates.at(-1) ?? 0;
}

interface Ours {
  pid: number;
  url: string;
  page: Buffer;
  rate: number;
  windowSeconds: number;
  sustained: RateResult;
  beyond: RateResult;
}

async function measureNginx(nginx: PlainNginx, client: ChildProcess, ours: Ours): Promise<string[][]> {
  const url = `${nginx.origin}/page.html`;
  const runAtRate = createRateRunner(client, { url, bytes: ours.page.length });
  await runAtRate({ perSecond: ours.rate, seconds: 1 });
  const sustained = await runAtRate({ perSecond: ours.rate, seconds: ours.windowSeconds });
  const beyond = await runAtRate({ perSecond: ours.rate * times, seconds: ours.windowSeconds });
  const rows: { ours: SaturatedRate; nginx: SaturatedRate }[] = [];
  for (let round = 0; round < rounds; round += 1)
    rows.push({ nginx: await saturate(url, nginx.workers), ours: await saturate(ours.url, [ours.pid]) });
  const formatRatio = (figure: number, baseline: number) => `${(figure / baseline).toFixed(2)} of nginx`;
  const medianRatio = (figure: keyof SaturatedRate) =>
    median(rows.map((round) => round.ours[figure] / round.nginx[figure])).toFixed(2);
  return [
    row(`nginx at ${ours.rate}/s`, sustained),
    row(`nginx at ${times} times that`, beyond),
    ['time per page, p50', formatRatio(ours.sustained.p50, sustained.p50)],
    [`the same at ${times} times the rate`, formatRatio(ours.beyond.p50, beyond.p50)],
    ['pages per second, limited by the client', `${medianRatio('perSecond')} of nginx`],
    ['CPU time per page', `${medianRatio('cpuPerPage')} of nginx`],
  ];
}

interface SaturatedRate {
  perSecond: number;
  cpuPerPage: number;
}

/** As fast as the client can send. If both servers keep up, their CPU time shows the difference. */
async function saturate(url: string, pids: readonly number[]): Promise<SaturatedRate> {
  const used = async () => (await Promise.all(pids.map(cpuSeconds))).reduce((sum, cpu) => sum + cpu, 0);
  const before = await used();
  const started = performance.now();
  const perSecond = await measureRequestsPerSecond(url);
  const responses = (perSecond * (performance.now() - started)) / 1000;
  return { perSecond, cpuPerPage: ((await used()) - before) / responses };
}

function row(name: string, result: RateResult): string[] {
  const errors = Object.entries(result.errors).map(([what, count]) => `${count} ${what}`);
  return [
    name,
    result.requestsPerSecond.toFixed(0),
    result.servedPerSecond.toFixed(0),
    String(result.rejected),
    result.p50.toFixed(1),
    result.p99.toFixed(1),
    errors.join(', ') || '0',
  ];
}
