/** 200 clients that read files of 500 MB at 64 KB/s and disconnect; then 1,000 aborted downloads. */
import { readdirSync, readlinkSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Child } from './child-process.ts';
import { addFigure, check, median, resetPeakMB, residentMB } from './figures.ts';
import { issueUrls, startMediaHost } from './relay.ts';
import { interleave, startProducts, type Trees } from './trees.ts';

const readers = 200;
const bytesPerSecond = 64 * 1024;
const megabytes = 500;
const aborted = 1_000;
const abortedAtOnce = 50;
const closeTimeoutMs = 10_000;

function read(url: string) {
  let received = 0;
  const firstByte = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const finish = () => {
    firstByte.resolve();
    done.resolve();
  };
  const sent = request(url, { agent: false }, (response) => {
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
    /** Resolves at the first bytes, or at the end. */
    firstByte: firstByte.promise,
    done: done.promise,
  };
}

export async function measureSlowReaders(trees: Trees, windowSeconds: number): Promise<void> {
  using mediaHost = await startMediaHost('https');
  await using started = await startProducts(trees, mediaHost.settings);
  const medians = await interleave(1, started.products, async (product) => {
    const url = (await issueUrls(product, mediaHost))(megabytes);
    const idle = resetPeakMB(product.pid);
    const slow = Array.from({ length: readers }, () => read(url));
    await Promise.all(slow.map(({ firstByte }) => firstByte));
    const before = slow.map((reader) => reader.received());
    await pause(windowSeconds * 1000);
    const speed = median(slow.map((reader, index) => reader.received() - (before[index] ?? 0)));
    check(`${readers} slow readers get their bytes`, speed > 0.8 * bytesPerSecond * windowSeconds);
    const open = await countOpen(mediaHost);
    check(`${readers} slow readers have as many connections upstream: ${open}`, open === readers);
    for (const reader of slow) reader.stop();
    const closedMs = await waitUntilClosed(mediaHost);
    await Promise.all(slow.map(({ done }) => done));
    const growth = residentMB(product.pid, 'VmHWM') - idle;

    const sockets = countSockets(product.pid);
    for (let count = 0; count < aborted; count += abortedAtOnce)
      await Promise.all(Array.from({ length: abortedAtOnce }, (_, index) => abortDownload(url, index)));
    await waitUntilClosed(mediaHost);
    check(`${aborted} aborted downloads end at the media host`, (await countOpen(mediaHost)) === 0);
    check(`${aborted} aborted downloads leave no socket`, countSockets(product.pid) <= sockets);
    return { growth, closedMs };
  });
  addFigure(`${readers} slow readers: peak memory, MB more`, medians('growth'), { most: 50 });
  addFigure(`${readers} readers disconnect: ms until closed upstream`, medians('closedMs'), { most: 200 });
}

/** Half of the clients abort after the first byte, the others after 5 ms. */
async function abortDownload(url: string, index: number): Promise<void> {
  const reader = read(url);
  await (index % 2 === 0 ? reader.firstByte : pause(5));
  reader.stop();
  await reader.done;
}

const countOpen = (mediaHost: Child) => mediaHost.call<number>({});

async function waitUntilClosed(mediaHost: Child): Promise<number> {
  const startedAt = performance.now();
  while ((await countOpen(mediaHost)) > 0 && performance.now() - startedAt < closeTimeoutMs) await pause(5);
  return performance.now() - startedAt;
}

function countSockets(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).filter((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`).startsWith('socket:');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }).length;
}
