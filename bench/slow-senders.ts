/**
 * 500 that send a byte a second, of headers and of a body, from two addresses and with the limits as they are, and a
 * reader beside them: check R4. Whoever is dropped comes back, so that there are 500 all the time.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startApp } from '#test/support/start-app.ts';
import { checkRow, printTable, residentMB } from './figures.ts';
import type { Held, Hold } from './hold-rate.ts';
import { askPart, forkPart } from './own-process.ts';

const senders = 500;
/** One client may have 256 connections. */
const addresses = ['127.0.0.2', '127.0.0.3'];
const page = '/blog/save-a-threads-video';
const perSecond = 20;
const calmMs = 300;
/** Sooner it was not let in at all. */
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
  /** Dropped before they could be slow. */
  turnedAway: number;
  /** Milliseconds that the one which was let to send longest had. */
  longest: number;
  /** At once, when all have come. */
  fewest: number;
}

export async function measureSlowSenders(windowSeconds: number): Promise<void> {
  await using app = await startApp({ LOG_LEVEL: 'info', SEED: 'demo', LIMITS_SCALE: '1' });
  const url = app.origin + page;
  const answer = await fetch(url);
  const { length: bytes } = Buffer.from(await answer.arrayBuffer());
  const client = forkPart('./hold-rate.ts');
  const read = (seconds: number) =>
    askPart<Held>(client, { url, bytes, perSecond, seconds, liveUrl: `${app.origin}/livez` } satisfies Hold);
  await read(2);
  const alone = await read(Math.min(windowSeconds, 10));
  const idle = await residentMB(app.pid);
  const rows = [
    ['reader', 'asked/s', 'p50 ms', 'p99 ms', 'faults', 'dropped', 'longest', 'at once', 'memory'],
    row('alone', alone),
  ];
  const checks: string[][] = [];
  for (const [name, kind] of Object.entries(kinds)) {
    const seconds = Math.max(windowSeconds, (kind.withinMs / 1000) * 1.5);
    const port = Number(new URL(app.origin).port);
    const [held, sent] = await besides(() => read(seconds), { ...kind, port });
    const { dropped, turnedAway, longest, fewest } = sent;
    const more = (await residentMB(app.pid)) - idle;
    const cells = [String(dropped), `${(longest / 1000).toFixed(1)} s`, String(fewest)];
    rows.push(row(`beside slow ${name}`, held, ...cells, `+${more.toFixed(0)} MB`));
    const faults = held.refused + held.silences + Object.keys(held.faults).length;
    checks.push(
      checkRow(
        `${senders} slow ${name} at once, none turned away`,
        fewest > senders * 0.9 && turnedAway === 0,
      ),
      checkRow(
        `each dropped within ${kind.withinMs / 1000} s`,
        dropped >= senders && longest <= kind.withinMs,
      ),
      checkRow(`the reader: 99 of 100 within ${calmMs} ms, no fault`, held.p99 <= calmMs && faults === 0),
    );
  }
  client.disconnect();
  printTable(`R4, a reader of ${bytes} bytes beside ${senders} slow senders`, rows);
  printTable('R4 asks for', checks);
}

/** What is measured while the slow ones are there, and what became of them. */
async function besides<T>(
  measure: () => Promise<T>,
  { port, head }: { port: number; head: string },
): Promise<[T, Sending]> {
  const lives: number[] = [];
  const open = new Map<Socket, number>();
  let isOver = false;
  let fewest = senders;
  const send = (place: number) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: addresses[place % addresses.length] });
    open.set(socket, performance.now());
    socket.on('error', () => socket.destroy()).resume();
    socket.write(head);
    socket.once('close', () => {
      lives.push(performance.now() - (open.get(socket) ?? 0));
      open.delete(socket);
      if (!isOver) send(place);
    });
  };
  for (let place = 0; place < senders; place += 1) {
    send(place);
    // Not all in one moment: a byte of each comes at its own.
    if (place % 50 === 49) await pause(100);
  }
  const timer = setInterval(() => {
    fewest = Math.min(fewest, open.size);
    for (const socket of open.keys()) if (socket.writable) socket.write('x');
  }, 1_000);
  const measured = await measure();
  clearInterval(timer);
  const dropped = lives.length;
  const turnedAway = lives.filter((life) => life < shortestMs).length;
  // Who is still there has not been let to send for longer either.
  const longest = Math.max(...lives, ...[...open.values()].map((begun) => performance.now() - begun));
  isOver = true;
  for (const socket of open.keys()) socket.destroy();
  return [measured, { dropped, turnedAway, longest, fewest }];
}

function row(name: string, held: Held, ...more: string[]): string[] {
  return [
    name,
    held.askedPerSecond.toFixed(0),
    held.p50.toFixed(1),
    held.p99.toFixed(1),
    JSON.stringify(held.faults),
    ...more,
  ];
}
