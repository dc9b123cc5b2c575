import { and, eq } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { accountCredential, accountLink, accountSession, accountUser } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { AccountError } from './contract.ts';
import { makeLink, takeLink } from './links.ts';
import { type Person, personOf } from './people.ts';

export interface ResetLink {
  person: Person;
  token: string;
}

/** A link for a new password, for the person with this address or this id; null where there is nobody. */
export async function makeResetLink(
  database: Database,
  of: { email: string } | { id: string },
  now: number,
): Promise<ResetLink | null> {
  const is = 'email' in of ? eq(accountUser.email, of.email) : eq(accountUser.id, of.id);
  const [row] = await database.query.select().from(accountUser).where(is);
  if (!row) return null;
  return {
    person: personOf(row),
    token: await makeLink(database.query, { kind: 'reset', userId: row.id }, now),
  };
}

/** Ends all of the person's sessions and other links. Gives their address. */
export function resetPassword(
  database: Database,
  token: string,
  passwordHash: string,
  now: number,
): Promise<Result<string, AccountError>> {
  return database.transaction(async (queries) => {
    const link = await takeLink(queries, 'reset', token, now);
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
