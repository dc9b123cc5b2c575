import type { RequestProfile } from './contract.ts';
import { judgeLocation } from './judge-location.ts';
import type { Outcome } from './outcome.ts';
import { headersForPage } from './request-profiles.ts';
import type { Visit } from './visit.ts';

/**
 * Threads answers alike for deleted, private and members-only posts; the profile of a private account sends to
 * `/login` (2026). One cheap request tells them apart; whatever else it shows, `otherwise` stands.
 */
export async function tellPrivate(
  visit: Visit,
  username: string | null,
  profile: RequestProfile,
  otherwise: Outcome,
): Promise<Outcome> {
  if (username === null || visit.isOver()) return otherwise;
  const url = `${visit.options.origin}/@${username}`;
  const answer = await visit.ask({
    url,
    method: 'GET',
    headers: headersForPage(profile),
    maxBytes: visit.limits.pageBytes,
    timeoutMs: visit.limits.dataMs,
  });
  if (!answer.ok || answer.value.status < 300 || answer.value.status >= 400) return otherwise;
  const place = judgeLocation(answer.value.location ?? '\\', url, visit.options.origin);
  return place.kind === 'login' ? { kind: 'private' } : otherwise;
}
