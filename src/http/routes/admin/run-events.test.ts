import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '#test/support/local-servers.ts';
import type { RunState } from '#translation/contract.ts';
import { eventHeartbeatMs, sendRunEvents } from './run-events.ts';

/** Streams a run that the test changes, over a real socket and with a fake clock. */
async function startEventStream() {
  let change = 7;
  let now = 0;
  let waiting: { at: number; call: () => void }[] = [];
  const scheduleListeners: (() => void)[] = [];
  const listeners = new Set<() => void>();
  const clock = {
    now: () => now,
    schedule(ms: number, call: () => void) {
      const timer = { at: now + ms, call };
      waiting.push(timer);
      for (const notify of scheduleListeners.splice(0)) notify();
      return () => {
        waiting = waiting.filter((other) => other !== timer);
      };
    },
  };
  const runs = {
    read: async (id: string) => ({ id, change, ended_at: null }) as RunState,
    readChangeNumber: async () => change,
    watch(_: string, listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const shutdown = new AbortController();
  let isSignedIn = true;
  const app = new Hono();
  app.get('/events', (context) =>
    sendRunEvents(
      context,
      runs,
      { id: 'r', change, ended_at: null },
      { shutdownSignal: shutdown.signal, isStillSignedIn: async () => isSignedIn },
      clock,
    ),
  );
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  const { origin, close } = await listen(server);
  onTestFinished(close);
  return {
    listeners,
    shutdown,
    signOut() {
      isSignedIn = false;
    },
    change(isOurs: boolean) {
      change += 1;
      if (isOurs) for (const listener of listeners) listener();
    },
    /** Advances the clock once the stream has set its timer. */
    async pass(ms: number) {
      while (waiting.length === 0) await new Promise<void>((resolve) => scheduleListeners.push(resolve));
      now += ms;
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.filter(({ at }) => at > now);
      for (const { call } of due) call();
    },
    async connect(lastId?: number) {
      const headers = lastId === undefined ? {} : { 'last-event-id': String(lastId) };
      const response = await fetch(`${origin}/events`, { headers });
      const reader = response.body?.getReader();
      const decoder = new TextDecoder();
      return async () => decoder.decode((await reader?.read())?.value);
    },
  };
}

test('an idle stream sends a heartbeat every 25 seconds', async () => {
  const run = await startEventStream();
  const next = await run.connect();
  expect(await next()).toContain('id: 7\n');
  const event = next();
  await run.pass(eventHeartbeatMs - 1000);
  await run.pass(1000);
  expect(eventHeartbeatMs).toBe(25_000);
  expect(await event).toBe(': alive\n\n');
  const again = next();
  for (let second = 0; second < 25; second += 1) await run.pass(1000);
  expect(await again).toBe(': alive\n\n');
});

test('sends changes of this process at once and of others within a second', async () => {
  const run = await startEventStream();
  const next = await run.connect();
  expect(await next()).toContain('id: 7\n');
  run.change(false);
  await run.pass(1000);
  expect(await next()).toContain('id: 8\n');
  run.change(true);
  expect(await next()).toContain('id: 9\n');
});

test('a client that reconnects with its last event id gets only newer states', async () => {
  const run = await startEventStream();
  const nextMissed = await run.connect(6);
  expect(await nextMissed()).toContain('id: 7\n');
  const nextAfterLatest = await run.connect(7);
  const event = nextAfterLatest();
  run.change(true);
  expect(await event).toContain('id: 8\n');
});

test('the stream ends when the process shuts down', async () => {
  const run = await startEventStream();
  const next = await run.connect();
  expect(await next()).toContain('id: 7\n');
  run.shutdown.abort();
  expect(await next()).toBe('');
  expect(run.listeners.size).toBe(0);
});

test('the stream ends within a second after the session ends', async () => {
  const run = await startEventStream();
  const next = await run.connect();
  expect(await next()).toContain('id: 7\n');
  run.signOut();
  run.change(false);
  await run.pass(1000);
  expect(await next()).toBe('');
  expect(run.listeners.size).toBe(0);
});
