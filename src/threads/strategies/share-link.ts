import type { RequestProfile } from '../contract.ts';
import { canonicalPostLinks, isSiteRoot, parsePageTags } from '../parse/page-tags.ts';
import { classifyRedirect, classifyStatus } from '../request/classify-response.ts';
import type { Outcome } from '../request/outcome.ts';
import { type PostTarget, redirectOutcome } from '../request/page.ts';
import { headersForPage } from '../request/profiles.ts';
import type { RequestSession } from '../request/session.ts';

export type ShareLinkResolution =
  | { kind: 'target'; target: PostTarget }
  | { kind: 'outcome'; outcome: Outcome };

const maxRedirects = 2;

/** For a members-only post, only the middle redirect names the post. */
export async function resolveShareLink(
  session: RequestSession,
  token: string,
  profile: RequestProfile,
): Promise<ShareLinkResolution> {
  const { origin } = session.options;
  let url = `${origin}/share/${token}/`;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const response = await session.request({
      url,
      method: 'GET',
      headers: headersForPage(profile),
      maxBytes: session.limits.pageBytes,
      timeoutMs: session.limits.pageMs,
    });
    if (!response.ok) return { kind: 'outcome', outcome: response.outcome };
    const statusOutcome = classifyStatus(response.value);
    if (statusOutcome !== null) return { kind: 'outcome', outcome: statusOutcome };
    if (response.value.status < 300) return parseCanonicalPost(response.value.text);
    const redirect = classifyRedirect(response.value.location ?? '\\', url, origin);
    if (redirect.kind !== 'link') return { kind: 'outcome', outcome: redirectOutcome(redirect.kind) };
    if (redirect.link.kind === 'post') {
      return { kind: 'target', target: { code: redirect.link.code, username: redirect.link.username } };
    }
    url = redirect.url;
  }
  return { kind: 'outcome', outcome: { kind: 'blocked', cause: new Error('too many redirects') } };
}

function parseCanonicalPost(html: string): ShareLinkResolution {
  const tags = parsePageTags(html);
  const postLinks = canonicalPostLinks(tags).filter((link) => link.kind === 'post');
  const [first] = postLinks;
  if (first !== undefined && postLinks.every((link) => link.code === first.code)) {
    return { kind: 'target', target: { code: first.code, username: first.username } };
  }
  return { kind: 'outcome', outcome: { kind: isSiteRoot(tags) ? 'not_found' : 'empty_page' } };
}
