import { isAPIError } from 'better-auth/api';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Attempts } from './attempts.ts';
import type { AccountError } from './contract.ts';
import type { Auth } from './create-auth.ts';

/** Who asks: the request's headers, and the network it comes from. */
export interface Caller {
  headers: Headers;
  network: string;
}

/** `Set-Cookie` values of a session that has just begun. */
export type Cookies = string[];

/**
 * A new session, and the end of the one the browser had. A wrong password and an unknown address are the same answer,
 * after the same work.
 */
export async function signIn(
  auth: Auth,
  attempts: Attempts,
  { email, password }: { email: string; password: string },
  { headers, network }: Caller,
): Promise<Result<Cookies, AccountError>> {
  const attempt = await attempts.begin({ account: email, network });
  if (!attempt.ok) return attempt;
  const entered = await enter(auth, { email, password }, headers);
  if (entered.ok) await attempt.value.forget();
  return entered;
}

/** The same without counting: for who has just set the password. */
export async function enter(
  auth: Auth,
  body: { email: string; password: string },
  headers: Headers,
): Promise<Result<Cookies, AccountError>> {
  try {
    const begun = await auth.api.signInEmail({
      body: { ...body, email: body.email.trim() },
      headers: new Headers({ 'user-agent': headers.get('user-agent') ?? '' }),
      returnHeaders: true,
    });
    await signOut(auth, headers);
    return ok(begun.headers.getSetCookie());
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return fail({ code: 'credentials.wrong' });
    throw error;
  }
}

/** Ends the session of these headers, where there is one. */
export async function signOut(auth: Auth, headers: Headers): Promise<Cookies> {
  const ended = await auth.api.signOut({ headers, returnHeaders: true });
  return ended.headers.getSetCookie();
}
