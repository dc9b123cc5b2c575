import type { PageResponse } from './contract.ts';
import { classifyRedirect } from './judge-location.ts';
import type { Outcome } from './outcome.ts';

/** Returns null for 2xx and 3xx, where the status alone decides nothing. */
export function classifyStatus(response: PageResponse): Outcome | null {
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

/** For data endpoints, whose 404 says nothing about the post. */
export function classifyDataStatus(
  response: PageResponse,
  requested: string,
  origin: string,
): Outcome | null {
  const statusOutcome = classifyStatus(response);
  if (statusOutcome?.kind === 'gone' || response.status === 405) return { kind: 'inapplicable' };
  if (statusOutcome !== null || response.status < 300) return statusOutcome;
  const redirect = classifyRedirect(response.location ?? '\\', requested, origin);
  const isOnSite = redirect.kind === 'other' || redirect.kind === 'link';
  return { kind: isOnSite ? 'unrecognised' : 'refused', cause: new Error(`redirected: ${redirect.kind}`) };
}
