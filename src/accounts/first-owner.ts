import type { Database } from '#database/connect.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { AccountError } from './contract.ts';
import { findLink, makeLink, takeLink } from './links.ts';
import { addPerson, countOwners, lockOwners } from './people.ts';

export interface NewPerson {
  name: string;
  email: string;
  password: string;
}

/** The token of a link that makes the first owner; null where there is one. */
export async function firstOwnerToken(database: Database, now: number): Promise<string | null> {
  if ((await countOwners(database.query)) > 0) return null;
  return makeLink(database.query, { kind: 'owner' }, now);
}

export async function isFirstOwnerLink(database: Database, token: string, now: number): Promise<boolean> {
  if ((await findLink(database.query, 'owner', token, now)) === null) return false;
  return (await countOwners(database.query)) === 0;
}

/** Of many at once, with whatever links, one makes the owner. */
export async function createFirstOwner(
  database: Database,
  token: string,
  person: NewPerson & { passwordHash: string },
  now: number,
): Promise<Result<null, AccountError>> {
  const { name, email, passwordHash } = person;
  return database.transaction(async (queries) => {
    await lockOwners(queries);
    if ((await countOwners(queries)) > 0) return fail({ code: 'link.invalid' });
    if (!(await takeLink(queries, 'owner', token, now))) return fail({ code: 'link.invalid' });
    await addPerson(queries, { name, email, role: 'owner', passwordHash });
    return ok(null);
  });
}
