import type { PageResponse } from './contract.ts';
import { judgeLocation } from './judge-location.ts';
import type { Outcome } from './outcome.ts';

/** What the status of an answer alone decides; null for 200 and for redirects. */
export function judgeStatus(response: PageResponse): Outcome | null {
  const { status, retryAfterSeconds } = response;
  const cause = new Error(`status ${status}`);
  if (status === 429) return { kind: 'busy', retryAfterSeconds, cause };
  if (status === 503 && retryAfterSeconds !== null) return { kind: 'busy', retryAfterSeconds, cause };
  if (status === 404 || status === 410) return { kind: 'gone', cause };
  if (status >= 500) return { kind: 'unreachable', cause };
  if (status >= 400) return { kind: 'refused', cause };
  if (status >= 200 && status < 400) return null;
  return { kind: 'unrecognised', cause };
}

/** The same for an address that is only ours to know: its being missing says nothing about the post. */
export function judgeDataStatus(response: PageResponse, requested: string, origin: string): Outcome | null {
  const judged = judgeStatus(response);
  if (judged?.kind === 'gone' || response.status === 405) return { kind: 'inapplicable' };
  if (judged !== null || response.status < 300) return judged;
  const place = judgeLocation(response.location ?? '\\', requested, origin);
  const isOnSite = place.kind === 'other' || place.kind === 'link';
  return { kind: isOnSite ? 'unrecognised' : 'refused', cause: new Error(`redirected: ${place.kind}`) };
}
