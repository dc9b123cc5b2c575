import type { Database } from '#database/database.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { AccountError } from '../contract.ts';
import { consumeAccountLink, createAccountLink, findAccountLink } from './account-links.ts';
import { countOwners, createUser, lockOwners } from './users.ts';

export interface NewUser {
  name: string;
  email: string;
  password: string;
}

/** null once there is an owner. */
export async function createFirstOwnerToken(database: Database, now: number): Promise<string | null> {
  if ((await countOwners(database.query)) > 0) return null;
  return createAccountLink(database.query, { kind: 'owner' }, now);
}

export async function isFirstOwnerToken(database: Database, token: string, now: number): Promise<boolean> {
  if ((await findAccountLink(database.query, 'owner', token, now)) === null) return false;
  return (await countOwners(database.query)) === 0;
}

/** Concurrent calls create at most one owner, even with different links. */
export async function createFirstOwner(
  database: Database,
  token: string,
  user: NewUser & { passwordHash: string },
  now: number,
): Promise<Result<null, AccountError>> {
  const { name, email, passwordHash } = user;
  return database.transaction(async (queries) => {
    await lockOwners(queries);
    if ((await countOwners(queries)) > 0) return fail({ code: 'link.invalid' });
    if (!(await consumeAccountLink(queries, 'owner', token, now))) return fail({ code: 'link.invalid' });
    await createUser(queries, { name, email, role: 'owner', passwordHash });
    return ok(null);
  });
}
