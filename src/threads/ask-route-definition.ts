import type { RequestProfile } from './contract.ts';
import { findNodes } from './find-nodes.ts';
import { asText } from './json-node.ts';
import { parseDocuments } from './judge-data-answer.ts';
import { judgeDataStatus } from './judge-status.ts';
import { matchPostPath } from './match-post-path.ts';
import type { Outcome } from './outcome.ts';
import { randomToken } from './random-token.ts';
import { readDataAnswer } from './read-data-answer.ts';
import { postPath, type Target } from './request-page.ts';
import { headersForData } from './request-profiles.ts';
import { namesSamePost } from './shortcode.ts';
import type { Answer, Visit } from './visit.ts';

const maxRedirects = 1;

/** The site's own route lookup: one small POST that needs no page and carries the same results (2025 to 2026). */
export async function askRouteDefinition(
  visit: Visit,
  target: Target,
  profile: RequestProfile,
): Promise<Outcome> {
  let asked = target;
  for (let hop = 0; ; hop += 1) {
    const { url, answer } = await askRoute(visit, asked, profile);
    if (!answer.ok) return answer.outcome;
    const judged = judgeDataStatus(answer.value, url, visit.options.origin);
    if (judged !== null) return judged;
    const outcome = readDataAnswer(answer.value.text, asked);
    if (outcome.kind !== 'absent') return outcome;
    const moved = readRedirect(answer.value.text, target);
    // A route is defined for posts that do not exist as well: nothing found there is no evidence.
    if (moved === null || hop >= maxRedirects) return { kind: 'shell' };
    asked = moved;
  }
}

async function askRoute(
  visit: Visit,
  target: Target,
  profile: RequestProfile,
): Promise<{ url: string; answer: Answer }> {
  const { origin, random } = visit.options;
  const lsd = randomToken(random);
  const path = postPath(target);
  const url = `${origin}/ajax/route-definition`;
  const answer = await visit.ask({
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
    maxBytes: visit.limits.dataBytes,
    timeoutMs: visit.limits.dataMs,
  });
  return { url, answer };
}

/** Where the author goes by another name, the answer names the path under the right one. */
function readRedirect(text: string, target: Target): Target | null {
  const [holder] = findNodes(parseDocuments(text), (node) => 'redirect_result' in node).nodes;
  const result = holder?.redirect_result;
  const [place] = findNodes(result, (node) => asText(node.url) !== null).nodes;
  const link = matchPostPath(URL.parse(asText(place?.url) ?? '', 'https://www.threads.com')?.pathname ?? '');
  if (link?.kind !== 'post' || !namesSamePost(link.code, target.code) || link.username === null) return null;
  return { ...target, username: link.username };
}
