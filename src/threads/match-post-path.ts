export type PostLink =
  | { kind: 'post'; code: string; username: string | null }
  | { kind: 'share'; token: string };

const usernameForm = /^[A-Za-z0-9._]{1,30}$/;
const tokenForm = /^[A-Za-z0-9_-]{5,64}$/;
const maxCodeLength = 64;

/** A user name worth keeping; `_` is the placeholder every part of the site accepts. */
export function readUsername(text: string): string | null {
  return usernameForm.test(text) && text !== '_' ? text : null;
}

/** Decodes one path segment; a malformed escape leaves it as it stands. */
function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    if (cause instanceof URIError) return segment;
    throw cause;
  }
}

/** The leading characters of `segment` that codes and tokens are made of. */
function leadingRun(segment: string): string {
  const run = /^[A-Za-z0-9_-]*/.exec(segment)?.[0] ?? '';
  // Two links pasted without a space: the second one's scheme runs into the first one's code.
  return segment.startsWith(':', run.length) ? run.replace(/https?$/i, '') : run;
}

/** The leading characters of `segment` that can be a shortcode; what a sentence hung on the link is dropped. */
function readCode(segment: string): string | null {
  const run = leadingRun(segment);
  // Twelve characters cannot occur before the ids reach 2^66: what follows the eleventh is markdown or a dash.
  const code = /^[\w-]{11}[_-]{1,3}$/.test(run) ? run.slice(0, 11) : run;
  return code.length > 0 && code.length <= maxCodeLength ? code : null;
}

/** Reads the path of a Threads address. Anything after the shortcode is ignored; null when it names no post. */
export function matchPostPath(path: string): PostLink | null {
  const segments = path.split('/', 12).filter((segment) => segment !== '');
  const first = decodeSegment(segments[0] ?? '');
  const word = first.toLowerCase();
  if (word === 'share') return matchShare(segments[1] ?? '');
  if (word === 't' || word === 'post') return asPost(readCode(segments[1] ?? ''), null);
  const second = (segments[1] ?? '').toLowerCase();
  if (!first.startsWith('@') || (second !== 'post' && second !== 'video')) return null;
  return asPost(readCode(segments[2] ?? ''), readUsername(first.slice(1)));
}

function matchShare(segment: string): PostLink | null {
  const token = leadingRun(segment);
  return tokenForm.test(token) ? { kind: 'share', token } : null;
}

function asPost(code: string | null, username: string | null): PostLink | null {
  return code === null ? null : { kind: 'post', code, username };
}
