import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RunState } from '#assistant/contract.ts';
import { createDeskClient } from '../../desk-client.ts';
import { runWith } from './fixtures/runs.ts';
import { followRun, type RunLink } from './follow-run.ts';

/** What the edge answers to one call. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let streams: Answer[];
/** After these. */
let otherwise: Answer;
let asked: Answer;
/** `Last-Event-ID` of each connection. */
let lastIds: (string | undefined)[];
let origin: string;
let close: () => Promise<void>;
let stop: () => void;
const at = (change: number, more: Partial<RunState> = {}) => runWith([], { change, ...more });
const ended = (change: number) => at(change, { status: 'done', ended_at: '2026-01-01T00:00:00.000Z' });
const event = (run: RunState) => `event: run\nid: ${run.change}\ndata: ${JSON.stringify(run)}\n\n`;
const stream =
  (text: string, isEnded = true): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (isEnded) response.end(text);
    else response.write(text);
  };
const json =
  (body: object, status = 200): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const cut: Answer = (_, response) => response.destroy();

beforeEach(async () => {
  streams = [];
  otherwise = cut;
  lastIds = [];
  asked = json(at(1));
  const server = createServer((request, response) => {
    if (!request.url?.endsWith('/events')) return asked(request, response);
    lastIds.push(request.headers['last-event-id'] as string | undefined);
    (streams.shift() ?? otherwise)(request, response);
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

/** Follows from change 1 until `isDone`, and gives what was told. */
function follow(isDone: (told: { changes: number[]; links: RunLink[] }) => boolean, silenceMs = 5000) {
  const told = { changes: [] as number[], links: [] as RunLink[] };
  return new Promise<typeof told>((resolve) => {
    const look = () => isDone(told) && resolve(told);
    const following = followRun('run', {
      ...{ origin, client: createDeskClient(origin), known: at(1) },
      limits: { silenceMs, pauseMs: { first: 1, longest: 5 } },
      onState(run) {
        told.changes.push(run.change);
        look();
      },
      onLink(link) {
        if (told.links.at(-1) !== link) told.links.push(link);
        look();
      },
    });
    stop = following.stop;
  });
}
const till = (change: number) => follow(({ changes }) => changes.at(-1) === change);

describe('a run is followed', () => {
  test('event by event to its end, and no further', async () => {
    streams = [stream(`${event(at(2))}: alive\n\n${event(at(3))}${event(ended(4))}`)];
    expect(await till(4)).toEqual({ changes: [2, 3, 4], links: ['live'] });
    expect(lastIds).toEqual(['1']);
  });

  test('from the last event on where the connection breaks off, without a word about it', async () => {
    streams = [stream(event(at(2))), stream(event(at(2)) + event(ended(3)))];
    asked = json(at(2));
    expect(await till(3)).toEqual({ changes: [2, 3], links: ['live'] });
    expect(lastIds).toEqual(['1', '2']);
  });

  test('anew where the connection says nothing, not even that it is alive', async () => {
    streams = [stream(event(at(2)), false)];
    otherwise = stream(event(ended(3)));
    asked = json(at(2));
    const told = await follow(({ changes }) => changes.at(-1) === 3, 300);
    expect(told.changes).toEqual([2, 3]);
    expect([lastIds[0], lastIds.at(-1)]).toEqual(['1', '2']);
  });

  test('by asking where no connection stays, which is said', async () => {
    let change = 1;
    asked = (request, response) => {
      change += 1;
      json(change < 5 ? at(change) : ended(change))(request, response);
    };
    expect(await till(5)).toEqual({ changes: [2, 3, 4, 5], links: ['asking'] });
  });

  test('past a proxy that answers in our place, a server that fails and an ended session', async () => {
    streams = [
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Sign in</title>'),
      json({ code: 'server.failed' }, 500),
      json({ code: 'request.anonymous' }, 401),
      stream(event(ended(2))),
    ];
    const answers = [
      json({ code: 'server.failed', error: '' }, 500),
      cut,
      json({ code: 'request.anonymous', error: '' }, 401),
    ];
    asked = (request, response) => (answers.shift() ?? cut)(request, response);
    const told = await till(2);
    expect(told).toEqual({ changes: [2], links: ['asking', 'offline', 'anonymous', 'live'] });
  });

  test('no more where it is not there', async () => {
    asked = json({ code: 'run.missing', error: '' }, 404);
    const told = await follow(({ links }) => links.at(-1) === 'gone');
    expect(told.links).toEqual(['gone']);
    expect(lastIds.length).toBe(1);
  });
});
