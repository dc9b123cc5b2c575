import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSealer, maxTokenLength } from '#platform/crypto/sealed-token.ts';
import {
  conversions,
  type FileMetadata,
  mediaPath,
  resumeGraceMs,
  resumeWindowMs,
  type Ticket,
  type TicketRequest,
  ticketLifetimeMs,
  zipPath,
} from './contract.ts';
import { createEntityTagger } from './range.ts';
import {
  type AuthorizesToken,
  createTicketIssuer,
  createTicketOpener,
  createZipTickets,
  parseTicketUrl,
  shortId,
} from './tickets.ts';
import { createMediaUrlValidator } from './upstream-client.ts';

const hosts = ['cdninstagram.com', 'fbcdn.net', 'tenor.co', 'giphy.com', '127.0.0.1:4751'];
const secret = 'a secret of at least thirty-two bytes';
const sealer = createSealer(secret, 'media-ticket');
const tagger = createEntityTagger(secret);
const postUrl = 'https://www.threads.com/@a/post/b';
const request: TicketRequest = {
  url: 'https://scontent.cdninstagram.com/v/a.mp4?oh=1',
  name: 'threads-video-1-1',
  format: 'MP4',
  purpose: 'attachment',
  item: { postUrl, itemId: '1', format: 'MP4', part: 'file' },
};
const thumbnail: TicketRequest = {
  ...request,
  purpose: 'inline',
  item: { ...request.item, part: 'thumbnail' },
};
const validator = tagger.create(request.url, 900);

/** Accepts the proof token `good`, and the expired `late` within its grace period. */
const authorizesTestToken: AuthorizesToken = (pass, url, graceMs = 0) =>
  url === postUrl && (pass === 'good' || (pass === 'late' && graceMs === resumeGraceMs));

function start(authorizesToken: AuthorizesToken | null = null, loopback = false) {
  const clock = { now: 1_000 };
  const options = { sealer, validateUrl: createMediaUrlValidator(hosts, loopback), now: () => clock.now };
  const issue = createTicketIssuer(options);
  const open = createTicketOpener({ ...options, tagger, proofCheck: () => authorizesToken });
  return {
    clock,
    issue,
    open,
    issueToken: (ticket: TicketRequest) => (issue(ticket) ?? '').slice(mediaPath.length),
    getCode(...args: Parameters<typeof open>) {
      const opened = open(...args);
      return opened.ok ? 'open' : opened.error.code;
    },
  };
}
const seal = (ticket: object) => sealer.seal({ ...request, expiresAt: 2_000, ...ticket });

test('a ticket opens to the original request for 15 minutes', () => {
  const { clock, issueToken, open, getCode } = start();
  const token = issueToken(request);
  expect(open(token)).toEqual({
    ok: true,
    value: { ...request, type: 'video', expiresAt: 1_000 + ticketLifetimeMs },
  });
  clock.now += ticketLifetimeMs - 1;
  expect(getCode(token)).toBe('open');
  clock.now += 1;
  expect(getCode(token)).toBe('ticket.expired');
});

test('an expired ticket resumes its own file with our validator, until six hours after issue', () => {
  const { clock, issueToken, open, getCode } = start();
  const token = issueToken({ ...request, conversions: ['jpg'] });
  const thumbnailToken = issueToken(thumbnail);
  expect(open(token, true, validator)).toMatchObject({ ok: true, value: { url: request.url } });
  expect(open(token, true, validator)).not.toHaveProperty('value.resumeOnly');
  clock.now += ticketLifetimeMs;
  expect(open(token, true, validator)).toMatchObject({ ok: true, value: { resumeOnly: true } });
  for (const [path, other] of [
    [token, null],
    [token, tagger.create('https://scontent.cdninstagram.com/v/b.mp4', 900)],
    [token, createEntityTagger('another secret of thirty-two bytes').create(request.url, 900)],
    [`${token}?as=jpg`, validator],
    [thumbnailToken, validator],
  ] as const)
    expect(getCode(path, true, other)).toBe('ticket.expired');
  clock.now = 1_000 + resumeWindowMs - 1;
  expect(getCode(token, true, validator)).toBe('open');
  clock.now += 1;
  expect(getCode(token, true, validator)).toBe('ticket.expired');
});

test('file bytes need a proof token of the post, unless no proof is required', () => {
  const { getCode } = start(authorizesTestToken);
  for (const query of ['', '?pass=bad', '?pass=late'])
    expect(getCode(seal({}) + query)).toBe('ticket.locked');
  expect(getCode(`${seal({})}?pass=good`)).toBe('open');
  const other = seal({ item: { ...request.item, postUrl: 'https://www.threads.com/@a/post/c' } });
  expect(getCode(`${other}?pass=good`)).toBe('ticket.locked');
  expect(start().getCode(seal({}))).toBe('open');
  expect(start().getCode(`${seal({})}?pass=good`)).toBe('ticket.invalid');
});

test('metadata and thumbnails need no proof token', () => {
  const { getCode } = start(authorizesTestToken);
  expect(getCode(seal({}), false)).toBe('open');
  expect(getCode(seal(thumbnail))).toBe('open');
});

test('an expired proof token only resumes the same file', () => {
  const { open, getCode } = start(authorizesTestToken);
  expect(open(`${seal({})}?pass=late`, true, validator)).toMatchObject({ value: { resumeOnly: true } });
  expect(getCode(`${seal({})}?pass=bad`, true, validator)).toBe('ticket.locked');
  expect(getCode(seal({}), true, validator)).toBe('ticket.locked');
  const ofAnother = tagger.create('https://scontent.cdninstagram.com/v/a.mp4x', 900);
  expect(getCode(`${seal({})}?pass=late`, true, ofAnother)).toBe('ticket.locked');
  expect(open(`${seal({})}?pass=good`, true, validator)).not.toHaveProperty('value.resumeOnly');
});

test('only conversions in the ticket are available, and a ticket has them only if there are some', () => {
  const { issueToken, getCode } = start();
  expect(getCode(`${issueToken({ ...request, conversions: ['jpg'] })}?as=jpg`)).toBe('open');
  for (const ticket of [{ ...request, conversions: [] }, request])
    expect(getCode(`${issueToken(ticket)}?as=jpg`)).toBe('conversion.unavailable');
  expect(sealer.open(issueToken(request))).not.toHaveProperty('value.conversions');
});

test('the name in the URL overrides the name in the ticket', () => {
  expect(start().open(`${seal({})}?name=mine`)).toMatchObject({ ok: true, value: { name: 'mine' } });
});

test.each([
  'https://cdninstagram.com/x',
  'https://scontent-xxx1-1.cdninstagram.com/x?a=b',
  'https://instagram.fxxx1-1.fna.fbcdn.net/x',
  'https://media.tenor.co/x',
  'https://SCONTENT.CDNINSTAGRAM.COM:443/x',
])('%s is an allowed media URL', (url) => {
  expect(start().issue({ ...request, url })).not.toBeNull();
});

test.each([
  'http://scontent.cdninstagram.com/x',
  'https://scontent.cdninstagram.com:8443/x',
  'https://user@scontent.cdninstagram.com/x',
  'https://evilcdninstagram.com/x',
  'https://cdninstagram.com.evil.example/x',
  'https://cdninstagram.com./x',
  'https://scontent.cdninstagram.com@evil.example/x',
  'https://evil.example/?cdninstagram.com',
  'https://evil.example#.cdninstagram.com',
  'https://evil.example\\.cdninstagram.com/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://169.254.169.254/x',
  'http://127.0.0.1:4751/x',
  'http://127.0.0.1:4752/x',
  'http://localhost:4751/x',
  'http://[::ffff:127.0.0.1]:4751/x',
  'file:///etc/passwd',
  'data:video/mp4,x',
  'not an address',
  '',
])('%s gets no ticket, and is rejected even with a valid seal', (url) => {
  const { issue, open } = start();
  expect(issue({ ...request, url })).toBeNull();
  expect(open(seal({ url }))).toEqual({ ok: false, error: { code: 'ticket.invalid', cause: 'host' } });
});

test('a loopback entry with https works only over TLS', () => {
  const validateUrl = createMediaUrlValidator(['https://127.0.0.1:4751'], true);
  const issue = createTicketIssuer({ sealer, validateUrl, now: () => 1_000 });
  expect(issue({ ...request, url: 'https://127.0.0.1:4751/x' })).not.toBeNull();
  expect(issue({ ...request, url: 'http://127.0.0.1:4751/x' })).toBeNull();
});

test('a loopback entry works only if loopback is allowed, and only for its port', () => {
  const { issue } = start(null, true);
  expect(issue({ ...request, url: 'http://127.0.0.1:4751/x' })).not.toBeNull();
  for (const url of ['http://127.0.0.1:4752/x', 'http://localhost:4751/x', 'https://127.0.0.1:4751/x'])
    expect(issue({ ...request, url }), url).toBeNull();
});

test.each(['', 'com', '.fbcdn.net', '*.fbcdn.net', 'https://fbcdn.net', '10.0.0.1:80', 'fbcdn.net:443'])(
  'the allowlist entry "%s" throws',
  (entry) => {
    expect(() => createMediaUrlValidator([entry], true)).toThrow(TypeError);
  },
);

const ticket: Ticket = { ...request, expiresAt: 2_000 };

test.each([
  null,
  'text',
  [],
  {},
  { ...ticket, extra: 1 },
  { ...ticket, purpose: 'zip' },
  { ...ticket, expiresAt: '2000' },
  { ...ticket, item: { ...ticket.item, part: 'other' } },
])('sealed data that is not a ticket, such as %j, does not open', (shape) => {
  expect(start().open(sealer.seal(shape))).toEqual({
    ok: false,
    error: { code: 'ticket.invalid', cause: expect.any(Error) },
  });
});

test('a ticket may be of a whole thread', () => {
  const ofThread: Ticket = { ...ticket, item: { ...ticket.item, thread: true } };
  expect(start().open(sealer.seal(ofThread))).toEqual({ ok: true, value: { ...ofThread, type: 'video' } });
});

test('tickets are issued up to each length limit, and not one character beyond', () => {
  const { issue } = start();
  // Not compressible, so that the sealed token is as long as it can be.
  const noise = Array.from({ length: 2_000 }, (_, i) =>
    String.fromCharCode(33 + ((i * 7919 * (i + 13)) % 90)),
  ).join('');
  const withUrl = (length: number) =>
    issue({ ...request, url: `https://a.fbcdn.net/${noise.replaceAll(/[^\w]/g, 'x')}`.slice(0, length) });
  const withItem = (item: Partial<TicketRequest['item']>) =>
    issue({ ...request, item: { ...request.item, ...item } });
  expect(withUrl(2_000)).not.toBeNull();
  expect(withUrl(2_001)).toBeNull();
  // The limit also counts the normalized URL.
  for (const rest of [`${'x'.repeat(1_978)}é`, 'é'.repeat(1_000), 'x/../'.repeat(400)])
    expect(issue({ ...request, url: `https://a.fbcdn.net/${rest}` })).toBeNull();
  expect(withItem({ itemId: 'x'.repeat(128) })).not.toBeNull();
  expect(withItem({ itemId: 'x'.repeat(129) })).toBeNull();
  expect(withItem({ postUrl: 'x'.repeat(300) })).not.toBeNull();
  expect(withItem({ postUrl: 'x'.repeat(301) })).toBeNull();
});

test('metadata is sealed as far as the token stays below its maximum length', () => {
  const { issue, open } = start();
  // Not compressible, so that the sealed token is as long as it can be.
  const noise = (length: number, seed: string) =>
    createHash('shake256', { outputLength: length }).update(seed).digest();
  const letters = (length: number, seed: string) =>
    noise(length, seed).toString('base64url').slice(0, length);
  const signs = (count: number, seed: string) =>
    [...noise(2 * count, seed)]
      .map((byte, at, bytes) => String.fromCharCode(0x4e00 + ((byte << 6) ^ (bytes[at ^ 1] ?? 0))))
      .slice(0, count)
      .join('');
  const issueWith = (urlLength: number, overrides: Partial<FileMetadata> = {}) => {
    const metadata = {
      author: signs(66, 'a'),
      link: letters(300, 'l'),
      date: postUrl,
      alt: signs(266, 't'),
      ...overrides,
    };
    const item = {
      postUrl: letters(300, 'p'),
      thread: true as const,
      itemId: letters(128, 'i'),
      format: 'WEBP',
      part: 'file' as const,
    };
    const url = `https://a.fbcdn.net/${letters(urlLength - 20, 'u')}`;
    const issued = issue({ ...request, url, item, metadata, conversions: [...conversions] }) ?? '';
    const opened = open(issued.slice(mediaPath.length));
    return opened.ok && opened.value.metadata && Object.keys(opened.value.metadata).join();
  };
  expect(issueWith(1_200)).toBe('author,link,date,alt');
  expect(issueWith(1_201)).toBe('author,link,date');
  expect(issueWith(2_000)).toBe('author,link,date');
  expect(issueWith(500, { author: 'x'.repeat(201) })).toBeUndefined();
  expect(issueWith(500, { link: 'x'.repeat(301) })).toBeUndefined();
});

const empty = { token: 'TOKEN', pass: null, as: null, name: null };

test.each([
  ['TOKEN', empty],
  ['TOKEN?pass=a-B_9', { ...empty, pass: 'a-B_9' }],
  ['TOKEN?as=jpg', { ...empty, as: 'jpg' }],
  ['TOKEN?name=a%20b+c', { ...empty, name: 'a b c' }],
  ['TOKEN?name=a=b?c', { ...empty, name: 'a=b?c' }],
  ['TOKEN?name=%ff', { ...empty, name: '\ufffd' }],
  ['TOKEN?name=', empty],
  ['TOKEN?name=x&as=jpg&pass=y', { token: 'TOKEN', pass: 'y', as: 'jpg', name: 'x' }],
  ['?as=jpg', { ...empty, token: '', as: 'jpg' }],
])('%s is parsed', (path, expected) => {
  expect(parseTicketUrl(path)).toEqual(expected);
});

test.each([
  'TOKEN?',
  'TOKEN?&as=jpg',
  'TOKEN?pass=',
  'TOKEN?pass=a b',
  'TOKEN?pass=a%20',
  'TOKEN?pass=a&pass=a',
  'TOKEN?pass=a?as=jpg',
  'TOKEN?as=exe',
  'TOKEN?as=jpgx',
  'TOKEN?as=xjpg',
  'TOKEN?as=',
  'TOKEN?other=1',
  'TOKEN?toString=1',
  'TOKEN?name=a&name=b',
])('%s is not a valid ticket URL', (path) => {
  expect(parseTicketUrl(path)).toBeNull();
  expect(start().getCode(path)).toBe('ticket.invalid');
});

const ids = ['11', '12', '13', '14', '15'];

function startZip(authorizesToken: AuthorizesToken | null = null) {
  const clock = { now: 1_000 };
  const zipSealer = createSealer(secret, 'media-archive');
  const { issue, open } = createZipTickets({
    sealer: zipSealer,
    now: () => clock.now,
    proofCheck: () => authorizesToken,
  });
  const path = (issue(postUrl, ids, false) ?? '').slice(zipPath.length);
  const select = (query: string) => {
    const opened = open(path + query, true);
    return opened.ok ? opened.value.selection.map(({ index }) => index) : opened.error.code;
  };
  return { clock, issue, open, path, select };
}

test('a ZIP ticket opens all items for 15 minutes, and resumes a ZIP for six hours', () => {
  const { clock, open, path } = startZip();
  expect(open(path, true)).toEqual({
    ok: true,
    value: {
      postUrl,
      template: null,
      isThread: false,
      count: 5,
      selection: ids.map((id, index) => ({ index: index + 1, shortId: shortId(id) })),
    },
  });
  clock.now += ticketLifetimeMs;
  expect(open(path, true)).toMatchObject({ ok: false, error: { code: 'ticket.expired' } });
  expect(open(path, true, true)).toMatchObject({ ok: true, value: { resumeOnly: true, count: 5 } });
  clock.now = 1_000 + resumeWindowMs;
  expect(open(path, true, true)).toMatchObject({ ok: false, error: { code: 'ticket.expired' } });
});

test.each<[string, number[] | string]>([
  ['?items=3,1', [1, 3]],
  ['?items=2', [2]],
  ['?item=5&item=1&item=5', [1, 5]],
  ['?item=2&items=4', [2, 4]],
  ['?items=', [1, 2, 3, 4, 5]],
  ['?pass=x&item=2', [2]],
  ['?pass=x?items=2', 'archive.unfit'],
  ['?items=2?items=3', 'archive.unfit'],
  ['?items=6', 'archive.unfit'],
  ['?items=0', 'archive.unfit'],
  ['?items=1,,x', 'archive.unfit'],
  ['?item=-1', 'archive.unfit'],
  ['?item=01', 'archive.unfit'],
  ['?item=1e0', 'archive.unfit'],
  ['?name=%7Buser%7D_%7Bindex%7D&items=2', [2]],
  ['?name=&items=2', [2]],
  ['?name=%7Bnobody%7D', 'archive.unfit'],
  ['?name=..%2F%7Bindex%7D', 'archive.unfit'],
])('%s selects %s', (query, expected) => {
  expect(startZip().select(query)).toEqual(expected);
});

test('a ZIP ticket needs two to 200 items and a post URL of at most 300 characters', () => {
  const { issue, open } = startZip();
  expect(issue(postUrl, ['11'], false)).toBeNull();
  expect(issue('x'.repeat(300), ['11', '12'], false)).not.toBeNull();
  expect(issue('x'.repeat(301), ['11', '12'], false)).toBeNull();
  const many = Array.from({ length: 200 }, (_, id) => `${id}`.padStart(128, 'x'));
  const zipUrl = issue(postUrl, many, true) ?? '';
  expect(zipUrl.length).toBeLessThan(maxTokenLength);
  const token = zipUrl.slice(zipPath.length);
  const all = open(token, true);
  expect(all.ok && all.value.selection.map(({ index }) => index)).toEqual(many.map((_, index) => index + 1));
  expect(issue(postUrl, [...many, 'x'], true)).toBeNull();
  expect(open(`${token}?items=7,200`, true)).toMatchObject({ ok: true, value: { isThread: true } });
});

test('a proof token unlocks a ZIP, an expired one only resumes it, and metadata needs none', () => {
  const { open, path, select } = startZip(authorizesTestToken);
  for (const query of ['', '?pass=bad', '?pass=late']) expect(select(query)).toBe('ticket.locked');
  expect(select('?pass=good&items=2')).toEqual([2]);
  expect(open(path, false).ok).toBe(true);
  expect(open(`${path}?pass=late`, true, true)).toMatchObject({ value: { resumeOnly: true } });
  expect(open(`${path}?pass=good`, true, true)).not.toHaveProperty('value.resumeOnly');
  for (const query of ['', '?pass=bad'])
    expect(open(path + query, true, true)).toMatchObject({ error: { code: 'ticket.locked' } });
});

test('a ZIP token that is damaged or sealed for another purpose does not open', () => {
  const { open, path } = startZip();
  const ofFile = sealer.seal({ post: postUrl, items: ids, expiresAt: 9e12 });
  for (const token of [ofFile, path.slice(0, -1), `${path}/`, ''])
    expect(open(token, true)).toMatchObject({ error: { code: 'ticket.invalid' } });
});
