import { isAPIError } from 'better-auth/api';
import { eq } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { accountCredential, accountUser } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { AttemptLimiter } from './attempts.ts';
import { type AccountError, emailSchema } from './contract.ts';
import type { BetterAuth } from './create-auth.ts';

export interface RequestClient {
  headers: Headers;
  network: string;
}

export type SetCookieHeaders = string[];

/**
 * Ends the client's previous session. A wrong password and an unknown email give the same error after the
 * same amount of work.
 */
export async function signIn(
  { auth, attempts, database }: { auth: BetterAuth; attempts: AttemptLimiter; database: Database },
  { email, password }: { email: string; password: string },
  { headers, network }: RequestClient,
): Promise<Result<SetCookieHeaders, AccountError>> {
  const attempt = await attempts.consume({ account: email, network });
  if (!attempt.ok) return attempt;
  const before = await loadPasswordHash(database, email);
  const result = await startSession(auth, { email, password }, headers);
  if (!result.ok) return result;
  await attempt.value.refund();
  if ((await loadPasswordHash(database, email)) === before) return result;
  // The password changed during the comparison, and this session started too late to be ended with the
  // others.
  const cookie = result.value.map((line) => line.split(';')[0]).join('; ');
  await signOut(auth, new Headers({ cookie }));
  return fail({ code: 'credentials.wrong' });
}

/** `for share` waits for a concurrent password change. */
async function loadPasswordHash({ query }: Database, rawEmail: string): Promise<string | null> {
  const email = emailSchema.safeParse(rawEmail);
  if (!email.success) return null;
  const [row] = await query
    .select({ hash: accountCredential.password })
    .from(accountCredential)
    .innerJoin(accountUser, eq(accountUser.id, accountCredential.userId))
    .where(eq(accountUser.email, email.data))
    .for('share', { of: accountCredential });
  return row?.hash ?? null;
}

export async function startSession(
  auth: BetterAuth,
  body: { email: string; password: string },
  headers: Headers,
): Promise<Result<SetCookieHeaders, AccountError>> {
  try {
    const signInResult = await auth.api.signInEmail({
      body: { ...body, email: body.email.trim() },
      headers: new Headers({ 'user-agent': headers.get('user-agent') ?? '' }),
      returnHeaders: true,
    });
    await signOut(auth, headers);
    return ok(signInResult.headers.getSetCookie());
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return fail({ code: 'credentials.wrong' });
    throw error;
  }
}

export async function signOut(auth: BetterAuth, headers: Headers): Promise<SetCookieHeaders> {
  const ended = await auth.api.signOut({ headers, returnHeaders: true });
  return ended.headers.getSetCookie();
}
