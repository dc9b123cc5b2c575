import assert from 'node:assert/strict';
import { mediaPath, type TicketRequest, zipPath } from '#media/contract.ts';
import { createEntityTagger } from '#media/range.ts';
import { createTicketIssuer, createTicketOpener, createZipTickets } from '#media/tickets.ts';
import { createMediaUrlValidator } from '#media/upstream-client.ts';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import type { FuzzTarget } from '../target.ts';

const secret = 'a secret of at least thirty-two bytes';
const sealer = createSealer(secret, 'media-ticket');
const zipSealer = createSealer(secret, 'media-archive');
const clock = { now: 1_000 };
const validateUrl = createMediaUrlValidator(['cdninstagram.com'], false);
const issue = createTicketIssuer({ sealer, validateUrl, now: () => clock.now });
const open = createTicketOpener({
  ...{ sealer, validateUrl, now: () => clock.now },
  tagger: createEntityTagger(secret),
  proofCheck: () => null,
});
const zips = createZipTickets({ sealer: zipSealer, now: () => clock.now, proofCheck: () => null });

const postUrl = 'https://www.threads.com/@a/post/b';
const file: TicketRequest = {
  url: 'https://scontent.cdninstagram.com/v/a.mp4?oh=1',
  name: 'threads-video-1-1',
  format: 'MP4',
  purpose: 'attachment',
  conversions: ['m4a'],
  item: { postUrl, itemId: '1', format: 'MP4', part: 'file' },
};
const issueFile = () => (issue(file) ?? '').slice(mediaPath.length);
const issueZip = () => (zips.issue(postUrl, ['11', '12', '13'], false) ?? '').slice(zipPath.length);
clock.now = -9e12;
const expired = [issueFile(), issueZip()];
clock.now = 1_000;
const fileToken = issueFile();
const zipToken = issueZip();
/** What an input names as `{0}` to `{5}`. Only the first is a valid ticket of a file, and only the second of a ZIP. */
const tokens = [
  ...[fileToken, zipToken, ...expired],
  createSealer('another secret of thirty-two bytes!!', 'media-ticket').seal({ ...file, expiresAt: 9e12 }),
  sealer.seal({ ...file, url: 'https://evil.example/a.mp4', expiresAt: 9e12 }),
];

/** `{0}` is a token, `{0^9}` one with its ninth bit flipped, `{0-9}` one without its last nine characters. */
const tokenPattern = /\{(\d)(?:([\^-])(\d{1,5}))?\}/g;

function insertTokens(text: string): string {
  return text.replace(tokenPattern, (_, index, change, number) => {
    const token = tokens[index] ?? '';
    if (change === '-') return token.slice(0, Math.max(0, token.length - number));
    const bytes = Buffer.from(token, 'base64url');
    const at = Number(number) >> 3;
    if (change === '^' && at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << (number & 7));
    return bytes.toString('base64url');
  });
}

/** Only a whole ticket opens, only as itself, and its URL changes nothing but the name and a sealed conversion. */
export const target: FuzzTarget = {
  sources: ['media/tickets.ts', 'platform/crypto/sealed-token.ts'],
  maxBytes: 4_096,
  check(input) {
    const path = insertTokens(input.toString());
    const token = path.split('?', 1)[0];
    const opened = open(path);
    if (opened.ok) {
      const { name, as, type: _, expiresAt: __, ...ticket } = opened.value;
      const { name: ___, ...sealed } = file;
      assert.equal(token, fileToken);
      assert.deepEqual(ticket, sealed);
      assert.ok(as === undefined || as === 'm4a');
      if (!path.includes('name=')) assert.equal(name, file.name);
    }
    if (path === fileToken) assert.ok(opened.ok);
    const zip = zips.open(path, true);
    if (zip.ok) {
      const { postUrl: url, count, selection, isThread } = zip.value;
      const indexes = selection.map(({ index }) => index);
      assert.equal(token, zipToken);
      assert.deepEqual([url, count, isThread], [postUrl, 3, false]);
      assert.deepEqual(indexes, [...new Set(indexes)].sort());
      assert.ok(indexes.length > 0 && indexes.every((index) => index >= 1 && index <= 3));
    }
    if (path === zipToken) assert.ok(zip.ok);
  },
};
