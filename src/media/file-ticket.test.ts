import { expect, test } from 'vitest';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import { createMediaUrlValidator } from './allowed-hosts.ts';
import { resumeGraceMs, type Ticket } from './contract.ts';
import { createEntityTagger } from './entity-tag.ts';
import { type AuthorizesToken, createTicketOpener } from './file-ticket.ts';

const secret = 'a secret of at least thirty-two bytes';
const sealer = createSealer(secret, 'media-ticket');
const tagger = createEntityTagger(secret);
const file: Ticket = {
  url: 'https://scontent.cdninstagram.com/v/a.mp4',
  name: 'threads-video-1',
  format: 'MP4',
  purpose: 'attachment',
  expiresAt: 2_000,
  item: { postUrl: 'https://www.threads.com/@a/post/b', itemId: '1', format: 'MP4', part: 'file' },
};
const thumbnail: Ticket = { ...file, purpose: 'inline', item: { ...file.item, part: 'thumbnail' } };
const validator = tagger.create(file.url, 900);

/** Accepts the proof token `good`, and the expired `late` within its grace period. */
const authorizesTestToken: AuthorizesToken = (pass, postUrl, graceMs = 0) =>
  postUrl === file.item.postUrl && (pass === 'good' || (pass === 'late' && graceMs === resumeGraceMs));

function start(authorizesToken: AuthorizesToken | null = authorizesTestToken) {
  const clock = { now: 1_000 };
  const validateUrl = createMediaUrlValidator(['cdninstagram.com'], false);
  const open = createTicketOpener({ sealer, validateUrl, tagger, now: () => clock.now, authorizesToken });
  const getCode = (path: string, ...more: [forBytes?: boolean, validator?: string | null]) => {
    const opened = open(path, ...more);
    return opened.ok ? 'open' : opened.error.code;
  };
  return { clock, open, codeOf: getCode };
}
const token = (ticket: Ticket) => sealer.seal(ticket);

test('file bytes need a proof token of the post, unless no proof is required', () => {
  const { codeOf: getCode } = start();
  expect(getCode(token(file))).toBe('ticket.locked');
  expect(getCode(`${token(file)}?pass=bad`)).toBe('ticket.locked');
  expect(getCode(`${token(file)}?pass=late`)).toBe('ticket.locked');
  expect(getCode(`${token(file)}?pass=good`)).toBe('open');
  const other = { ...file, item: { ...file.item, postUrl: 'https://www.threads.com/@a/post/c' } };
  expect(getCode(`${token(other)}?pass=good`)).toBe('ticket.locked');
  expect(start(null).codeOf(token(file))).toBe('open');
});

test('metadata and thumbnails need no proof token', () => {
  const { codeOf: getCode } = start();
  expect(getCode(token(file), false)).toBe('open');
  expect(getCode(token(thumbnail))).toBe('open');
  expect(getCode(token(thumbnail), true)).toBe('open');
});

test('a proof token is invalid if none is required', () => {
  expect(start(null).codeOf(`${token(file)}?pass=good`)).toBe('ticket.invalid');
});

test('an expired proof token only resumes the same file', () => {
  const { open, codeOf: getCode } = start();
  expect(open(`${token(file)}?pass=late`, true, validator)).toMatchObject({ value: { resumeOnly: true } });
  expect(getCode(`${token(file)}?pass=bad`, true, validator)).toBe('ticket.locked');
  expect(getCode(token(file), true, validator)).toBe('ticket.locked');
  expect(getCode(`${token(file)}?pass=late`, true, tagger.create(`${file.url}x`, 900))).toBe('ticket.locked');
  expect(open(`${token(file)}?pass=good`, true, validator)).not.toHaveProperty('value.resumeOnly');
});

test('an expired ticket only resumes, within its grace period', () => {
  const { open, codeOf: getCode, clock } = start();
  const path = `${token(file)}?pass=good`;
  clock.now = file.expiresAt;
  expect(getCode(path)).toBe('ticket.expired');
  expect(open(path, true, validator)).toMatchObject({ value: { resumeOnly: true } });
  expect(getCode(token(thumbnail), true, tagger.create(thumbnail.url, 900))).toBe('ticket.expired');
  clock.now += resumeGraceMs;
  expect(getCode(path, true, validator)).toBe('ticket.expired');
});

test('only conversions in the ticket are available', () => {
  const { codeOf: getCode } = start(null);
  const both: Ticket = { ...file, conversions: ['jpg'] };
  expect(getCode(`${token(both)}?as=jpg`)).toBe('open');
  expect(getCode(`${token({ ...file, conversions: [] })}?as=jpg`)).toBe('conversion.unavailable');
  expect(getCode(`${token(file)}?as=jpg`)).toBe('conversion.unavailable');
});

test('the name in the URL overrides the name in the ticket', () => {
  const { open } = start(null);
  expect(open(`${token(file)}?name=mine`)).toEqual({ ok: true, value: { ...file, name: 'mine' } });
  expect(open(token(file))).toEqual({ ok: true, value: file });
});

test.each(['', 'x', `${token(file)}?other=1`, `${token(file)}?pass=a&pass=b`])(
  '%s is not a valid ticket URL',
  (path) => {
    expect(start().open(path)).toEqual({ ok: false, error: { code: 'ticket.invalid' } });
  },
);

test('a malformed ticket and a host that is no longer allowed have distinct causes', () => {
  const { open } = start(null);
  expect(open(sealer.seal({ ...file, more: 1 }))).toMatchObject({
    ok: false,
    error: { code: 'ticket.invalid', cause: expect.any(Error) },
  });
  expect(open(token({ ...file, url: 'https://evil.example/a.mp4' }))).toEqual({
    ok: false,
    error: { code: 'ticket.invalid', cause: 'host' },
  });
  const threadTicket: Ticket = { ...file, item: { ...file.item, thread: true } };
  expect(open(token(threadTicket))).toEqual({ ok: true, value: threadTicket });
});
