import type { ExtractionResult, RequestProfile } from '../contract.ts';
import { combineOutcomes, type Outcome } from '../request/outcome.ts';
import { headersForPage } from '../request/profiles.ts';
import { maxRedirects, type PostTarget, type RequestSession, requestPage } from '../request/session.ts';
import { canonicalPostLinks, isSiteRoot, parsePageTags } from './meta-tags.ts';
import { tryProfiles } from './run-strategies.ts';

export type ShareLinkResult = { ok: true; value: PostTarget } | Extract<ExtractionResult, { ok: false }>;

export async function resolveShareLink(session: RequestSession, token: string): Promise<ShareLinkResult> {
  let target: PostTarget | null = null;
  const attempts = await tryProfiles(session, 'share', async (profile) => {
    const resolved = await requestTarget(session, token, profile);
    if ('kind' in resolved) return resolved;
    target = resolved;
    return { kind: 'inapplicable' };
  });
  if (target !== null) return { ok: true, value: target };
  const combined = combineOutcomes(attempts);
  return combined.ok ? { ok: false, error: { code: 'upstream.changed' } } : combined;
}

/** For a members-only post, only the middle redirect names the post. */
async function requestTarget(
  session: RequestSession,
  token: string,
  profile: RequestProfile,
): Promise<PostTarget | Outcome> {
  let url = `${session.options.origin}/share/${token}/`;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const result = await requestPage(session, url, headersForPage(profile));
    if (!('kind' in result)) return parseCanonicalPost(result.text);
    if (result.kind !== 'link') return result;
    if (result.link.kind === 'post') return { code: result.link.code, username: result.link.username };
    url = result.url;
  }
  return { kind: 'blocked', cause: new Error('too many redirects') };
}

function parseCanonicalPost(html: string): PostTarget | Outcome {
  const tags = parsePageTags(html);
  const postLinks = canonicalPostLinks(tags).filter((link) => link.kind === 'post');
  const [first] = postLinks;
  if (first !== undefined && postLinks.every((link) => link.code === first.code)) {
    return { code: first.code, username: first.username };
  }
  return { kind: isSiteRoot(tags) ? 'not_found' : 'empty_page' };
}
