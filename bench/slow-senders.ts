/**
 * 500 clients that send headers or a body at a byte per second, from two IP addresses with the default
 * limits, and a normal reader beside them: check R4. Dropped clients reconnect, so that there are always 500.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startApp } from '#test/support/start-app.ts';
import { forkChild } from './child-process.ts';
import { addFigure, check, resetPeakMB, residentMB } from './figures.ts';
import type { RateOptions, RateResult } from './run-at-rate.ts';

/** Two, because one client may have only 256 connections. */
const addresses = ['127.0.0.2', '127.0.0.3'];
const page = '/blog/save-a-threads-video';
const perSecond = 20;
/** Longer than any of them may last. */
const seconds = 36;
/** A connection that is closed sooner was not accepted. */
const shortestMs = 2_000;

interface Kind {
  head: string;
  senders: number;
  withinMs: number;
}

const kinds: Record<string, Kind> = {
  headers: { head: 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ', senders: 250, withinMs: 15_000 },
  bodies: {
    head: 'POST /functions/v1/extract-threads-media HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"',
    senders: 250,
    withinMs: 30_000,
  },
};

export async function measureSlowSenders(): Promise<void> {
  await using app = await startApp({ LOG_LEVEL: 'info', SEED: 'demo', LIMITS_SCALE: '1' });
  using client = forkChild('./run-at-rate.ts');
  const url = app.origin + page;
  const { byteLength: bytes } = await (await fetch(url)).arrayBuffer();
  const idle = resetPeakMB(app.pid);
  const port = Number(new URL(app.origin).port);
  const senders = await Promise.all(Object.values(kinds).map((kind) => startSenders(kind, port)));
  const options: RateOptions = { url, bytes, perSecond, seconds, liveUrl: `${app.origin}/livez` };
  const reader = await client.call<RateResult>(options);
  for (const [index, [name, { senders: count, withinMs }]] of Object.entries(kinds).entries()) {
    const result = senders[index]?.();
    if (!result) continue;
    check(`${count} slow ${name} are never rejected: ${result.rejected}`, result.rejected === 0);
    check(`${count} slow ${name} at once: ${result.fewest}`, result.fewest > count * 0.9);
    check(`all slow ${name} are dropped: ${result.dropped}`, result.dropped >= count);
    addFigure(`slow ${name}: longest connection, s`, [result.longest / 1000], { most: withinMs / 1000 });
  }
  check(
    `the reader gets its pages: ${JSON.stringify(reader.errors)}`,
    reader.rejected + reader.failedLiveChecks + Object.keys(reader.errors).length === 0,
  );
  addFigure('500 slow senders: p99 ms of a reader', [reader.p99], { most: 300 });
  addFigure('500 slow senders: peak memory, MB more', [residentMB(app.pid, 'VmHWM') - idle], { most: 50 });
}

/** Returns a function that ends the connections and returns what became of them. */
async function startSenders({ head, senders }: Kind, port: number) {
  const lifetimes: number[] = [];
  const open = new Map<Socket, number>();
  let isDone = false;
  let fewest = senders;
  const send = (index: number) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: addresses[index % addresses.length] });
    open.set(socket, performance.now());
    socket.on('error', () => socket.destroy()).resume();
    socket.write(head);
    socket.once('close', () => {
      lifetimes.push(performance.now() - (open.get(socket) ?? 0));
      open.delete(socket);
      if (!isDone) send(index);
    });
  };
  for (let index = 0; index < senders; index += 1) {
    send(index);
    // Staggers the clients, so that their bytes arrive at different times.
    if (index % 50 === 49) await pause(100);
  }
  const timer = setInterval(() => {
    fewest = Math.min(fewest, open.size);
    for (const socket of open.keys()) if (socket.writable) socket.write('x');
  }, 1_000);
  return () => {
    clearInterval(timer);
    isDone = true;
    const dropped = lifetimes.length;
    const rejected = lifetimes.filter((life) => life < shortestMs).length;
    // Open connections count too.
    const ages = [...open.values()].map((openedAt) => performance.now() - openedAt);
    for (const socket of open.keys()) socket.destroy();
    return { dropped, rejected, fewest, longest: Math.max(...lifetimes, ...ages) };
  };
}
