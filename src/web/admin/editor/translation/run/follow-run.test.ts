import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RunState } from '#translation/contract.ts';
import { createAdminApi } from '../../../admin-api.ts';
import { runWith } from '../fixtures/runs.ts';
import { followRun, type RunConnection } from './follow-run.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let streams: Handler[];
/** Used once `streams` is empty. */
let fallbackHandler: Handler;
let stateHandler: Handler;
/** `Last-Event-ID` of each connection. */
let lastIds: (string | undefined)[];
let origin: string;
let close: () => Promise<void>;
let stop: () => void;
const at = (change: number, more: Partial<RunState> = {}) => runWith([], { change, ...more });
const ended = (change: number) => at(change, { status: 'done', ended_at: '2026-01-01T00:00:00.000Z' });
const event = (run: RunState) => `event: run\nid: ${run.change}\ndata: ${JSON.stringify(run)}\n\n`;
const stream =
  (text: string, isEnded = true): Handler =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (isEnded) response.end(text);
    else response.write(text);
  };
const json =
  (body: object, status = 200): Handler =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const dropConnection: Handler = (_, response) => response.destroy();

beforeEach(async () => {
  streams = [];
  fallbackHandler = dropConnection;
  lastIds = [];
  stateHandler = json(at(1));
  const server = createServer((request, response) => {
    if (!request.url?.endsWith('/events')) return stateHandler(request, response);
    lastIds.push(request.headers['last-event-id'] as string | undefined);
    (streams.shift() ?? fallbackHandler)(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
});
afterEach(async () => {
  stop();
  await close();
});

/** Follows from change 1 until `isDone` and resolves to what was received. */
function follow(
  isDone: (received: { changes: number[]; connections: RunConnection[] }) => boolean,
  silenceMs = 5000,
) {
  const received = { changes: [] as number[], connections: [] as RunConnection[] };
  return new Promise<typeof received>((resolve) => {
    const check = () => isDone(received) && resolve(received);
    const following = followRun('run', {
      origin,
      client: createAdminApi(origin),
      known: at(1),
      limits: { silenceMs, pauseMs: { first: 1, longest: 5 } },
      onState(run) {
        received.changes.push(run.change);
        check();
      },
      onConnection(connection) {
        if (received.connections.at(-1) !== connection) received.connections.push(connection);
        check();
      },
    });
    stop = following.stop;
  });
}
const followUntil = (change: number) => follow(({ changes }) => changes.at(-1) === change);

describe('following a run', () => {
  test('reports every event until the run ends', async () => {
    streams = [stream(`${event(at(2))}: alive\n\n${event(at(3))}${event(ended(4))}`)];
    expect(await followUntil(4)).toEqual({ changes: [2, 3, 4], connections: ['live'] });
    expect(lastIds).toEqual(['1']);
  });

  test('continues after the last event if the connection breaks off', async () => {
    streams = [stream(event(at(2))), stream(event(at(2)) + event(ended(3)))];
    stateHandler = json(at(2));
    expect(await followUntil(3)).toEqual({ changes: [2, 3], connections: ['live'] });
    expect(lastIds).toEqual(['1', '2']);
  });

  test('reconnects if the connection is silent, without heartbeats', async () => {
    streams = [stream(event(at(2)), false)];
    fallbackHandler = stream(event(ended(3)));
    stateHandler = json(at(2));
    const received = await follow(({ changes }) => changes.at(-1) === 3, 300);
    expect(received.changes).toEqual([2, 3]);
    expect([lastIds[0], lastIds.at(-1)]).toEqual(['1', '2']);
  });

  test('falls back to polling if no connection lasts, and reports it', async () => {
    let change = 1;
    stateHandler = (request, response) => {
      change += 1;
      json(change < 5 ? at(change) : ended(change))(request, response);
    };
    expect(await followUntil(5)).toEqual({ changes: [2, 3, 4, 5], connections: ['polling'] });
  });

  test('survives a proxy’s response, server errors and an ended session', async () => {
    streams = [
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Sign in</title>'),
      json({ code: 'server.failed' }, 500),
      json({ code: 'request.anonymous' }, 401),
      stream(event(ended(2))),
    ];
    const handlers = [
      json({ code: 'server.failed', error: '' }, 500),
      dropConnection,
      json({ code: 'request.anonymous', error: '' }, 401),
    ];
    stateHandler = (request, response) => (handlers.shift() ?? dropConnection)(request, response);
    const received = await followUntil(2);
    expect(received).toEqual({ changes: [2], connections: ['polling', 'offline', 'anonymous', 'live'] });
  });

  test('stops if the run no longer exists', async () => {
    stateHandler = json({ code: 'run.missing', error: '' }, 404);
    const received = await follow(({ connections }) => connections.at(-1) === 'gone');
    expect(received.connections).toEqual(['gone']);
    expect(lastIds.length).toBe(1);
  });
});
