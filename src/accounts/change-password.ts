import { and, eq } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { accountCredential, accountLink, accountSession } from '#database/schema.ts';
import { fail, type Result } from '#platform/result.ts';
import type { AttemptLimiter } from './attempts.ts';
import type { AccountError } from './contract.ts';
import type { BetterAuth } from './create-auth.ts';
import { type RequestClient, type SetCookieHeaders, startSession } from './sign-in.ts';

/** Ends the user's sessions and reset links and starts a new session. */
export async function changePassword(
  { auth, attempts, database }: { auth: BetterAuth; attempts: AttemptLimiter; database: Database },
  { id, email, current, next }: { id: string; email: string; current: string; next: string },
  { headers, network }: RequestClient,
): Promise<Result<SetCookieHeaders, AccountError>> {
  const attempt = await attempts.consume({ account: email, network });
  if (!attempt.ok) return attempt;
  const { password } = await auth.$context;
  const credentialFilter = and(
    eq(accountCredential.userId, id),
    eq(accountCredential.providerId, 'credential'),
  );
  const [found] = await database.query.select().from(accountCredential).where(credentialFilter);
  const hash = found?.password ?? null;
  if (hash === null || !(await password.verify({ hash, password: current })))
    return fail({ code: 'password.wrong' });
  const nextHash = await password.hash(next);
  const isChanged = await database.transaction(async (queries) => {
    const changed = await queries
      .update(accountCredential)
      .set({ password: nextHash, updatedAt: new Date() })
      .where(and(credentialFilter, eq(accountCredential.password, hash)))
      .returning({ id: accountCredential.id });
    if (changed.length === 0) return false;
    await queries.delete(accountSession).where(eq(accountSession.userId, id));
    await queries.delete(accountLink).where(eq(accountLink.userId, id));
    return true;
  });
  if (!isChanged) return fail({ code: 'password.wrong' });
  await attempt.value.refund();
  return startSession(auth, { email, password: next }, headers);
}
