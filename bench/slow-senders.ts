/**
 * 500 clients that send headers or a body at a byte per second, from two IP addresses with the default
 * limits, and a normal reader beside them: check R4. Dropped clients reconnect, so that there are always 500.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startApp } from '#test/support/start-app.ts';
import { callChild, forkChild } from './child-process.ts';
import { checkRow, printTable, residentMB } from './figures.ts';
import type { RateOptions, RateResult } from './run-at-rate.ts';

const senders = 500;
/** Two, because one client may have only 256 connections. */
const addresses = ['127.0.0.2', '127.0.0.3'];
const page = '/blog/save-a-threads-video';
const perSecond = 20;
const calmMs = 300;
/** A connection that is closed sooner was not accepted. */
const shortestMs = 2_000;

const kinds = {
  headers: { head: 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ', withinMs: 15_000 },
  bodies: {
    head: 'POST /functions/v1/extract-threads-media HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"',
    withinMs: 30_000,
  },
};

interface Sending {
  dropped: number;
  rejected: number;
  /** Longest connection, in milliseconds. */
  longest: number;
  fewest: number;
}

export async function measureSlowSenders(windowSeconds: number): Promise<void> {
  await using app = await startApp({ LOG_LEVEL: 'info', SEED: 'demo', LIMITS_SCALE: '1' });
  const url = app.origin + page;
  const response = await fetch(url);
  const { length: bytes } = Buffer.from(await response.arrayBuffer());
  const client = forkChild('./run-at-rate.ts');
  const read = (seconds: number) =>
    callChild<RateResult>(client, {
      url,
      bytes,
      perSecond,
      seconds,
      liveUrl: `${app.origin}/livez`,
    } satisfies RateOptions);
  await read(2);
  const baseline = await read(Math.min(windowSeconds, 10));
  const idle = await residentMB(app.pid);
  const rows = [
    ['reader', 'requests/s', 'p50 ms', 'p99 ms', 'errors', 'dropped', 'longest', 'concurrent', 'memory'],
    row('baseline', baseline),
  ];
  const checks: string[][] = [];
  for (const [name, kind] of Object.entries(kinds)) {
    const seconds = Math.max(windowSeconds, (kind.withinMs / 1000) * 1.5);
    const port = Number(new URL(app.origin).port);
    const [result, sent] = await measureDuring(() => read(seconds), { ...kind, port });
    const { dropped, rejected, longest, fewest } = sent;
    const more = (await residentMB(app.pid)) - idle;
    const cells = [String(dropped), `${(longest / 1000).toFixed(1)} s`, String(fewest)];
    rows.push(row(`with slow ${name}`, result, ...cells, `+${more.toFixed(0)} MB`));
    const errorCount = result.rejected + result.failedLiveChecks + Object.keys(result.errors).length;
    checks.push(
      checkRow(`${senders} concurrent slow ${name}, none rejected`, fewest > senders * 0.9 && rejected === 0),
      checkRow(
        `each dropped within ${kind.withinMs / 1000} s`,
        dropped >= senders && longest <= kind.withinMs,
      ),
      checkRow(`reader: p99 within ${calmMs} ms, no errors`, result.p99 <= calmMs && errorCount === 0),
    );
  }
  client.disconnect();
  printTable(`R4, a reader of ${bytes} bytes with ${senders} slow senders`, rows);
  printTable('R4 targets', checks);
}

async function measureDuring<T>(
  measure: () => Promise<T>,
  { port, head }: { port: number; head: string },
): Promise<[T, Sending]> {
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
  const measured = await measure();
  clearInterval(timer);
  const dropped = lifetimes.length;
  const rejected = lifetimes.filter((life) => life < shortestMs).length;
  // Open connections count too.
  const longest = Math.max(
    ...lifetimes,
    ...[...open.values()].map((openedAt) => performance.now() - openedAt),
  );
  isDone = true;
  for (const socket of open.keys()) socket.destroy();
  return [measured, { dropped, rejected, longest, fewest }];
}

function row(name: string, result: RateResult, ...more: string[]): string[] {
  return [
    name,
    result.requestsPerSecond.toFixed(0),
    result.p50.toFixed(1),
    result.p99.toFixed(1),
    JSON.stringify(result.errors),
    ...more,
  ];
}
