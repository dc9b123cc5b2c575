import { isAPIError } from 'better-auth/api';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Attempts } from './attempts.ts';
import type { AccountError } from './contract.ts';
import type { Auth } from './create-auth.ts';
import type { Caller, Cookies } from './sign-in.ts';

/** Ends every session of the person and begins a new one. Wrong tries count as those of signing in do. */
export async function changePassword(
  auth: Auth,
  attempts: Attempts,
  { email, current, next }: { email: string; current: string; next: string },
  { headers, network }: Caller,
): Promise<Result<Cookies, AccountError>> {
  const attempt = await attempts.begin({ account: email, network });
  if (!attempt.ok) return attempt;
  try {
    const changed = await auth.api.changePassword({
      body: { currentPassword: current, newPassword: next, revokeOtherSessions: true },
      headers,
      returnHeaders: true,
    });
    await attempt.value.forget();
    return ok(changed.headers.getSetCookie());
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return fail({ code: 'password.wrong' });
    throw error;
  }
}
