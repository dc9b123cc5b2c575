import type { RequestProfile } from '../contract.ts';
import { parsePostPath } from '../link/parse-post-path.ts';
import { isSamePost } from '../link/shortcode.ts';
import { findNodes } from '../parse/json/find-nodes.ts';
import { asText } from '../parse/json/json-node.ts';
import { classifyDataStatus } from '../request/classify-response.ts';
import type { Outcome } from '../request/outcome.ts';
import { type PostTarget, threadsPostPath } from '../request/page.ts';
import { headersForData, randomLsdToken } from '../request/profiles.ts';
import type { RequestSession, SessionResponse } from '../request/session.ts';
import { parseDataResponse, parseJsonDocuments } from './data-response.ts';

const maxRedirects = 1;

/** The site's route lookup returns the post data without a page (2025 to 2026). */
export async function fetchRouteDefinition(
  session: RequestSession,
  target: PostTarget,
  profile: RequestProfile,
): Promise<Outcome> {
  let currentTarget = target;
  for (let hop = 0; ; hop += 1) {
    const { url, response } = await requestRoute(session, currentTarget, profile);
    if (!response.ok) return response.outcome;
    const statusOutcome = classifyDataStatus(response.value, url, session.options.origin);
    if (statusOutcome !== null) return statusOutcome;
    const outcome = parseDataResponse(response.value.text, currentTarget);
    if (outcome.kind !== 'not_found') return outcome;
    const redirectedTarget = parseRedirect(response.value.text, target);
    // Posts that don't exist have a route definition too, so a missing post is no evidence.
    if (redirectedTarget === null || hop >= maxRedirects) return { kind: 'empty_page' };
    currentTarget = redirectedTarget;
  }
}

async function requestRoute(
  session: RequestSession,
  target: PostTarget,
  profile: RequestProfile,
): Promise<{ url: string; response: SessionResponse }> {
  const { origin, random } = session.options;
  const lsd = randomLsdToken(random);
  const path = threadsPostPath(target);
  const url = `${origin}/ajax/route-definition`;
  const response = await session.request({
    url,
    method: 'POST',
    headers: { ...headersForData(profile, origin, origin + path), 'x-fb-lsd': lsd },
    body: new URLSearchParams({
      route_url: path,
      routing_namespace: 'barcelona_web',
      __user: '0',
      __a: '1',
      __req: 'm',
      __comet_req: '29',
      lsd,
    }).toString(),
    maxBytes: session.limits.dataBytes,
    timeoutMs: session.limits.dataMs,
  });
  return { url, response };
}

/** If the user name is wrong, the response contains the path with the right one. */
function parseRedirect(text: string, target: PostTarget): PostTarget | null {
  const [redirectNode] = findNodes(parseJsonDocuments(text), (node) => 'redirect_result' in node).nodes;
  const result = redirectNode?.redirect_result;
  const [urlNode] = findNodes(result, (node) => asText(node.url) !== null).nodes;
  const link = parsePostPath(
    URL.parse(asText(urlNode?.url) ?? '', 'https://www.threads.com')?.pathname ?? '',
  );
  if (link?.kind !== 'post' || !isSamePost(link.code, target.code) || link.username === null) return null;
  return { ...target, username: link.username };
}
