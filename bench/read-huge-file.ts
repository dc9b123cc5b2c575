/** Visitors of the fake's very large file, and the memory of a process while they read. */
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExtractAnswer } from '#media/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { residentMB } from './figures.ts';

export interface Reader {
  stop(): void;
  /** Bytes that have come by now. */
  received(): number;
  /** When its first bytes have come, or it has ended. */
  begun: Promise<void>;
  /** Bytes that came, at its end. */
  done: Promise<number>;
}

export async function addressOfHugeFile(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: scenes.huge.link }),
  });
  const { qualities } = (await answer.json()) as ExtractAnswer;
  return new URL(qualities[0]?.url ?? '', origin).href;
}

/** Reads `bytes` of a file, at most `bytesPerSecond`. */
export function read(url: string, bytes: number, bytesPerSecond = Number.POSITIVE_INFINITY): Reader {
  let received = 0;
  const begun = Promise.withResolvers<void>();
  const done = Promise.withResolvers<number>();
  const end = () => {
    begun.resolve();
    done.resolve(received);
  };
  const sent = request(url, { headers: { range: `bytes=0-${bytes - 1}` }, agent: false }, (response) => {
    const started = performance.now();
    response.on('data', (chunk: Buffer) => {
      received += chunk.length;
      begun.resolve();
      const dueMs = (received / bytesPerSecond) * 1000 - (performance.now() - started);
      if (dueMs > 20) {
        response.pause();
        setTimeout(() => response.resume(), dueMs);
      }
    });
    response.on('close', end);
  });
  sent.on('error', end);
  sent.end();
  return { stop: () => sent.destroy(), received: () => received, begun: begun.promise, done: done.promise };
}

/** MB of all those processes together: before, and at most while `work` went on. */
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
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await resident());
      await pause(100);
    }
  })();
  await work();
  isOver = true;
  await watching;
  return { idle, peak };
}
