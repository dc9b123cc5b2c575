import { and, eq } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { accountCredential, accountLink, accountSession } from '#database/schema.ts';
import { fail, type Result } from '#platform/result.ts';
import type { Attempts } from './attempts.ts';
import type { AccountError } from './contract.ts';
import type { Auth } from './create-auth.ts';
import { type Caller, type Cookies, enter } from './sign-in.ts';

/**
 * Ends every session of the person, and every link to a new password, and begins a new session. Wrong tries count as
 * those of signing in do; so does one during which the password became another.
 */
export async function changePassword(
  { auth, attempts, database }: { auth: Auth; attempts: Attempts; database: Database },
  { id, email, current, next }: { id: string; email: string; current: string; next: string },
  { headers, network }: Caller,
): Promise<Result<Cookies, AccountError>> {
  const attempt = await attempts.begin({ account: email, network });
  if (!attempt.ok) return attempt;
  const { password } = await auth.$context;
  const own = and(eq(accountCredential.userId, id), eq(accountCredential.providerId, 'credential'));
  const [found] = await database.query.select().from(accountCredential).where(own);
  const hash = found?.password ?? null;
  if (hash === null || !(await password.verify({ hash, password: current })))
    return fail({ code: 'password.wrong' });
  const nextHash = await password.hash(next);
  const isChanged = await database.transaction(async (queries) => {
    const changed = await queries
      .update(accountCredential)
      .set({ password: nextHash, updatedAt: new Date() })
      .where(and(own, eq(accountCredential.password, hash)))
      .returning({ id: accountCredential.id });
    if (changed.length === 0) return false;
    await queries.delete(accountSession).where(eq(accountSession.userId, id));
    await queries.delete(accountLink).where(eq(accountLink.userId, id));
    return true;
  });
  if (!isChanged) return fail({ code: 'password.wrong' });
  await attempt.value.forget();
  return enter(auth, { email, password: next }, headers);
}
