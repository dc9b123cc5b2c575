import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createSealer } from '#platform/sealed-token.ts';
import { createArchiveTickets } from './archive-ticket.ts';
import { archivePath, resumeGraceMs, ticketLifetimeMs } from './contract.ts';
import { createTicketIssuer, type TicketRequest } from './issue-ticket.ts';
import { judgeHead } from './judge-head.ts';

const sealer = createSealer('a secret of at least thirty-two bytes', 'media');
const postUrl = 'https://www.threads.com/@a/post/b';

function issue(request: Partial<TicketRequest> = {}, item: Partial<TicketRequest['item']> = {}) {
  const ask = createTicketIssuer({
    sealer,
    judge: (address) =>
      ({ url: new URL(address) }) as ReturnType<Parameters<typeof createTicketIssuer>[0]['judge']>,
    now: () => 1_000,
  });
  return ask({
    ...{ url: 'https://a.fbcdn.net/a', name: 'a', format: 'MP4', purpose: 'attachment' },
    item: { postUrl, itemId: '1', format: 'MP4', part: 'file', ...item },
    ...request,
  });
}
const urlOf = (length: number) => 'https://a.fbcdn.net/'.padEnd(length, 'x');

test('a ticket is given up to each of its bounds, and not one character beyond', () => {
  expect(issue({ url: urlOf(2_000) })).not.toBeNull();
  expect(issue({ url: urlOf(2_001) })).toBeNull();
  expect(issue({ url: `${urlOf(1_998)}é` })).toBeNull();
  expect(issue({ url: `${urlOf(20)}${'x/../'.repeat(400)}` })).toBeNull();
  expect(issue({}, { itemId: 'x'.repeat(128) })).not.toBeNull();
  expect(issue({}, { itemId: 'x'.repeat(129) })).toBeNull();
  expect(issue({}, { postUrl: 'x'.repeat(300) })).not.toBeNull();
  expect(issue({}, { postUrl: 'x'.repeat(301) })).toBeNull();
});

test('a ticket names its conversions only where it has some', () => {
  const sealed = (path: string | null) => sealer.open((path ?? '').slice('/media/'.length));
  expect(sealed(issue())).not.toHaveProperty('value.conversions');
  expect(sealed(issue({ conversions: ['jpg'] }))).toMatchObject({
    value: { conversions: ['jpg'], expiresAt: 1_000 + ticketLifetimeMs },
  });
});

function archives() {
  const clock = { now: 1_000 };
  return {
    clock,
    tickets: createArchiveTickets({
      sealer,
      now: () => clock.now,
      admits: (pass, _postUrl, graceMs = 0) =>
        pass === 'good' || (pass === 'late' && graceMs === resumeGraceMs),
    }),
  };
}

test('two items are a ZIP, and an address of a post may be as long as its bound', () => {
  const { tickets } = archives();
  expect(tickets.issue(postUrl, ['1', '2'], false)).not.toBeNull();
  expect(tickets.issue('x'.repeat(300), ['1', '2'], false)).not.toBeNull();
  expect(tickets.issue('x'.repeat(301), ['1', '2'], false)).toBeNull();
});

test('a pass that is over opens the rest of a ZIP alone, and another pass not even that', () => {
  const { tickets } = archives();
  const token = (tickets.issue(postUrl, ['1', '2'], false) ?? '').slice(archivePath.length);
  expect(tickets.open(`${token}?pass=late`, true, true)).toMatchObject({ value: { onlyRest: true } });
  expect(tickets.open(`${token}?pass=good`, true, true)).not.toHaveProperty('value.onlyRest');
  for (const [query, isRest] of [
    ['?pass=late', false],
    ['?pass=bad', true],
    ['', true],
  ] as const)
    expect(tickets.open(token + query, true, isRest)).toMatchObject({ error: { code: 'ticket.locked' } });
});

const head = (statusCode: number, headers: IncomingMessage['headers'], range: string | null = null) =>
  judgeHead({ statusCode, headers } as IncomingMessage, { method: 'GET', range });

test.each([
  [416, { 'content-range': 'bytes */9' }, 'bytes=9-', 'media.range'],
  [416, {}, null, 'media.gone'],
  [408, {}, null, 'media.unreachable'],
  [400, {}, null, 'media.gone'],
  [499, {}, null, 'media.gone'],
  [500, {}, null, 'media.unreachable'],
  [429, {}, null, 'media.busy'],
  [503, {}, null, 'media.busy'],
  [206, { 'content-range': 'bytes 0-1/9' }, null, 'media.unreachable'],
  [206, { 'content-range': 'bytes 1-2/9' }, 'bytes=0-1', 'media.unreachable'],
  [206, { 'content-range': 'bytes 0-1/9', 'content-length': '3' }, 'bytes=0-1', 'media.unreachable'],
  [200, { 'content-encoding': 'gzip', 'content-length': '3' }, null, 'media.wrong_type'],
  [200, { 'content-length': '0' }, null, 'media.wrong_type'],
  [200, {}, null, 'media.unreachable'],
])('a host that answers %d with %j to the range %s is refused as %s', (status, headers, range, code) => {
  expect(head(status, headers, range)).toMatchObject({ ok: false, error: { code } });
});

test('a whole file and the part that was asked for are taken with their lengths', () => {
  expect(head(200, { 'content-length': '9', 'content-encoding': 'identity' })).toEqual({
    ...{ ok: true, value: { range: null, length: 9, totalBytes: 9 } },
  });
  expect(head(200, { 'transfer-encoding': 'chunked', 'content-length': '9' })).toMatchObject({
    value: { length: null },
  });
  const range = { from: 0, to: 1, totalBytes: 9 };
  expect(head(206, { 'content-range': 'bytes 0-1/9' }, 'bytes=0-1')).toEqual({
    ...{ ok: true, value: { range, length: 2, totalBytes: 9 } },
  });
});
