import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '#test/support/local-servers.ts';
import type { RunState } from '#translation/contract.ts';
import { createAdminApi } from '../../../admin-api.ts';
import { runWith } from '../fixtures/runs.ts';
import { pollRun, type RunConnection } from './poll-run.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let handlers: Handler[];
let requests: number;
let origin: string;
let close: () => unknown;
let polling: ReturnType<typeof pollRun>;
const at = (change: number, more: Partial<RunState> = {}) => runWith([], { change, ...more });
const ended = (change: number) => at(change, { status: 'done', ended_at: '2026-01-01T00:00:00.000Z' });
const json =
  (body: object, status = 200): Handler =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const dropConnection: Handler = (_, response) => response.destroy();
const neverAnswer: Handler = () => undefined;

beforeEach(async () => {
  handlers = [];
  requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    (handlers.shift() ?? dropConnection)(request, response);
  });
  ({ origin, close } = await listen(server));
});
afterEach(async () => {
  polling.stop();
  await close();
});

/** Polls from change 1 until `isDone` and resolves to what was received. */
function follow(
  isDone: (received: { changes: number[]; connections: RunConnection[] }) => boolean,
  { timeoutMs = 5000, firstPauseMs = 1 } = {},
) {
  const received = { changes: [] as number[], connections: [] as RunConnection[] };
  return new Promise<typeof received>((resolve) => {
    const check = () => isDone(received) && resolve(received);
    polling = pollRun({
      client: createAdminApi(origin),
      known: at(1),
      limits: { timeoutMs, pauseMs: { first: firstPauseMs, longest: Math.max(firstPauseMs, 5) } },
      onState(run) {
        received.changes.push(run.change);
        check();
      },
      onConnection(connection) {
        if (received.connections.at(-1) !== connection) received.connections.push(connection);
        check();
      },
    });
  });
}
const followUntil = (change: number, limits?: Parameters<typeof follow>[1]) =>
  follow(({ changes }) => changes.at(-1) === change, limits);

/** For ten pauses. */
async function expectNoMoreRequests(): Promise<void> {
  const before = requests;
  for (let count = 0; count < 10; count += 1) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(requests).toBe(before);
}

describe('polling a run', () => {
  test('reports each newer state until the run ends', async () => {
    handlers = [json(at(1)), json(at(2)), json(at(2)), json(at(1)), json(at(3)), json(ended(4))];
    expect(await followUntil(4)).toEqual({ changes: [2, 3, 4], connections: ['live'] });
    expect(requests).toBe(6);
    await expectNoMoreRequests();
  });

  test('does not report a single lost request', async () => {
    handlers = [dropConnection, json(at(2)), json({ code: 'server.failed', error: '' }, 500), json(ended(3))];
    expect(await followUntil(3)).toEqual({ changes: [2, 3], connections: ['live'] });
  });

  test('a request without an answer ends at its limit, and the next one follows', async () => {
    // On a busy machine, one that is answered may be too slow as well.
    handlers = [neverAnswer, neverAnswer, ...Array.from({ length: 20 }, () => json(ended(2)))];
    const { changes, connections } = await followUntil(2, { timeoutMs: 100 });
    expect([changes, connections]).toEqual([[2], ['interrupted', 'live']]);
  });

  test('survives a proxy’s response, server errors and an ended session', async () => {
    handlers = [
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Sign in</title>'),
      json({ code: 'server.failed', error: '' }, 500),
      dropConnection,
      json({ code: 'request.anonymous', error: '' }, 401),
      json(ended(2)),
    ];
    const received = await followUntil(2);
    expect(received).toEqual({
      changes: [2],
      connections: ['interrupted', 'offline', 'anonymous', 'live'],
    });
  });

  test('the end is reported even if its number is not newer, and another answer is a failure', async () => {
    handlers = [json({}), json([]), json(ended(1))];
    expect(await followUntil(1)).toEqual({ changes: [1], connections: ['interrupted', 'live'] });
  });

  test('stops if the run no longer exists', async () => {
    handlers = [json({ code: 'run.missing', error: '' }, 404)];
    const received = await follow(({ connections }) => connections.at(-1) === 'gone');
    expect(received.connections).toEqual(['gone']);
    await expectNoMoreRequests();
  });

  test('can be stopped during a request, which is aborted, and during a pause', async () => {
    const aborted = Promise.withResolvers<void>();
    handlers = [(_, response) => response.once('close', aborted.resolve)];
    void follow(() => false);
    while (requests < 1) await new Promise((resolve) => setImmediate(resolve));
    polling.stop();
    await aborted.promise;
    await expectNoMoreRequests();
    handlers = [json(at(1))];
    await follow(({ connections }) => connections.length === 1, { firstPauseMs: 20 });
    polling.stop();
    await expectNoMoreRequests();
  });

  test('`wake` ends a pause', async () => {
    handlers = [json(at(1)), json(ended(2))];
    const received = followUntil(2, { firstPauseMs: 3_600_000 });
    const waking = setInterval(() => polling.wake(), 1);
    expect((await received).changes).toEqual([2]);
    clearInterval(waking);
  });
});
