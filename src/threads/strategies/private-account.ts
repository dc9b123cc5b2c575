import type { RequestProfile } from '../contract.ts';
import { classifyRedirect } from '../request/classify-response.ts';
import type { Outcome } from '../request/outcome.ts';
import { headersForPage } from '../request/profiles.ts';
import type { RequestSession } from '../request/session.ts';

/** Deleted, private and members-only posts look alike, but a private profile redirects to `/login` (2026). */
export async function detectPrivateAccount(
  session: RequestSession,
  username: string | null,
  profile: RequestProfile,
  fallback: Outcome,
): Promise<Outcome> {
  if (username === null || session.isExpired()) return fallback;
  const url = `${session.options.origin}/@${username}`;
  const response = await session.request({
    url,
    method: 'GET',
    headers: headersForPage(profile),
    maxBytes: session.limits.pageBytes,
    timeoutMs: session.limits.dataMs,
  });
  if (!response.ok || response.value.status < 300 || response.value.status >= 400) return fallback;
  const redirect = classifyRedirect(response.value.location ?? '\\', url, session.options.origin);
  return redirect.kind === 'login' ? { kind: 'private' } : fallback;
}
