import type { RequestProfile } from './contract.ts';
import { judgeLocation } from './judge-location.ts';
import { judgeStatus } from './judge-status.ts';
import type { Outcome } from './outcome.ts';
import { namedPosts, namesBareRoot, readPageTags } from './read-page-tags.ts';
import { describeRedirect, type Target } from './request-page.ts';
import { headersForPage } from './request-profiles.ts';
import type { Visit } from './visit.ts';

export type ShareAnswer = { kind: 'target'; target: Target } | { kind: 'outcome'; outcome: Outcome };

const maxRedirects = 2;

/**
 * Turns the token of a share link into the post it stands for. Redirects are judged hop by hop: for a members-only
 * post the middle one is the only place that names it. A crawler gets 200 and the name in canonical or og:url.
 */
export async function resolveShare(
  visit: Visit,
  token: string,
  profile: RequestProfile,
): Promise<ShareAnswer> {
  const { origin } = visit.options;
  let address = `${origin}/share/${token}/`;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const answer = await visit.ask({
      url: address,
      method: 'GET',
      headers: headersForPage(profile),
      maxBytes: visit.limits.pageBytes,
      timeoutMs: visit.limits.pageMs,
    });
    if (!answer.ok) return { kind: 'outcome', outcome: answer.outcome };
    const judged = judgeStatus(answer.value);
    if (judged !== null) return { kind: 'outcome', outcome: judged };
    if (answer.value.status < 300) return readNamedPost(answer.value.text);
    const place = judgeLocation(answer.value.location ?? '\\', address, origin);
    if (place.kind !== 'link') return { kind: 'outcome', outcome: describeRedirect(place.kind) };
    if (place.link.kind === 'post') {
      return { kind: 'target', target: { code: place.link.code, username: place.link.username } };
    }
    address = place.address;
  }
  return { kind: 'outcome', outcome: { kind: 'refused', cause: new Error('too many redirects') } };
}

function readNamedPost(html: string): ShareAnswer {
  const tags = readPageTags(html);
  const named = namedPosts(tags).filter((link) => link.kind === 'post');
  const [first] = named;
  if (first !== undefined && named.every((link) => link.code === first.code)) {
    return { kind: 'target', target: { code: first.code, username: first.username } };
  }
  return { kind: 'outcome', outcome: { kind: namesBareRoot(tags) ? 'absent' : 'shell' } };
}
