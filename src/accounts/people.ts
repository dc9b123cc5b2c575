import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import type { Database, Queries } from '#database/connect.ts';
import { accountCredential, accountLink, accountSession, accountUser } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { AccountError, Role } from './contract.ts';

export interface Person {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** The language of their administration. */
  locale: Locale;
}

/** Any fixed number: who makes, changes or removes owners waits for the others. */
const ownersLock = 7_260_116;

export function personOf(row: typeof accountUser.$inferSelect): Person {
  const { id, name, email, role, locale } = row;
  return { id, name, email, role, locale: locale as Locale };
}

/** Nobody else makes, changes or removes an owner until the transaction ends. */
export async function lockOwners(queries: Queries): Promise<void> {
  await queries.execute(sql`select pg_advisory_xact_lock(${ownersLock}::bigint)`);
}

export function countOwners(queries: Queries): Promise<number> {
  return queries.$count(accountUser, eq(accountUser.role, 'owner'));
}

/** null: someone has this address already. */
export async function addPerson(
  queries: Queries,
  person: { name: string; email: string; role: Role; passwordHash: string },
): Promise<Person | null> {
  const { passwordHash, ...values } = person;
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
  return personOf(row);
}

export async function listPeople(database: Database): Promise<Person[]> {
  return (await database.query.select().from(accountUser).orderBy(asc(accountUser.createdAt))).map(personOf);
}

/** Ends the person's sessions: what they may do is decided when they sign in again. */
export function changeRole(database: Database, id: string, role: Role): Promise<Result<null, AccountError>> {
  return onPerson(database, id, role !== 'owner', async (queries) => {
    await queries.update(accountUser).set({ role, updatedAt: new Date() }).where(eq(accountUser.id, id));
    await queries.delete(accountSession).where(eq(accountSession.userId, id));
    // A link made for an author must not open an owner's account.
    await queries.delete(accountLink).where(eq(accountLink.userId, id));
  });
}

/** Their posts stay. */
export function removePerson(database: Database, id: string): Promise<Result<null, AccountError>> {
  return onPerson(database, id, true, async (queries) => {
    await queries.delete(accountUser).where(eq(accountUser.id, id));
  });
}

function onPerson(
  database: Database,
  id: string,
  endsOwner: boolean,
  change: (queries: Queries) => Promise<void>,
): Promise<Result<null, AccountError>> {
  return database.transaction(async (queries) => {
    await lockOwners(queries);
    const [person] = await queries.select().from(accountUser).where(eq(accountUser.id, id));
    if (!person) return fail({ code: 'user.missing' });
    if (endsOwner && person.role === 'owner' && (await countOwners(queries)) === 1)
      return fail({ code: 'owner.last' });
    await change(queries);
    return ok(null);
  });
}
