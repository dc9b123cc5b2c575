import { and, eq } from 'drizzle-orm';
import type { Database } from '#database/database.ts';
import { accountCredential, accountLink, accountSession, accountUser } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { AccountError, User } from '../contract.ts';
import { consumeAccountLink, createAccountLink } from '../users/account-links.ts';
import { toUser } from '../users/users.ts';
import type { RequestClient, SessionDeps } from './sessions.ts';

/** Ends the user's sessions and reset links. */
export async function changePassword(
  { auth, attempts, database }: SessionDeps,
  { id, email, current, next }: { id: string; email: string; current: string; next: string },
  { network }: RequestClient,
): Promise<Result<null, AccountError>> {
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
  return ok(null);
}

export async function createPasswordResetLink(
  database: Database,
  identifier: { email: string } | { id: string },
  now: number,
): Promise<{ user: User; token: string } | null> {
  const userFilter =
    'email' in identifier ? eq(accountUser.email, identifier.email) : eq(accountUser.id, identifier.id);
  const [row] = await database.query.select().from(accountUser).where(userFilter);
  if (!row) return null;
  return {
    user: toUser(row),
    token: await createAccountLink(database.query, { kind: 'reset', userId: row.id }, now),
  };
}

/** Ends the user's sessions and other reset links. Returns the user's email. */
export function resetPassword(
  database: Database,
  token: string,
  passwordHash: string,
  now: number,
): Promise<Result<string, AccountError>> {
  return database.transaction(async (queries) => {
    const link = await consumeAccountLink(queries, 'reset', token, now);
    if (!link?.userId) return fail({ code: 'link.invalid' });
    const { userId } = link;
    await queries
      .update(accountCredential)
      .set({ password: passwordHash, updatedAt: new Date(now) })
      .where(and(eq(accountCredential.userId, userId), eq(accountCredential.providerId, 'credential')));
    await queries.delete(accountSession).where(eq(accountSession.userId, userId));
    await queries.delete(accountLink).where(eq(accountLink.userId, userId));
    const [row] = await queries.select().from(accountUser).where(eq(accountUser.id, userId));
    return row ? ok(row.email) : fail({ code: 'link.invalid' });
  });
}
