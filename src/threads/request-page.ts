import type { RequestProfile } from './contract.ts';
import { judgeLocation } from './judge-location.ts';
import { judgeStatus } from './judge-status.ts';
import type { Outcome } from './outcome.ts';
import { namesSamePost } from './shortcode.ts';
import type { Visit } from './visit.ts';

export interface Target {
  code: string;
  /** null where the link did not say; Threads ignores the name in a post's address. */
  username: string | null;
  /** Not the post alone: every post of the author's own thread around it. */
  wholeThread?: true;
}

const maxRedirects = 2;

export type PageAnswer =
  | { kind: 'page'; text: string; cookies: string[] }
  /** `username` is the account the redirects named on the way. */
  | { kind: 'outcome'; outcome: Outcome; username: string | null };

/** The path of a post; the placeholder name leads to the right one. */
export function postPath(target: Target): string {
  return `/@${target.username ?? '_'}/post/${target.code}`;
}

/** Asks for a page of one post; redirects are followed by hand, and only to the same post. */
export async function requestPage(
  visit: Visit,
  path: string,
  headers: Record<string, string>,
  target: Target,
): Promise<PageAnswer> {
  const { origin } = visit.options;
  let address = origin + path;
  let username = target.username;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const answer = await visit.ask({
      url: address,
      method: 'GET',
      headers,
      maxBytes: visit.limits.pageBytes,
      timeoutMs: visit.limits.pageMs,
    });
    if (!answer.ok) return { kind: 'outcome', outcome: answer.outcome, username };
    const { value } = answer;
    const judged = judgeStatus(value);
    if (judged !== null) return { kind: 'outcome', outcome: judged, username };
    if (value.status < 300) return { kind: 'page', text: value.text, cookies: value.cookies };
    const place = judgeLocation(value.location ?? '\\', address, origin);
    if (place.kind !== 'link') return { kind: 'outcome', outcome: describeRedirect(place.kind), username };
    if (place.link.kind !== 'post' || !namesSamePost(place.link.code, target.code)) {
      return { kind: 'outcome', outcome: describeRedirect('other'), username };
    }
    username = place.link.username ?? username;
    address = place.address;
  }
  return { kind: 'outcome', outcome: { kind: 'refused', cause: new Error('too many redirects') }, username };
}

export function describeRedirect(kind: 'login' | 'invalid_post' | 'other' | 'foreign'): Outcome {
  const cause = new Error(`redirected: ${kind}`);
  if (kind === 'invalid_post') return { kind: 'gone', cause };
  return { kind: kind === 'other' ? 'unrecognised' : 'refused', cause };
}

export type PageStrategy = (visit: Visit, target: Target, profile: RequestProfile) => Promise<Outcome>;
