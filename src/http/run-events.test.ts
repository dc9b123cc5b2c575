import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import type { RunState } from '#assistant/contract.ts';
import { heartbeatMs, sendRunEvents } from './run-events.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A run that the test changes, over a real socket, with time that passes when the test says so. */
async function watched() {
  let change = 7;
  let now = 0;
  let waiting: { at: number; call: () => void }[] = [];
  const told: (() => void)[] = [];
  const listeners = new Set<() => void>();
  const clock = {
    now: () => now,
    later(ms: number, call: () => void) {
      const own = { at: now + ms, call };
      waiting.push(own);
      for (const tell of told.splice(0)) tell();
      return () => {
        waiting = waiting.filter((each) => each !== own);
      };
    },
  };
  const runs = {
    open: async (id: string) => ({ id, change, ended_at: null }) as RunState,
    changeOf: async () => change,
    watch(_: string, listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const ending = new AbortController();
  let isSignedIn = true;
  const app = new Hono();
  app.get('/events', (context) =>
    sendRunEvents(
      context,
      runs,
      { id: 'r', change, ended_at: null },
      { ending: ending.signal, isStillSignedIn: async () => isSignedIn },
      clock,
    ),
  );
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  return {
    listeners,
    ending,
    signOut() {
      isSignedIn = false;
    },
    change(isOurs: boolean) {
      change += 1;
      if (isOurs) for (const listener of listeners) listener();
    },
    /** Lets time pass once the stream waits. */
    async pass(ms: number) {
      while (waiting.length === 0) await new Promise<void>((resolve) => told.push(resolve));
      now += ms;
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.filter(({ at }) => at > now);
      for (const { call } of due) call();
    },
    async connect(lastId?: number) {
      const headers = lastId === undefined ? {} : { 'last-event-id': String(lastId) };
      const response = await fetch(address, { headers });
      const reader = response.body?.getReader();
      const decoder = new TextDecoder();
      return async () => decoder.decode((await reader?.read())?.value);
    },
  };
}

test('who watches hears of nothing within 25 seconds, then of a sign of life, and then every 25 seconds', async () => {
  const run = await watched();
  const next = await run.connect();
  expect(await next()).toContain('id: 7\n');
  const heard = next();
  await run.pass(heartbeatMs - 1000);
  await run.pass(1000);
  expect(heartbeatMs).toBe(25_000);
  expect(await heard).toBe(': alive\n\n');
  const again = next();
  for (let second = 0; second < 25; second += 1) await run.pass(1000);
  expect(await again).toBe(': alive\n\n');
});

test('a change of another process is heard of within a second, one of this process at once', async () => {
  const run = await watched();
  const next = await run.connect();
  expect(await next()).toContain('id: 7\n');
  run.change(false);
  await run.pass(1000);
  expect(await next()).toContain('id: 8\n');
  run.change(true);
  expect(await next()).toContain('id: 9\n');
});

test('who comes again with the last number hears only of what is newer', async () => {
  const run = await watched();
  const missed = await run.connect(6);
  expect(await missed()).toContain('id: 7\n');
  const upToDate = await run.connect(7);
  const heard = upToDate();
  run.change(true);
  expect(await heard).toContain('id: 8\n');
});

test('the stream ends with the process, before the run does', async () => {
  const run = await watched();
  const next = await run.connect();
  expect(await next()).toContain('id: 7\n');
  run.ending.abort();
  expect(await next()).toBe('');
  expect(run.listeners.size).toBe(0);
});

test('the stream ends within a second of the session, whatever changes meanwhile', async () => {
  const run = await watched();
  const next = await run.connect();
  expect(await next()).toContain('id: 7\n');
  run.signOut();
  run.change(false);
  await run.pass(1000);
  expect(await next()).toBe('');
  expect(run.listeners.size).toBe(0);
});
