import type { Database } from '#database/database.ts';
import { countTableRows, tableNames } from '#database/dump-rows.ts';
import { latestMigration } from '#database/migrations.ts';
import { accountUser } from '#database/schema.ts';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { secretSettingNames } from '#settings/contract.ts';
import type { RestoreError } from '../contract.ts';
import {
  type BackupUser,
  listedUsersMax,
  type ReportProgress,
  type RestorePreview,
} from '../data-job-contract.ts';
import { inspectBackup } from '../dump/inspect-backup.ts';

interface PreviewDeps {
  database: Pick<Database, 'query'>;
  secret: string;
}

type PreviewError = { code: RestoreError['code'] | 'backup.ownerless' };

type Row = Record<string, unknown>;

/** Changes nothing. */
export async function previewRestore(
  { database, secret }: PreviewDeps,
  path: string,
  actor: { email: string },
  onProgress: ReportProgress,
): Promise<Result<RestorePreview, PreviewError>> {
  const counts = new Map<string, number>();
  const users = new Map<string, BackupUser>();
  const withPassword = new Set<string>();
  const unreadableSecrets: string[] = [];
  const sealer = createSealer(secret, 'settings');

  function readRow(table: string, row: Row): void {
    counts.set(table, (counts.get(table) ?? 0) + 1);
    if (table === 'account_user') users.set(String(row.id), toUser(row));
    if (table === 'account_credential' && row.provider_id === 'credential')
      withPassword.add(String(row.user_id));
    if (table === 'setting' && secretSettingNames.some((name) => name === row.name)) {
      if (!sealer.open(String(row.value)).ok) unreadableSecrets.push(String(row.name));
    }
  }

  const head = await inspectBackup(path, { onProgress, onRow: readRow });
  if (!head.ok) return head;
  const owners = [...users].flatMap(([id, user]) =>
    user.role === 'owner' && withPassword.has(id) ? [user] : [],
  );
  if (owners.length === 0) return fail({ code: 'backup.ownerless' });
  const current = await database.query
    .select({ name: accountUser.name, email: accountUser.email, role: accountUser.role })
    .from(accountUser);
  const backedUp = [...users.values()];
  const lost = findMissing(current, backedUp);
  const added = findMissing(backedUp, current);
  const tables: RestorePreview['tables'] = [];
  for (const name of tableNames) {
    const row = { name, current: await countTableRows(database.query, name), backup: counts.get(name) ?? 0 };
    if (row.current > 0 || row.backup > 0) tables.push(row);
  }
  const { createdAt, migration, files } = head.value;
  return ok({
    createdAt,
    migration,
    isCurrentVersion: migration === latestMigration().tag,
    files,
    tables,
    lostUsers: lost.slice(0, listedUsersMax),
    addedUsers: added.slice(0, listedUsersMax),
    lostUserCount: lost.length,
    addedUserCount: added.length,
    hasActor: owners.some(({ email }) => email === actor.email),
    unreadableSecrets,
  });
}

function findMissing(users: readonly BackupUser[], others: readonly BackupUser[]): BackupUser[] {
  const emails = new Set(others.map(({ email }) => email));
  return users.filter(({ email }) => !emails.has(email));
}

/** A forged backup could contain anything. */
function toUser({ name, email, role }: Row): BackupUser {
  const text = (value: unknown) => String(value).slice(0, 254);
  return { name: text(name), email: text(email), role: text(role) };
}
