import type { RequestProfile } from '../contract.ts';
import { asText, findNodes } from '../parse/json.ts';
import { isSamePost } from '../parse/shortcode.ts';
import { parsePostPath, threadsOrigin } from '../post-links.ts';
import type { Outcome } from '../request/outcome.ts';
import { headersForData, randomLsdToken } from '../request/profiles.ts';
import { type PostTarget, type RequestSession, threadsPostPath } from '../request/session.ts';
import { parseDataResponse, parseJsonDocuments, postForm } from './data-request.ts';

const maxRedirects = 1;

/** The site's route lookup returns the post data without a page (2025 to 2026). */
export async function fetchRouteDefinition(
  session: RequestSession,
  target: PostTarget,
  profile: RequestProfile,
): Promise<Outcome> {
  const { origin, random } = session.options;
  let currentTarget = target;
  for (let hop = 0; ; hop += 1) {
    const path = threadsPostPath(currentTarget);
    const lsd = randomLsdToken(random);
    const headers = { ...headersForData(profile, origin, origin + path), 'x-fb-lsd': lsd };
    const response = await postForm(session, '/ajax/route-definition', headers, {
      route_url: path,
      routing_namespace: 'barcelona_web',
      __user: '0',
      __a: '1',
      __req: 'm',
      __comet_req: '29',
      lsd,
    });
    if ('kind' in response) return response;
    const outcome = parseDataResponse(response.text, currentTarget);
    if (outcome.kind !== 'not_found') return outcome;
    const redirectedTarget = parseRedirect(response.text, target);
    // Posts that don't exist have a route definition too, so a missing post is no evidence.
    if (redirectedTarget === null || hop >= maxRedirects) return { kind: 'empty_page' };
    currentTarget = redirectedTarget;
  }
}

/** If the user name is wrong, the response contains the path with the right one. */
function parseRedirect(text: string, target: PostTarget): PostTarget | null {
  const [redirectNode] = findNodes(parseJsonDocuments(text), (node) => 'redirect_result' in node).nodes;
  const [urlNode] = findNodes(redirectNode?.redirect_result, (node) => asText(node.url) !== null).nodes;
  const link = parsePostPath(URL.parse(asText(urlNode?.url) ?? '', threadsOrigin)?.pathname ?? '');
  if (link?.kind !== 'post' || !isSamePost(link.code, target.code) || link.username === null) return null;
  return { ...target, username: link.username };
}
