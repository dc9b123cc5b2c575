import type { RequestProfile } from '../contract.ts';
import { isSamePost } from '../link/shortcode.ts';
import { classifyRedirect, classifyStatus } from './classify-response.ts';
import type { Outcome } from './outcome.ts';
import type { RequestSession } from './session.ts';

export interface PostTarget {
  code: string;
  username: string | null;
  wholeThread?: true;
}

const maxRedirects = 2;

export type PageResult =
  | { kind: 'page'; text: string; cookies: string[] }
  | { kind: 'outcome'; outcome: Outcome; username: string | null };

/** For the placeholder `_`, Threads redirects to the right user name. */
export function threadsPostPath(target: PostTarget): string {
  return `/@${target.username ?? '_'}/post/${target.code}`;
}

/** Follows redirects only to the same post. */
export async function requestPage(
  session: RequestSession,
  path: string,
  headers: Record<string, string>,
  target: PostTarget,
): Promise<PageResult> {
  const { origin } = session.options;
  let url = origin + path;
  let username = target.username;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const response = await session.request({
      url,
      method: 'GET',
      headers,
      maxBytes: session.limits.pageBytes,
      timeoutMs: session.limits.pageMs,
    });
    if (!response.ok) return { kind: 'outcome', outcome: response.outcome, username };
    const { value } = response;
    const statusOutcome = classifyStatus(value);
    if (statusOutcome !== null) return { kind: 'outcome', outcome: statusOutcome, username };
    if (value.status < 300) return { kind: 'page', text: value.text, cookies: value.cookies };
    const redirect = classifyRedirect(value.location ?? '\\', url, origin);
    if (redirect.kind !== 'link')
      return { kind: 'outcome', outcome: redirectOutcome(redirect.kind), username };
    if (redirect.link.kind !== 'post' || !isSamePost(redirect.link.code, target.code)) {
      return { kind: 'outcome', outcome: redirectOutcome('other'), username };
    }
    username = redirect.link.username ?? username;
    url = redirect.url;
  }
  return { kind: 'outcome', outcome: { kind: 'blocked', cause: new Error('too many redirects') }, username };
}

export function redirectOutcome(kind: 'login' | 'invalid_post' | 'other' | 'foreign'): Outcome {
  const cause = new Error(`redirected: ${kind}`);
  if (kind === 'invalid_post') return { kind: 'gone', cause };
  return { kind: kind === 'other' ? 'unrecognized' : 'blocked', cause };
}

export type PageStrategy = (
  session: RequestSession,
  target: PostTarget,
  profile: RequestProfile,
) => Promise<Outcome>;
