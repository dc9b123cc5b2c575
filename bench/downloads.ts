import { readdir, readlink } from 'node:fs/promises';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { type FakeThreads, startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { startApp } from '#test/support/start-app.ts';
import { hasNginx } from '#test/support/start-nginx.ts';
import type { ExtractResponse } from '../src/extraction/contract.ts';
import { checkRow, median, printTable, residentMB } from './figures.ts';
import { startPlainNginx } from './plain-nginx.ts';

interface Reader {
  stop(): void;
  received(): number;
  /** Resolves at the first bytes, or at the end. */
  firstByte: Promise<void>;
  /** Resolves at the end with the bytes received. */
  done: Promise<number>;
}

async function getHugeFileUrl(origin: string): Promise<string> {
  const response = await fetch(`${origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: scenes.huge.link }),
  });
  const { qualities } = (await response.json()) as ExtractResponse;
  return new URL(qualities[0]?.url ?? '', origin).href;
}

/** A client of the fake's very large file. */
function read(url: string, bytes: number, bytesPerSecond = Number.POSITIVE_INFINITY): Reader {
  let received = 0;
  const firstByte = Promise.withResolvers<void>();
  const done = Promise.withResolvers<number>();
  const finish = () => {
    firstByte.resolve();
    done.resolve(received);
  };
  const sent = request(url, { headers: { range: `bytes=0-${bytes - 1}` }, agent: false }, (response) => {
    const started = performance.now();
    response.on('data', (chunk: Buffer) => {
      received += chunk.length;
      firstByte.resolve();
      const dueMs = (received / bytesPerSecond) * 1000 - (performance.now() - started);
      if (dueMs > 20) {
        response.pause();
        setTimeout(() => response.resume(), dueMs);
      }
    });
    response.on('close', finish);
  });
  sent.on('error', finish);
  sent.end();
  return {
    stop: () => sent.destroy(),
    received: () => received,
    firstByte: firstByte.promise,
    done: done.promise,
  };
}

/** Total memory of the processes in MB: before `work`, and the peak during it. */
async function watchMemory(
  pids: readonly number[],
  work: () => Promise<unknown>,
): Promise<{ idle: number; peak: number }> {
  const resident = async () => {
    const sizes = await Promise.all(pids.map((pid) => residentMB(pid)));
    return sizes.length === 0 ? Number.NaN : sizes.reduce((sum, size) => sum + size, 0);
  };
  const idle = await resident();
  let peak = idle;
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      peak = Math.max(peak, await resident());
      await pause(100);
    }
  })();
  await work();
  isDone = true;
  await watching;
  return { idle, peak };
}

const streamedBytes = 50 * 1024 * 1024;

/** Memory of the server while 50 clients stream 50 MB each. */
export async function measureMemory(): Promise<void> {
  await using threads = await startFakeThreads();
  await using app = await startApp(threads.environment);
  const url = await getHugeFileUrl(app.origin);
  let received: number[] = [];
  const { idle, peak } = await watchMemory([app.pid], async () => {
    const readers = Array.from({ length: 50 }, () => read(url, streamedBytes));
    received = await Promise.all(readers.map((reader) => reader.done));
  });
  printTable('memory of the server while it streams', [
    [
      '50 clients, 50 MB each',
      `${idle.toFixed(0)} MB idle`,
      `${peak.toFixed(0)} MB peak`,
      `+${(peak - idle).toFixed(0)} MB`,
      `${received.filter((bytes) => bytes !== streamedBytes).length} incomplete`,
    ],
  ]);
}

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

/**
 * 200 clients that read 500 MB files at 64 KB/s, then 1,000 aborted downloads: check R1. Compared with nginx
 * as a plain proxy of the same file, measured separately.
 */
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
