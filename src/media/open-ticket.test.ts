import { expect, test } from 'vitest';
import { createSealer } from '#platform/sealed-token.ts';
import { createMediaHostRule } from './allowed-media-host.ts';
import { resumeGraceMs, type Ticket } from './contract.ts';
import { createEntityTagger } from './entity-tag.ts';
import { type AdmitPass, createTicketOpener } from './open-ticket.ts';

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
const still: Ticket = { ...file, purpose: 'inline', item: { ...file.item, part: 'thumbnail' } };
const validator = tagger.tag(file.url, 900);

/** A pass called `good` opens the post; one called `late` is over, and within its grace. */
const admits: AdmitPass = (pass, postUrl, graceMs = 0) =>
  postUrl === file.item.postUrl && (pass === 'good' || (pass === 'late' && graceMs === resumeGraceMs));

function start(asks: AdmitPass | null = admits) {
  const clock = { now: 1_000 };
  const judge = createMediaHostRule(['cdninstagram.com'], false);
  const open = createTicketOpener({ sealer, judge, tagger, now: () => clock.now, admits: asks });
  const codeOf = (address: string, ...more: [forBytes?: boolean, validator?: string | null]) => {
    const opened = open(address, ...more);
    return opened.ok ? 'open' : opened.error.code;
  };
  return { clock, open, codeOf };
}
const token = (ticket: Ticket) => sealer.seal(ticket);

test('the bytes of a file need a pass of its post, and no pass is asked for by what is asked without', () => {
  const { codeOf } = start();
  expect(codeOf(token(file))).toBe('ticket.locked');
  expect(codeOf(`${token(file)}?pass=bad`)).toBe('ticket.locked');
  expect(codeOf(`${token(file)}?pass=late`)).toBe('ticket.locked');
  expect(codeOf(`${token(file)}?pass=good`)).toBe('open');
  const other = { ...file, item: { ...file.item, postUrl: 'https://www.threads.com/@a/post/c' } };
  expect(codeOf(`${token(other)}?pass=good`)).toBe('ticket.locked');
  expect(start(null).codeOf(token(file))).toBe('open');
});

test('what a file is called and how long it is may be known without a pass, and so may a small still be seen', () => {
  const { codeOf } = start();
  expect(codeOf(token(file), false)).toBe('open');
  expect(codeOf(token(still))).toBe('open');
  expect(codeOf(token(still), true)).toBe('open');
});

test('where no pass is asked for, an address with one is none of ours', () => {
  expect(start(null).codeOf(`${token(file)}?pass=good`)).toBe('ticket.invalid');
});

test('a pass that is over opens the rest of a file whose beginning is there, and nothing else', () => {
  const { open, codeOf } = start();
  expect(open(`${token(file)}?pass=late`, true, validator)).toMatchObject({ value: { onlyRest: true } });
  expect(codeOf(`${token(file)}?pass=bad`, true, validator)).toBe('ticket.locked');
  expect(codeOf(token(file), true, validator)).toBe('ticket.locked');
  expect(codeOf(`${token(file)}?pass=late`, true, tagger.tag(`${file.url}x`, 900))).toBe('ticket.locked');
  expect(open(`${token(file)}?pass=good`, true, validator)).not.toHaveProperty('value.onlyRest');
});

test('an address that is over opens for the rest alone, within its grace', () => {
  const { open, codeOf, clock } = start();
  const address = `${token(file)}?pass=good`;
  clock.now = file.expiresAt;
  expect(codeOf(address)).toBe('ticket.expired');
  expect(open(address, true, validator)).toMatchObject({ value: { onlyRest: true } });
  expect(codeOf(token(still), true, tagger.tag(still.url, 900))).toBe('ticket.expired');
  clock.now += resumeGraceMs;
  expect(codeOf(address, true, validator)).toBe('ticket.expired');
});

test('a file is converted into what its ticket names, and nothing else', () => {
  const { codeOf } = start(null);
  const both: Ticket = { ...file, conversions: ['jpg'] };
  expect(codeOf(`${token(both)}?as=jpg`)).toBe('open');
  expect(codeOf(`${token({ ...file, conversions: [] })}?as=jpg`)).toBe('conversion.unavailable');
  expect(codeOf(`${token(file)}?as=jpg`)).toBe('conversion.unavailable');
});

test('a file is called as its address says, else as its ticket does', () => {
  const { open } = start(null);
  expect(open(`${token(file)}?name=mine`)).toEqual({ ok: true, value: { ...file, name: 'mine' } });
  expect(open(token(file))).toEqual({ ok: true, value: file });
});

test.each(['', 'x', `${token(file)}?other=1`, `${token(file)}?pass=a&pass=b`])(
  '%s is no address of ours',
  (address) => {
    expect(start().open(address)).toEqual({ ok: false, error: { code: 'ticket.invalid' } });
  },
);

test('what is sealed but no ticket, and a host that is no longer allowed, are told from it', () => {
  const { open } = start(null);
  expect(open(sealer.seal({ ...file, more: 1 }))).toMatchObject({
    ...{ ok: false, error: { code: 'ticket.invalid', cause: expect.any(Error) } },
  });
  expect(open(token({ ...file, url: 'https://evil.example/a.mp4' }))).toEqual({
    ...{ ok: false, error: { code: 'ticket.invalid', cause: 'host' } },
  });
  const ofThread: Ticket = { ...file, item: { ...file.item, thread: true } };
  expect(open(token(ofThread))).toEqual({ ok: true, value: ofThread });
});
