import { and, eq } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { accountCredential, accountLink, accountSession, accountUser } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { AccountError } from './contract.ts';
import { consumeAccountLink, createAccountLink } from './links.ts';
import { toUser, type User } from './people.ts';

export interface PasswordResetLink {
  user: User;
  token: string;
}

/** null if there is no such user. */
export async function createPasswordResetLink(
  database: Database,
  identifier: { email: string } | { id: string },
  now: number,
): Promise<PasswordResetLink | null> {
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
