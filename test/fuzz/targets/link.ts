import assert from 'node:assert/strict';
import {
  findPostLink,
  findPostLinks,
  formatPostLink,
  threadsHosts,
  threadsOrigin,
} from '#threads/post-links.ts';
import type { FuzzTarget } from '../target.ts';

const safeLink =
  /^(?:\{"kind":"share","token":"[\w-]{5,64}"\}|\{"kind":"post","code":"[\w-]{1,64}","username":(?:null|"[\w.]{1,30}")\})$/;
const errorCode = /^link\.(?:empty|not_threads|not_a_post|live_chat|cut_off)$/;
/** One URL from the first to the last character, as a browser reads it too. */
const onlyUrl = /^https?:\/\/[!#-&*+\-./0-9:=?@A-Z\\^_a-z~]*$/i;
const ownHost =
  /^(?:(?:www\.)?(?:fix|fixup|[a-z]x|dd|kk)threads\.|(?:www\.)?threadsez\.|lm?\.(?:threads|instagram|facebook|messenger|whatsapp|workplace)\.(?:com|net)$|l\.wl\.co$)/;

/** Any text gives a result of safe characters, and what is formatted parses to the same. */
export function checkLinkText(text: string): void {
  const result = findPostLink(text);
  assert.match(
    result.ok ? JSON.stringify(result.value) : result.error.code,
    result.ok ? safeLink : errorCode,
  );
  const all = findPostLinks(text);
  assert.ok(all.length === 0 || result.ok);
  if (result.ok) {
    assert.deepEqual(all[0], result.value);
    assert.equal(new URL(formatPostLink(result.value)).origin, threadsOrigin);
  }
  for (const link of all) assert.deepEqual(findPostLink(formatPostLink(link)), { ok: true, value: link });
  assert.deepEqual(findPostLinks(all.map(formatPostLink).join('')), all);
}

/** The host of a URL as the browser parses it decides. */
function checkHost(text: string): void {
  const host = onlyUrl.test(text) ? URL.parse(text)?.hostname : undefined;
  if (host === undefined || threadsHosts.has(host) || ownHost.test(host)) return;
  assert.equal(findPostLink(text).ok, false, `a link of ${host}`);
}

export const target: FuzzTarget = {
  sources: ['threads/post-links.ts'],
  maxBytes: 16_384,
  check(input) {
    const text = input.toString();
    checkLinkText(text);
    checkHost(text);
  },
};
