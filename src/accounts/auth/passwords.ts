import { and, eq } from 'drizzle-orm';
import type { Database } from '#database/database.ts';
import { accountCredential, accountUser } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { AccountError, User } from '../contract.ts';
import { consumeAccountLink, createAccountLink } from '../users/account-links.ts';
import { endSessionsAndLinks, toUser } from '../users/users.ts';
import type { CountedAttempt } from './attempt-limiter.ts';
import type { RequestClient, SessionDeps } from './sessions.ts';

const filterCredential = (userId: string) =>
  and(eq(accountCredential.userId, userId), eq(accountCredential.providerId, 'credential'));

/** Returns the hash. Attempts count like those of signing in. */
async function checkPassword(
  { auth, attempts, database }: SessionDeps,
  { id, email, current }: { id: string; email: string; current: string },
  client: RequestClient,
): Promise<Result<{ hash: string; attempt: CountedAttempt }, AccountError>> {
  const attempt = await attempts.consume('password', email, client);
  if (!attempt.ok) return attempt;
  await attempt.value.pause();
  const { password } = await auth.$context;
  const [found] = await database.query.select().from(accountCredential).where(filterCredential(id));
  const hash = found?.password ?? null;
  if (hash === null || !(await password.verify({ hash, password: current })))
    return fail({ code: 'password.wrong' });
  return ok({ hash, attempt: attempt.value });
}

export async function verifyPassword(
  deps: SessionDeps,
  user: { id: string; email: string; current: string },
  client: RequestClient,
): Promise<Result<null, AccountError>> {
  const checked = await checkPassword(deps, user, client);
  if (!checked.ok) return checked;
  await checked.value.attempt.refund();
  return ok(null);
}

export async function changePassword(
  deps: SessionDeps,
  { id, email, current, next }: { id: string; email: string; current: string; next: string },
  client: RequestClient,
): Promise<Result<null, AccountError>> {
  const checked = await checkPassword(deps, { id, email, current }, client);
  if (!checked.ok) return checked;
  const { auth, database } = deps;
  const { hash, attempt } = checked.value;
  const { password } = await auth.$context;
  const nextHash = await password.hash(next);
  const isChanged = await database.transaction(async (queries) => {
    const changed = await queries
      .update(accountCredential)
      .set({ password: nextHash, updatedAt: new Date() })
      .where(and(filterCredential(id), eq(accountCredential.password, hash)))
      .returning({ id: accountCredential.id });
    if (changed.length === 0) return false;
    await endSessionsAndLinks(queries, id);
    return true;
  });
  if (!isChanged) return fail({ code: 'password.wrong' });
  await attempt.refund();
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

/** Returns the user's email. */
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
      .where(filterCredential(userId));
    await endSessionsAndLinks(queries, userId);
    const [row] = await queries.select().from(accountUser).where(eq(accountUser.id, userId));
    return row ? ok(row.email) : fail({ code: 'link.invalid' });
  });
}
