/** Clients that download the fake's very large file, and the memory of the server meanwhile. */
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { scenes } from '#test/fakes/threads/scenes.ts';
import type { ExtractResponse } from '../src/extraction/contract.ts';
import { residentMB } from './figures.ts';

export interface Reader {
  stop(): void;
  received(): number;
  /** Resolves at the first bytes, or at the end. */
  firstByte: Promise<void>;
  /** Resolves at the end with the bytes received. */
  done: Promise<number>;
}

export async function getHugeFileUrl(origin: string): Promise<string> {
  const response = await fetch(`${origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: scenes.huge.link }),
  });
  const { qualities } = (await response.json()) as ExtractResponse;
  return new URL(qualities[0]?.url ?? '', origin).href;
}

export function read(url: string, bytes: number, bytesPerSecond = Number.POSITIVE_INFINITY): Reader {
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
export async function watchMemory(
  pids: readonly number[],
  work: () => Promise<unknown>,
): Promise<{ idle: number; peak: number }> {
  const resident = async () => {
    const sizes = await Promise.all(pids.map(residentMB));
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
