import type { MessageKey } from '#i18n/translator.ts';
import type { Result } from '#platform/result.ts';
import type { SessionUser } from '../editor/draft/draft-types.ts';

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

export const signInErrorMessages = {
  wrong: 'admin.error.credentials',
  blocked: 'admin.error.attempts',
  offline: 'admin.error.offline',
  unclear: 'admin.error.no_answer',
} as const satisfies Record<string, MessageKey>;

export type SignInError = keyof typeof signInErrorMessages;

export async function requestSignIn(
  request: Fetch,
  credentials: { email: string; password: string },
): Promise<Result<SessionUser, SignInError>> {
  const response = await catchNetworkError(
    request('/api/accounts/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    }),
  );
  if (response === null) return { ok: false, error: 'offline' };
  if (!response.ok) return { ok: false, error: errorsByStatus[response.status] ?? 'unclear' };
  const user = await fetchSessionUser(request);
  return user ? { ok: true, value: user } : { ok: false, error: 'unclear' };
}

const errorsByStatus: Partial<Record<number, SignInError>> = { 400: 'wrong', 401: 'wrong', 429: 'blocked' };

/** null if nobody is signed in or the request failed. */
export async function fetchSessionUser(request: Fetch): Promise<SessionUser | null> {
  const response = await catchNetworkError(request('/api/accounts/session'));
  if (!response?.ok) return null;
  const { user } = (await response.json()) as { user: SessionUser };
  return { id: user.id, email: user.email };
}

/** null if no response arrived; `fetch` then throws a TypeError. */
async function catchNetworkError(pendingResponse: Promise<Response>): Promise<Response | null> {
  try {
    return await pendingResponse;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
