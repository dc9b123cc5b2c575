import { and, count, desc, gt, ne } from 'drizzle-orm';
import { secondFactorLabel } from '#accounts/contract.ts';
import type { Database, Queries } from '#database/database.ts';
import { isDataOrConstraintError } from '#database/database-errors.ts';
import { latestMigration } from '#database/migrations.ts';
import { accountLink, accountSession, accountUser, apiKey, post, setting } from '#database/schema.ts';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { secretSettingNames } from '#settings/contract.ts';
import type { RestoreError } from '../contract.ts';
import {
  type JobActor,
  listedChangesMax,
  type ReportProgress,
  type RestorePreview,
} from '../data-job-contract.ts';
import { inspectBackup } from '../dump/inspect-backup.ts';
import { type ComparedRow, createBackupComparison } from './compare-backup.ts';
import { createChangeList, toLine } from './list-changes.ts';
import { createOwnerSearch } from './owner-search.ts';

interface PreviewDeps {
  database: Pick<Database, 'query'>;
  secret: string;
  now(): number;
}

type PreviewError = { code: RestoreError['code'] | 'backup.ownerless' };

type Row = Record<string, unknown>;

/** The newest rows of this site: what a backup lacks was mostly created after it. */
const candidatesMax = 5000;

/** Changes nothing. Of the backup and the site, only keys of files stay in memory, up to a limit. */
export async function previewRestore(
  { database: { query }, secret, now }: PreviewDeps,
  path: string,
  actor: Pick<JobActor, 'email' | 'sessionId'>,
  onProgress: ReportProgress,
): Promise<Result<RestorePreview, PreviewError>> {
  const owners = createOwnerSearch(actor.email);
  const unreadableSecrets: string[] = [];
  const sealer = createSealer(secret, 'settings');
  const factorSealer = createSealer(secret, secondFactorLabel);
  let hasUnreadableFactors = false;
  const returningApiKeys = { count: 0, names: [] as string[] };
  const today = new Date(now()).toISOString().slice(0, 10);
  const changes = await createChangeLists(query);
  const comparison = createBackupComparison(query, changes.add);

  async function readRow(table: string, row: Row): Promise<void> {
    owners.add(table, row);
    const secretName = table === 'setting' && secretSettingNames.find((name) => name === row.name);
    if (secretName && !unreadableSecrets.includes(secretName) && !sealer.open(String(row.value)).ok)
      unreadableSecrets.push(secretName);
    if (table === 'second_factor') hasUnreadableFactors ||= !factorSealer.open(String(row.secret)).ok;
    const hasEnded = typeof row.ends_on === 'string' && row.ends_on < today;
    if (table === 'api_key' && actor.sessionId === '' && !hasEnded) {
      returningApiKeys.count += 1;
      if (returningApiKeys.names.length < listedChangesMax) returningApiKeys.names.push(toLine(row.name));
    }
    await comparison.add(table, row);
  }

  let head: Awaited<ReturnType<typeof inspectBackup>>;
  let kinds: RestorePreview['kinds'];
  try {
    head = await inspectBackup(path, { onProgress, onRow: readRow });
    if (!head.ok) return head;
    kinds = await comparison.finish();
  } catch (error) {
    if (isDataOrConstraintError(error)) return fail({ code: 'backup.damaged' });
    throw error;
  }
  if (!owners.isFound()) return fail({ code: 'backup.ownerless' });
  const { createdAt, migration, missingFiles } = head.value;
  return ok({
    createdAt,
    migration,
    isCurrentVersion: migration === latestMigration().tag,
    missingFiles,
    kinds,
    ...changes.finish(),
    ...(await countEnded(query, now())),
    returningApiKeys,
    hasActor: owners.hasActor(),
    unreadableSecrets,
    hasUnreadableFactors,
  });
}

/** Names of what changes. Rows of this site are removed once the backup has them. */
async function createChangeLists(queries: Queries) {
  const posts = createChangeList<RestorePreview['posts'][number]>();
  const users = createChangeList<RestorePreview['users'][number]>();
  const settings = createChangeList<RestorePreview['settings'][number]>();
  const current = await readNewest(queries);
  const roles = new Map([...current.users].map(([email, { role }]) => [email, role]));

  function add({ table, row, outcome }: ComparedRow): void {
    if (table === 'post') {
      current.posts.delete(String(row.id));
      if (outcome !== 'unchanged')
        posts.add({ change: outcome, title: toLine(row.title), locale: toLine(row.locale) });
    }
    if (table === 'account_user') {
      const email = toLine(row.email);
      current.users.delete(email);
      const backupRole = toLine(row.role);
      const currentRole = roles.get(email) ?? null;
      if (outcome !== 'unchanged')
        users.add({ change: outcome, name: toLine(row.name), email, currentRole, backupRole });
    }
    if (table === 'setting') {
      current.settings.delete(String(row.name));
      if (outcome !== 'unchanged') settings.add({ change: outcome, name: toLine(row.name) });
    }
    if (table === 'api_key') current.apiKeys.delete(String(row.digest));
  }

  return {
    add,
    finish(): Pick<RestorePreview, 'posts' | 'users' | 'settings' | 'apiKeys'> {
      const removed = { change: 'removed' } as const;
      for (const { title, locale } of current.posts.values()) posts.add({ ...removed, title, locale });
      for (const { name, email, role } of current.users.values())
        users.add({ ...removed, name, email, currentRole: role, backupRole: null });
      for (const name of current.settings) settings.add({ ...removed, name });
      const names = [...current.apiKeys.values()];
      return {
        posts: posts.list(),
        users: users.list(),
        settings: settings.list(),
        apiKeys: { count: names.length, names: names.slice(0, listedChangesMax) },
      };
    },
  };
}

async function readNewest(queries: Queries) {
  const posts = await queries
    .select({ id: post.id, title: post.title, locale: post.locale })
    .from(post)
    .orderBy(desc(post.createdAt), post.id)
    .limit(candidatesMax);
  const users = await queries
    .select({ name: accountUser.name, email: accountUser.email, role: accountUser.role })
    .from(accountUser)
    .orderBy(desc(accountUser.createdAt))
    .limit(candidatesMax);
  const settings = await queries.select({ name: setting.name }).from(setting).limit(candidatesMax);
  const apiKeys = await queries
    .select({ name: apiKey.name, digest: apiKey.digest })
    .from(apiKey)
    .orderBy(desc(apiKey.createdAt))
    .limit(candidatesMax);
  return {
    posts: new Map(posts.map(({ id, ...row }) => [id, row])),
    users: new Map(users.map((row) => [row.email, row])),
    settings: new Set(settings.map(({ name }) => name)),
    apiKeys: new Map(apiKeys.map(({ digest, name }) => [digest, name])),
  };
}

/** Links for the first owner have already stopped working. */
async function countEnded(
  queries: Queries,
  time: number,
): Promise<Pick<RestorePreview, 'sessions' | 'links'>> {
  const date = new Date(time);
  const [sessions] = await queries
    .select({ count: count() })
    .from(accountSession)
    .where(gt(accountSession.expiresAt, date));
  const [links] = await queries
    .select({ count: count() })
    .from(accountLink)
    .where(and(gt(accountLink.expiresAt, date), ne(accountLink.kind, 'owner')));
  return { sessions: sessions?.count ?? 0, links: links?.count ?? 0 };
}
