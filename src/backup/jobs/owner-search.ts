import { toLine } from './list-changes.ts';

const ownersMax = 5000;

/** Owners have a role and a password, in this order of rows. */
export function createOwnerSearch(email: string) {
  const emails = new Map<string, string>();
  let isFound = false;
  let hasActor = false;
  return {
    add(table: string, row: Record<string, unknown>): void {
      if (table === 'account_user' && row.role === 'owner' && emails.size < ownersMax)
        emails.set(toLine(row.id), toLine(row.email));
      if (table !== 'account_credential' || row.provider_id !== 'credential') return;
      const owner = emails.get(toLine(row.user_id));
      isFound ||= owner !== undefined;
      hasActor ||= owner === email;
    },
    isFound: () => isFound,
    hasActor: () => hasActor,
  };
}
