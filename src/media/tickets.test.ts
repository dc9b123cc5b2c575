import { expect, test } from 'vitest';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import { createMediaUrlValidator } from './allowed-hosts.ts';
import { mediaPath, resumeWindowMs, type Ticket, ticketLifetimeMs } from './contract.ts';
import { createEntityTagger } from './entity-tag.ts';
import { createTicketIssuer, createTicketOpener, type TicketRequest } from './file-ticket.ts';

const hosts = ['cdninstagram.com', 'fbcdn.net', 'tenor.co', 'giphy.com', '127.0.0.1:4751'];
const sealer = createSealer('a secret of at least thirty-two bytes', 'media-ticket');
const tagger = createEntityTagger('a secret of at least thirty-two bytes');
const request: TicketRequest = {
  url: 'https://scontent.cdninstagram.com/v/a.mp4?oh=1',
  name: 'threads-video-1-1',
  format: 'MP4',
  purpose: 'attachment',
  item: { postUrl: 'https://www.threads.com/@a/post/b', itemId: '1', format: 'MP4', part: 'file' },
};

function open(loopback = false) {
  const clock = { now: 1_000 };
  const options = { sealer, validateUrl: createMediaUrlValidator(hosts, loopback), now: () => clock.now };
  return {
    clock,
    issue: createTicketIssuer(options),
    openTicket: createTicketOpener({ ...options, tagger, authorizesToken: null }),
  };
}
const toToken = (path: string | null) => (path ?? '').slice(mediaPath.length);

test('a ticket opens to the original request for 15 minutes', () => {
  const { clock, issue, openTicket } = open();
  const token = toToken(issue(request));
  expect(openTicket(token)).toEqual({ ok: true, value: { ...request, expiresAt: 1_000 + ticketLifetimeMs } });
  clock.now += ticketLifetimeMs - 1;
  expect(openTicket(token).ok).toBe(true);
  clock.now += 1;
  expect(openTicket(token)).toMatchObject({ ok: false, error: { code: 'ticket.expired' } });
});

test('an expired ticket resumes its own file with our validator, until six hours after issue', () => {
  const { clock, issue, openTicket } = open();
  const token = toToken(issue({ ...request, conversions: ['jpg'] }));
  const thumbnail = toToken(issue({ ...request, item: { ...request.item, part: 'thumbnail' } }));
  const entityTag = tagger.create(request.url, 900);
  const isOpen = (path: string, validator: string | null) => openTicket(path, true, validator).ok;
  expect(openTicket(token, true, entityTag)).toMatchObject({ ok: true, value: { url: request.url } });
  expect(openTicket(token, true, entityTag)).not.toHaveProperty('value.resumeOnly');
  clock.now += ticketLifetimeMs;
  expect(openTicket(token, true, entityTag)).toMatchObject({ ok: true, value: { resumeOnly: true } });
  expect(isOpen(token, null)).toBe(false);
  expect(isOpen(token, tagger.create('https://scontent.cdninstagram.com/v/b.mp4', 900))).toBe(false);
  expect(
    isOpen(token, createEntityTagger('another secret of thirty-two bytes').create(request.url, 900)),
  ).toBe(false);
  expect(isOpen(`${token}?as=jpg`, entityTag)).toBe(false);
  expect(isOpen(thumbnail, entityTag)).toBe(false);
  clock.now = 1_000 + resumeWindowMs - 1;
  expect(isOpen(token, entityTag)).toBe(true);
  clock.now += 1;
  expect(openTicket(token, true, entityTag)).toMatchObject({ error: { code: 'ticket.expired' } });
});

test.each([
  'https://cdninstagram.com/x',
  'https://scontent-xxx1-1.cdninstagram.com/x?a=b',
  'https://instagram.fxxx1-1.fna.fbcdn.net/x',
  'https://media.tenor.co/x',
  'https://SCONTENT.CDNINSTAGRAM.COM:443/x',
])('%s is an allowed media URL', (url) => {
  expect(open().issue({ ...request, url })).not.toBeNull();
});

const invalidUrls = [
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
];

test.each(invalidUrls)('%s gets no ticket, and is rejected even with a valid seal', (url) => {
  const { issue, openTicket } = open();
  expect(issue({ ...request, url })).toBeNull();
  const ticket: Ticket = { ...request, url, expiresAt: 2_000 };
  expect(openTicket(sealer.seal(ticket))).toMatchObject({ ok: false, error: { code: 'ticket.invalid' } });
});

test('a loopback entry works only if loopback is allowed, and only for its port', () => {
  const { issue } = open(true);
  expect(issue({ ...request, url: 'http://127.0.0.1:4751/x' })).not.toBeNull();
  for (const url of ['http://127.0.0.1:4752/x', 'http://localhost:4751/x', 'https://127.0.0.1:4751/x']) {
    expect(issue({ ...request, url }), url).toBeNull();
  }
});

test('an invalid allowlist entry throws', () => {
  for (const entry of [
    '',
    'com',
    '.fbcdn.net',
    '*.fbcdn.net',
    'https://fbcdn.net',
    '10.0.0.1:80',
    'fbcdn.net:443',
  ]) {
    expect(() => createMediaUrlValidator([entry], true), entry).toThrow(TypeError);
  }
});

test('sealed data that is not a ticket does not open', () => {
  const { openTicket } = open();
  const validTicket: Ticket = { ...request, expiresAt: 2_000 };
  const shapes: unknown[] = [
    null,
    'text',
    [],
    {},
    { ...validTicket, extra: 1 },
    { ...validTicket, purpose: 'zip' },
    { ...validTicket, expiresAt: '2000' },
    { ...validTicket, item: { ...validTicket.item, part: 'other' } },
  ];
  for (const shape of shapes) expect(openTicket(sealer.seal(shape)).ok, JSON.stringify(shape)).toBe(false);
  expect(openTicket(sealer.seal(validTicket)).ok).toBe(true);
});

test('a URL that is too long to seal gets no ticket', () => {
  const { issue } = open();
  const noise = (length: number) =>
    Array.from({ length }, (_, i) => String.fromCharCode(33 + ((i * 7919 * (i + 13)) % 90))).join('');
  const long = `https://a.fbcdn.net/${noise(1_900).replaceAll(/[^\w]/g, 'x')}`;
  expect(issue({ ...request, url: long })).not.toBeNull();
  expect(issue({ ...request, url: `https://a.fbcdn.net/${'x'.repeat(2_000)}` })).toBeNull();
  expect(issue({ ...request, url: `https://a.fbcdn.net/${'é'.repeat(1_000)}` })).toBeNull();
  expect(issue({ ...request, item: { ...request.item, itemId: 'x'.repeat(200) } })).toBeNull();
  expect(issue({ ...request, item: { ...request.item, postUrl: 'x'.repeat(400) } })).toBeNull();
});
