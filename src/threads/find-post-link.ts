import { matchPostPath, type PostLink } from './match-post-path.ts';
import { courtesyHosts, redirectorHosts, threadsHosts } from './threads-hosts.ts';

export type LinkErrorCode = 'link.empty' | 'link.not_threads' | 'link.not_a_post';
export type LinkResult = { ok: true; value: PostLink } | { ok: false; error: { code: LinkErrorCode } };

/** Characters looked at; the rest of a longer text is ignored. */
export const maxLinkTextLength = 16_384;

/** Zero-width and direction marks, soft hyphens: they travel unseen inside copied links. */
const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
const bareCode = /^(?:[A-Za-z0-9_-]{10,12}|[A-Za-z0-9_-]{39})$/;
/** What an address is made of: ASCII without blanks, quotes, brackets, commas. Anything else ends it. */
const rest = String.raw`[!#-&*+\-.\/0-9:=?@A-Z\\^_a-z~]*`;
/** A Threads host without a scheme counts only at the start of a word: not within a longer name or address. */
const wordStart = String.raw`(?<![\p{L}\p{N}_.@\/\\%?=&#\-])`;
const bareHost = String.raw`(?:www\.|l\.)?(?:fix|vx)?threads\.(?:net|com)`;
/**
 * Addresses in a text: with a scheme, without one, or with slashes only. Each is taken whole, so that one on a
 * foreign host cannot smuggle in another.
 */
export const addressPattern = new RegExp(
  String.raw`(https?|barcelona):\/\/(${rest})|${wordStart}(${bareHost}${rest})|(?<!\S)\/\/(${bareHost}${rest})`,
  'giu',
);

/** A text without what nobody sees in it, up to a length. */
export function tidyText(text: string, length: number): string {
  return text.slice(0, length).replace(invisible, '').replaceAll('＠', '@').trim();
}

/**
 * Finds the first link to a post in a text: a link, a text around one, or a bare shortcode.
 * The address itself is thrown away; only code, user name or share token leave here.
 */
export function findPostLink(text: string): LinkResult {
  const shown = tidyText(text, maxLinkTextLength);
  if (shown === '') return { ok: false, error: { code: 'link.empty' } };
  if (bareCode.test(shown)) return { ok: true, value: { kind: 'post', code: shown, username: null } };
  return findAddress(shown, true);
}

function findAddress(text: string, mayUnwrap: boolean): LinkResult {
  let isThreads = false;
  for (const match of text.matchAll(addressPattern)) {
    const scheme = match[1]?.toLowerCase() ?? null;
    const reading = readAddress(scheme, match[2] ?? match[3] ?? match[4] ?? '', mayUnwrap);
    if (reading.link !== null) return { ok: true, value: reading.link };
    isThreads ||= reading.isThreads;
  }
  return { ok: false, error: { code: isThreads ? 'link.not_a_post' : 'link.not_threads' } };
}

interface AddressReading {
  isThreads: boolean;
  link: PostLink | null;
}

const foreign: AddressReading = { isThreads: false, link: null };

/** The port a scheme stands for may be written out. */
const ownPorts: Readonly<Record<string, string>> = { https: ':443', http: ':80' };

/** `rest` is what follows `://`. An authority with user info, another port, escape or backslash is no host of ours. */
function readAddress(scheme: string | null, rest: string, mayUnwrap: boolean): AddressReading {
  if (scheme === 'barcelona') return readAppLink(rest);
  const end = rest.search(/[/?#\\]/);
  const authority = (end < 0 ? rest : rest.slice(0, end)).toLowerCase();
  const port = (scheme === null ? undefined : ownPorts[scheme]) ?? '';
  const host = port !== '' && authority.endsWith(port) ? authority.slice(0, -port.length) : authority;
  const tail = end < 0 ? '' : rest.slice(end);
  if (tail.startsWith('\\')) return foreign;
  if (redirectorHosts.has(host)) return mayUnwrap ? unwrapRedirector(tail) : foreign;
  if (!threadsHosts.has(host) && !courtesyHosts.has(host)) return foreign;
  const pathEnd = tail.search(/[?#\\]/);
  return { isThreads: true, link: matchPostPath(pathEnd < 0 ? tail : tail.slice(0, pathEnd)) };
}

function readAppLink(rest: string): AddressReading {
  const [place, query] = rest.split('?', 2);
  const code = new URLSearchParams(query ?? '').get('shortcode') ?? '';
  const isMedia = place?.toLowerCase() === 'media' || place?.toLowerCase() === 'media/';
  return { isThreads: true, link: isMedia ? matchPostPath(`/post/${code}`) : null };
}

function unwrapRedirector(tail: string): AddressReading {
  const query = tail.includes('?') ? tail.slice(tail.indexOf('?') + 1) : '';
  const inner = findAddress(new URLSearchParams(query).get('u') ?? '', false);
  return {
    isThreads: inner.ok || inner.error.code === 'link.not_a_post',
    link: inner.ok ? inner.value : null,
  };
}
