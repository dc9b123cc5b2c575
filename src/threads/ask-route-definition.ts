import type { RequestProfile } from './contract.ts';
import { splitDocuments } from './find-json-blocks.ts';
import { judgeDataAnswer } from './judge-data-answer.ts';
import { judgeDataStatus } from './judge-status.ts';
import type { Outcome } from './outcome.ts';
import { randomToken } from './random-token.ts';
import { extractFromTexts } from './read-post-page.ts';
import { postPath, type Target } from './request-page.ts';
import { headersForData } from './request-profiles.ts';
import type { Visit } from './visit.ts';

/** The site's own route lookup: one small POST that needs no page and carries the same results (2025 to 2026). */
export async function askRouteDefinition(
  visit: Visit,
  target: Target,
  profile: RequestProfile,
): Promise<Outcome> {
  const { origin, random } = visit.options;
  const lsd = randomToken(random);
  const path = postPath(target);
  const answer = await visit.ask({
    url: `${origin}/ajax/route-definition/`,
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
  if (!answer.ok) return answer.outcome;
  const judged = judgeDataStatus(answer.value);
  if (judged !== null) return judged;
  const outcome = extractFromTexts(splitDocuments(answer.value.text), target);
  if (outcome.kind !== 'absent') return outcome;
  // A route is defined for posts that do not exist as well: nothing found there is no evidence.
  const meaning = judgeDataAnswer(answer.value.text);
  return meaning.kind === 'absent' ? { kind: 'shell' } : meaning;
}
