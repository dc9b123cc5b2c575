import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import { resumeGraceMs, ticketLifetimeMs, zipPath } from './contract.ts';
import { createTicketIssuer, type TicketRequest } from './file-ticket.ts';
import { validateHead } from './upstream/response-head.ts';
import { createZipTickets } from './zip-ticket.ts';

const sealer = createSealer('a secret of at least thirty-two bytes', 'media');
const postUrl = 'https://www.threads.com/@a/post/b';

function issue(request: Partial<TicketRequest> = {}, item: Partial<TicketRequest['item']> = {}) {
  const issueTicket = createTicketIssuer({
    sealer,
    validateUrl: (url) =>
      ({ url: new URL(url) }) as ReturnType<Parameters<typeof createTicketIssuer>[0]['validateUrl']>,
    now: () => 1_000,
  });
  return issueTicket({
    url: 'https://a.fbcdn.net/a',
    name: 'a',
    format: 'MP4',
    purpose: 'attachment',
    item: { postUrl, itemId: '1', format: 'MP4', part: 'file', ...item },
    ...request,
  });
}
const createUrl = (length: number) => 'https://a.fbcdn.net/'.padEnd(length, 'x');

test('tickets are issued up to each length limit, and not one character beyond', () => {
  expect(issue({ url: createUrl(2_000) })).not.toBeNull();
  expect(issue({ url: createUrl(2_001) })).toBeNull();
  expect(issue({ url: `${createUrl(1_998)}é` })).toBeNull();
  expect(issue({ url: `${createUrl(20)}${'x/../'.repeat(400)}` })).toBeNull();
  expect(issue({}, { itemId: 'x'.repeat(128) })).not.toBeNull();
  expect(issue({}, { itemId: 'x'.repeat(129) })).toBeNull();
  expect(issue({}, { postUrl: 'x'.repeat(300) })).not.toBeNull();
  expect(issue({}, { postUrl: 'x'.repeat(301) })).toBeNull();
});

test('a ticket has conversions only if there are some', () => {
  const sealed = (path: string | null) => sealer.open((path ?? '').slice('/media/'.length));
  expect(sealed(issue())).not.toHaveProperty('value.conversions');
  expect(sealed(issue({ conversions: ['jpg'] }))).toMatchObject({
    value: { conversions: ['jpg'], expiresAt: 1_000 + ticketLifetimeMs },
  });
});

function createTickets() {
  const clock = { now: 1_000 };
  return {
    clock,
    tickets: createZipTickets({
      sealer,
      now: () => clock.now,
      authorizesToken: (pass, _postUrl, graceMs = 0) =>
        pass === 'good' || (pass === 'late' && graceMs === resumeGraceMs),
    }),
  };
}

test('two items suffice for a ZIP, and the post URL may have the maximum length', () => {
  const { tickets } = createTickets();
  expect(tickets.issue(postUrl, ['1', '2'], false)).not.toBeNull();
  expect(tickets.issue('x'.repeat(300), ['1', '2'], false)).not.toBeNull();
  expect(tickets.issue('x'.repeat(301), ['1', '2'], false)).toBeNull();
});

test('an expired proof token only resumes a ZIP, and an invalid one does nothing', () => {
  const { tickets } = createTickets();
  const token = (tickets.issue(postUrl, ['1', '2'], false) ?? '').slice(zipPath.length);
  expect(tickets.open(`${token}?pass=late`, true, true)).toMatchObject({ value: { resumeOnly: true } });
  expect(tickets.open(`${token}?pass=good`, true, true)).not.toHaveProperty('value.resumeOnly');
  for (const [query, isResume] of [
    ['?pass=late', false],
    ['?pass=bad', true],
    ['', true],
  ] as const)
    expect(tickets.open(token + query, true, isResume)).toMatchObject({ error: { code: 'ticket.locked' } });
});

const head = (statusCode: number, headers: IncomingMessage['headers'], range: string | null = null) =>
  validateHead({ statusCode, headers } as IncomingMessage, { method: 'GET', range });

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
])('a response %d with %j to the range %s is rejected as %s', (status, headers, range, code) => {
  expect(head(status, headers, range)).toMatchObject({ ok: false, error: { code } });
});

test('a whole file and the requested range are accepted with their lengths', () => {
  expect(head(200, { 'content-length': '9', 'content-encoding': 'identity' })).toEqual({
    ok: true,
    value: { range: null, length: 9, totalBytes: 9 },
  });
  expect(head(200, { 'transfer-encoding': 'chunked', 'content-length': '9' })).toMatchObject({
    value: { length: null },
  });
  const range = { from: 0, to: 1, totalBytes: 9 };
  expect(head(206, { 'content-range': 'bytes 0-1/9' }, 'bytes=0-1')).toEqual({
    ok: true,
    value: { range, length: 2, totalBytes: 9 },
  });
});
