/**
 * 200 clients that read 500 MB files at 64 KB/s, then 1,000 aborted downloads: check R1. Compared with nginx
 * as a plain proxy of the same file, measured separately.
 */
import { readdir, readlink } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type FakeThreads, startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { startApp } from '#test/support/start-app.ts';
import { hasNginx } from '#test/support/start-nginx.ts';
import { checkRow, median, printTable } from './figures.ts';
import { startPlainNginx } from './plain-nginx.ts';
import { getHugeFileUrl, read, watchMemory } from './read-huge-file.ts';

const readers = 200;
const bytesPerSecond = 64 * 1024;
const size = 500 * 1024 * 1024;
const aborted = 1_000;
const abortedAtOnce = 50;
/** R1 allows twice this growth and time. */
const growthLimitMB = 100;
const closedWithinMs = 1_000;
const closeTimeoutMs = 10_000;

interface Figures {
  growthMB: number;
  kilobytesPerSecond: number;
  /** Open responses of the media host when the clients disconnect. */
  open: number;
  closedMs: number;
  /** After the aborted downloads: open responses of the media host, and additional sockets. */
  leaked: number;
  sockets: number;
}

export async function measureSlowReaders(windowSeconds: number): Promise<void> {
  await using threads = await startFakeThreads();
  await using app = await startApp(threads.environment);
  const url = await getHugeFileUrl(app.origin);
  const ours = await measure(threads, url, () => [app.pid], windowSeconds);
  const rows = [
    ['', 'RSS growth', 'per reader', 'streams', 'closed after', `leaked of ${aborted}`, 'socket growth'],
    row('ours', ours),
  ];
  const mediaPath = threads.requests.findLast(({ host }) => host === 'media')?.path ?? '/';
  if (hasNginx()) {
    await using nginx = await startPlainNginx(`proxy_pass http://${threads.mediaHost};`);
    const baseline = await measure(threads, nginx.origin + mediaPath, () => nginx.workers, windowSeconds);
    rows.push(row('nginx workers', baseline));
    rows.push(['growth', `${(ours.growthMB / baseline.growthMB).toFixed(2)} of nginx`]);
  }
  printTable(`R1, ${readers} readers at 64 KB/s of 500 MB, ${windowSeconds} s`, rows);
  printTable('R1 targets', [
    checkRow(`at most ${growthLimitMB} MB more`, ours.growthMB <= growthLimitMB),
    checkRow(`${readers} streams, closed within ${closedWithinMs} ms`, areClosed(ours)),
    checkRow('none leaked', ours.leaked === 0 && !(ours.sockets > 0)),
  ]);
}

const areClosed = ({ open, closedMs }: Figures) => open === readers && closedMs <= closedWithinMs;

async function measure(
  threads: FakeThreads,
  url: string,
  pids: () => number[],
  windowSeconds: number,
): Promise<Figures> {
  let open = 0;
  let closedMs = 0;
  let bytesRead = 0;
  const { idle, peak } = await watchMemory(pids(), async () => {
    const slow = Array.from({ length: readers }, () => read(url, size, bytesPerSecond));
    await Promise.all(slow.map(({ firstByte }) => firstByte));
    const before = slow.map((reader) => reader.received());
    await pause(windowSeconds * 1000);
    bytesRead = median(slow.map((reader, index) => reader.received() - (before[index] ?? 0)));
    open = threads.openMediaResponses();
    for (const reader of slow) reader.stop();
    closedMs = await waitUntilClosed(threads);
    await Promise.all(slow.map(({ done }) => done));
  });
  const before = await countSockets(pids());
  for (let startedCount = 0; startedCount < aborted; startedCount += abortedAtOnce)
    await Promise.all(Array.from({ length: abortedAtOnce }, (_, index) => abortDownload(url, index)));
  await waitUntilClosed(threads);
  return {
    growthMB: peak - idle,
    kilobytesPerSecond: bytesRead / 1024 / windowSeconds,
    open,
    closedMs,
    leaked: threads.openMediaResponses(),
    sockets: (await countSockets(pids())) - before,
  };
}

/** Half of the clients abort after the first byte, the others after 5 ms. */
async function abortDownload(url: string, index: number): Promise<void> {
  const reader = read(url, size, bytesPerSecond);
  await (index % 2 === 0 ? reader.firstByte : pause(5));
  reader.stop();
  await reader.done;
}

async function waitUntilClosed(threads: FakeThreads): Promise<number> {
  const startedAt = performance.now();
  while (threads.openMediaResponses() > 0 && performance.now() - startedAt < closeTimeoutMs) await pause(10);
  return performance.now() - startedAt;
}

/** Open sockets. NaN without processes. */
async function countSockets(pids: readonly number[]): Promise<number> {
  if (pids.length === 0) return Number.NaN;
  let count = 0;
  for (const pid of pids) {
    for (const name of await readdir(`/proc/${pid}/fd`)) {
      const target = await readlink(`/proc/${pid}/fd/${name}`).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      if (target.startsWith('socket:')) count += 1;
    }
  }
  return count;
}

function row(name: string, figures: Figures): string[] {
  return [
    name,
    `+${figures.growthMB.toFixed(0)} MB`,
    `${figures.kilobytesPerSecond.toFixed(0)} KB/s`,
    String(figures.open),
    `${figures.closedMs.toFixed(0)} ms`,
    String(figures.leaked),
    String(figures.sockets),
  ];
}
