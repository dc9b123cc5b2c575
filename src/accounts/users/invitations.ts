import { and, asc, eq, gt } from 'drizzle-orm';
import type { Database } from '#database/database.ts';
import { accountLink, accountUser } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { AccountError, Invitation, Role } from '../contract.ts';
import { consumeAccountLink, createAccountLink, findAccountLink } from './account-links.ts';
import { createUser } from './users.ts';

/** Returns the link's token. A new invitation replaces earlier ones for the same email. */
export async function createInvitation(
  database: Database,
  { email, role }: { email: string; role: Role },
  now: number,
): Promise<Result<string, AccountError>> {
  if ((await database.query.$count(accountUser, eq(accountUser.email, email))) > 0)
    return fail({ code: 'email.taken' });
  await database.query
    .delete(accountLink)
    .where(and(eq(accountLink.kind, 'invitation'), eq(accountLink.email, email)));
  return ok(await createAccountLink(database.query, { kind: 'invitation', email, role }, now));
}

export async function listInvitations(database: Database, now: number): Promise<Invitation[]> {
  const rows = await database.query
    .select()
    .from(accountLink)
    .where(and(eq(accountLink.kind, 'invitation'), gt(accountLink.expiresAt, new Date(now))))
    .orderBy(asc(accountLink.createdAt));
  return rows.flatMap(({ id, email, role, expiresAt }) =>
    email && role ? [{ id, email, role, expiresAt }] : [],
  );
}

export async function revokeInvitation(database: Database, id: string): Promise<void> {
  await database.query
    .delete(accountLink)
    .where(and(eq(accountLink.kind, 'invitation'), eq(accountLink.id, id)));
}

export async function findInvitation(
  database: Database,
  token: string,
  now: number,
): Promise<{ email: string; role: Role } | null> {
  const link = await findAccountLink(database.query, 'invitation', token, now);
  return link?.email && link.role ? { email: link.email, role: link.role } : null;
}

/** Returns the invitation's email. */
export function acceptInvitation(
  database: Database,
  token: string,
  { name, passwordHash }: { name: string; passwordHash: string },
  now: number,
): Promise<Result<string, AccountError>> {
  return database.transaction(async (queries) => {
    const link = await consumeAccountLink(queries, 'invitation', token, now);
    if (!link?.email || !link.role) return fail({ code: 'link.invalid' });
    const { email, role } = link;
    const user = await createUser(queries, { name, email, role, passwordHash });
    return user ? ok(email) : fail({ code: 'email.taken' });
  });
}
