import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { lockUntilCommit } from '#database/advisory-locks.ts';
import type { Database, Queries } from '#database/database.ts';
import { accountCredential, accountLink, accountSession, accountUser } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { AccountError, Role, User } from '../contract.ts';

export function toUser(row: typeof accountUser.$inferSelect): User {
  const { id, name, email, role, locale } = row;
  return { id, name, email, role, locale: locale as Locale };
}

export function countOwners(queries: Queries): Promise<number> {
  return queries.$count(accountUser, eq(accountUser.role, 'owner'));
}

/** null if the email is in use. */
export async function createUser(
  queries: Queries,
  user: { name: string; email: string; role: Role; locale: Locale; passwordHash: string },
): Promise<User | null> {
  const { passwordHash, ...values } = user;
  const [row] = await queries
    .insert(accountUser)
    .values({ id: randomUUID(), ...values })
    .onConflictDoNothing()
    .returning();
  if (!row) return null;
  await queries.insert(accountCredential).values({
    id: randomUUID(),
    userId: row.id,
    accountId: row.id,
    providerId: 'credential',
    password: passwordHash,
  });
  return toUser(row);
}

export async function listUsers(database: Database): Promise<User[]> {
  return (await database.query.select().from(accountUser).orderBy(asc(accountUser.createdAt))).map(toUser);
}

/** Ends the user's sessions, so the new role applies from the next sign-in. */
export function changeRole(database: Database, id: string, role: Role): Promise<Result<null, AccountError>> {
  return updateUser(database, id, role !== 'owner', async (queries) => {
    await queries.update(accountUser).set({ role, updatedAt: new Date() }).where(eq(accountUser.id, id));
    // A reset link created for an author must not open an owner's account.
    await endSessionsAndLinks(queries, id);
  });
}

export async function endSessionsAndLinks(queries: Queries, userId: string): Promise<void> {
  await queries.delete(accountSession).where(eq(accountSession.userId, userId));
  await queries.delete(accountLink).where(eq(accountLink.userId, userId));
}

export function deleteUser(database: Database, id: string): Promise<Result<null, AccountError>> {
  return updateUser(database, id, true, async (queries) => {
    await queries.delete(accountUser).where(eq(accountUser.id, id));
  });
}

function updateUser(
  database: Database,
  id: string,
  removesOwner: boolean,
  change: (queries: Queries) => Promise<void>,
): Promise<Result<null, AccountError>> {
  return database.transaction(async (queries) => {
    await lockUntilCommit(queries, 'owners');
    const [user] = await queries.select().from(accountUser).where(eq(accountUser.id, id));
    if (!user) return fail({ code: 'user.missing' });
    if (removesOwner && user.role === 'owner' && (await countOwners(queries)) === 1)
      return fail({ code: 'owner.last' });
    await change(queries);
    return ok(null);
  });
}
