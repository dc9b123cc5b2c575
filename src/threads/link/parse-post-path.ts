export type PostLink =
  | { kind: 'post'; code: string; username: string | null }
  | { kind: 'share'; token: string };

const usernamePattern = /^[A-Za-z0-9._]{1,30}$/;
const tokenPattern = /^[A-Za-z0-9_-]{5,64}$/;
const maxCodeLength = 64;

/** `_` is a placeholder that every part of the site accepts. */
export function parseUsername(text: string): string | null {
  return usernamePattern.test(text) && text !== '_' ? text : null;
}

function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    if (cause instanceof URIError) return segment;
    throw cause;
  }
}

function leadingRun(segment: string): string {
  const run = /^[A-Za-z0-9_-]*/.exec(segment)?.[0] ?? '';
  // If two links were pasted without a space, the second scheme follows the first code.
  return segment.startsWith(':', run.length) ? run.replace(/https?$/i, '') : run;
}

function parseCode(segment: string): string | null {
  const run = leadingRun(segment);
  // Codes have 11 characters until ids reach 2^66, so anything after that is Markdown or a dash.
  const code = /^[\w-]{11}[_-]{1,3}$/.test(run) ? run.slice(0, 11) : run;
  return code.length > 0 && code.length <= maxCodeLength ? code : null;
}

export function parsePostPath(path: string): PostLink | null {
  const segments = path.split('/', 12).filter((segment) => segment !== '');
  const first = decodeSegment(segments[0] ?? '');
  const routeName = first.toLowerCase();
  if (routeName === 'share') return parseShareLink(segments[1] ?? '');
  if (routeName === 't' || routeName === 'post') return createPostLink(parseCode(segments[1] ?? ''), null);
  const second = (segments[1] ?? '').toLowerCase();
  if (!first.startsWith('@') || (second !== 'post' && second !== 'video')) return null;
  return createPostLink(parseCode(segments[2] ?? ''), parseUsername(first.slice(1)));
}

function parseShareLink(segment: string): PostLink | null {
  const token = leadingRun(segment);
  return tokenPattern.test(token) ? { kind: 'share', token } : null;
}

function createPostLink(code: string | null, username: string | null): PostLink | null {
  return code === null ? null : { kind: 'post', code, username };
}
