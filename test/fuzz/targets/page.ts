import assert from 'node:assert/strict';
import { createMediaUrlValidator } from '#media/upstream-client.ts';
import type { ThreadsPost } from '#threads/contract.ts';
import { isMediaUrl } from '#threads/parse/cdn-url.ts';
import { threadsOrigin } from '#threads/post-links.ts';
import { type Outcome, outcomeLabel } from '#threads/request/outcome.ts';
import { parseMetaTags } from '#threads/strategies/meta-tags.ts';
import { parsePostFromHtml } from '#threads/strategies/post-page.ts';
import type { FuzzTarget } from '../target.ts';

const allowedHosts = ['cdninstagram.com', 'fbcdn.net', 'tenor.co', 'giphy.com'];
const validateUrl = createMediaUrlValidator(allowedHosts, false);
export const fuzzedPost = { code: 'DAsked00001', username: 'alma.demo' };

/** Never an outcome without a label, and only posts that the rest of the product can rely on. */
export function checkOutcome(outcome: Outcome): void {
  assert.equal(typeof outcomeLabel(outcome), 'string');
  if (outcome.kind !== 'found') return;
  const post = outcome.result.ok ? outcome.result.value : outcome.result.error.post;
  if (post) checkPost(post);
  if (outcome.result.ok) assert.ok(post && post.items.length > 0);
}

function checkPost(post: ThreadsPost): void {
  assert.equal(new URL(post.url).origin, threadsOrigin);
  assert.equal(new Date(post.publishedAt).toISOString(), post.publishedAt);
  if (post.linksTo !== null) assert.match(new URL(post.linksTo).protocol, /^https?:$/);
  assert.ok(post.items.length <= 400);
  assert.equal(new Set(post.items.map(({ id }) => id)).size, post.items.length);
  for (const { renditions, thumbnailUrl } of post.items) {
    assert.ok(renditions.length > 0);
    for (const url of [...renditions.map((rendition) => rendition.url), thumbnailUrl]) {
      if (url === null) continue;
      assert.ok(isMediaUrl(url), url);
      checkHost(url);
    }
  }
  checkFormatting(post);
}

/** What may be requested is on one of the hosts for a plain reader of URLs too. */
function checkHost(url: string): void {
  const target = validateUrl(url);
  if (target === null) return;
  const { hostname, protocol, port, username } = new URL(url);
  assert.ok(
    allowedHosts.some((host) => hostname === host || hostname.endsWith(`.${host}`)),
    url,
  );
  assert.deepEqual([protocol, port, username], ['https:', '', '']);
}

function checkFormatting({ text, formatting = [] }: ThreadsPost): void {
  let end = 0;
  for (const range of formatting) {
    assert.ok(range.start >= end && range.end > range.start && range.end <= text.length);
    if (range.link !== undefined) assert.match(new URL(range.link).protocol, /^https?:$/);
    end = range.end;
  }
}

export const target: FuzzTarget = {
  sources: [
    ...['author-thread', 'cdn-url', 'dash-manifest', 'embedded-json', 'json', 'locate-post', 'media-content'],
    ...['media-items', 'post', 'post-text', 'shortcode', 'thread-gaps'],
  ]
    .map((name) => `threads/parse/${name}.ts`)
    .concat('threads/strategies/post-page.ts', 'threads/strategies/meta-tags.ts'),
  maxBytes: 65_536,
  check(input) {
    const html = input.toString();
    for (const wholeThread of [false, true])
      checkOutcome(parsePostFromHtml(html, { ...fuzzedPost, wholeThread }));
    checkOutcome(parseMetaTags(html, fuzzedPost));
  },
};
