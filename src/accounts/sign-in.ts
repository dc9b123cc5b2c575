import { isAPIError } from 'better-auth/api';
import { eq } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { accountCredential, accountUser } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Attempts } from './attempts.ts';
import { type AccountError, emailSchema } from './contract.ts';
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
  { auth, attempts, database }: { auth: Auth; attempts: Attempts; database: Database },
  { email, password }: { email: string; password: string },
  { headers, network }: Caller,
): Promise<Result<Cookies, AccountError>> {
  const attempt = await attempts.begin({ account: email, network });
  if (!attempt.ok) return attempt;
  const before = await passwordHashOf(database, email);
  const entered = await enter(auth, { email, password }, headers);
  if (!entered.ok) return entered;
  await attempt.value.forget();
  if ((await passwordHashOf(database, email)) === before) return entered;
  // It was changed while the old one was being compared, and this session had begun too late to be ended with the others.
  const cookie = entered.value.map((line) => line.split(';')[0]).join('; ');
  await signOut(auth, new Headers({ cookie }));
  return fail({ code: 'credentials.wrong' });
}

/** Waits for who is changing it. */
async function passwordHashOf({ query }: Database, typed: string): Promise<string | null> {
  const email = emailSchema.safeParse(typed);
  if (!email.success) return null;
  const [row] = await query
    .select({ hash: accountCredential.password })
    .from(accountCredential)
    .innerJoin(accountUser, eq(accountUser.id, accountCredential.userId))
    .where(eq(accountUser.email, email.data))
    .for('share', { of: accountCredential });
  return row?.hash ?? null;
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
