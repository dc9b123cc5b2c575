/** Memory of the built product while visitors stream: 50 of 50 MB, and 200 slow ones of a very large file. */
import { request } from 'node:http';
import type { ExtractAnswer } from '#media/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { startApp } from '#test/support/start-app.ts';
import { printTable, residentMB } from './figures.ts';

interface Reader {
  stop(): void;
  done: Promise<number>;
}

async function addressOfHugeFile(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: scenes.huge.link }),
  });
  const { qualities } = (await answer.json()) as ExtractAnswer;
  return new URL(qualities[0]?.url ?? '', origin).href;
}

/** Reads `bytes` of a file, at most `bytesPerSecond`; resolves with what arrived. */
function read(url: string, bytes: number, bytesPerSecond = Number.POSITIVE_INFINITY): Reader {
  let received = 0;
  let settle: (received: number) => void;
  const done = new Promise<number>((resolve) => {
    settle = resolve;
  });
  const sent = request(url, { headers: { range: `bytes=0-${bytes - 1}` }, agent: false }, (response) => {
    const started = performance.now();
    response.on('data', (chunk: Buffer) => {
      received += chunk.length;
      const dueMs = (received / bytesPerSecond) * 1000 - (performance.now() - started);
      if (dueMs > 20) {
        response.pause();
        setTimeout(() => response.resume(), dueMs);
      }
    });
    response.on('close', () => settle(received));
  });
  sent.on('error', () => settle(received));
  sent.end();
  return { stop: () => sent.destroy(), done };
}

async function watch(pid: number, work: Promise<unknown>): Promise<{ idle: number; peak: number }> {
  const idle = await residentMB(pid);
  let peak = idle;
  const timer = setInterval(async () => {
    peak = Math.max(peak, await residentMB(pid));
  }, 100);
  await work;
  clearInterval(timer);
  return { idle, peak };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function measureMemory(): Promise<void> {
  await using threads = await startFakeThreads();
  const rows: string[][] = [];
  {
    await using app = await startApp(threads.environment);
    const url = await addressOfHugeFile(app.origin);
    const size = 50 * 1024 * 1024;
    const fifty = Array.from({ length: 50 }, () => read(url, size));
    const { idle, peak } = await watch(app.pid, Promise.all(fifty.map((reader) => reader.done)));
    const short = (await Promise.all(fifty.map((reader) => reader.done))).filter(
      (received) => received !== size,
    ).length;
    rows.push([
      '50 clients of 50 MB',
      `${idle.toFixed(0)} MB idle`,
      `${peak.toFixed(0)} MB peak`,
      `+${(peak - idle).toFixed(0)} MB`,
      `${short} short`,
    ]);
  }
  {
    await using app = await startApp(threads.environment);
    const url = await addressOfHugeFile(app.origin);
    const slow = Array.from({ length: 200 }, () => read(url, 500 * 1024 * 1024, 64 * 1024));
    const { idle, peak } = await watch(app.pid, wait(20_000));
    const open = threads.openMediaResponses();
    for (const reader of slow) reader.stop();
    const left = performance.now();
    while (threads.openMediaResponses() > 0 && performance.now() - left < 10_000) await wait(10);
    const closedMs = performance.now() - left;
    rows.push([
      '200 slow readers of 500 MB, 20 s',
      `${idle.toFixed(0)} MB idle`,
      `${peak.toFixed(0)} MB peak`,
      `+${(peak - idle).toFixed(0)} MB`,
      `${open} upstream streams, all closed ${closedMs.toFixed(0)} ms after the visitors left`,
    ]);
  }
  printTable('memory of the product while it streams', rows);
}
