import { inArray } from 'drizzle-orm';
import { isIntactClip } from '#blog/clips.ts';
import { isIntactImage } from '#blog/images.ts';
import { createBlogReader } from '#blog/read.ts';
import { dumpRows } from '#database/dump-rows.ts';
import { post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { storageUnavailableCode } from '#platform/storage/storage-errors.ts';
import type { BackupDeps } from '../dump/write-backup.ts';
import { createOwnerSearch } from '../jobs/owner-search.ts';
import type { RehearsalError, RestoredBackup } from '../rehearsal-contract.ts';
import { restoreBackup } from '../restore-backup.ts';

const postsPerStep = 20;

/**
 * Restores the backup into an empty database and file store, which compares its rows with their hash, and opens
 * every file and post. `checkSpace` throws if the disk is getting full.
 */
export async function rehearseRestore(
  deps: BackupDeps,
  path: string,
  checkSpace: () => void,
): Promise<Result<RestoredBackup, RehearsalError>> {
  const restored = await restoreBackup(deps, { path, replacedBackupPath: null, onProgress: checkSpace });
  if (!restored.ok) {
    const { code, cause } = restored.error;
    if (code === 'backup.damaged' || code === 'backup.newer' || code === 'database.different')
      return fail({ code });
    throw new Error(code, { cause });
  }
  const missing = await countMissingFiles(deps);
  if (missing > 0) return fail({ code: 'files.missing', affected: missing });
  const unreadable = await countUnreadablePosts(deps);
  if (unreadable > 0) return fail({ code: 'posts.unreadable', affected: unreadable });
  if (!(await hasOwner(deps))) return fail({ code: 'backup.ownerless' });
  const { rows, files, createdAt } = restored.value;
  return ok({ rows, files, createdAt: createdAt === null ? null : Date.parse(createdAt) });
}

/** A backup has no line for a file that was missing when it was written, so each row is checked. */
async function countMissingFiles({ database: { query }, files }: BackupDeps): Promise<number> {
  const checks: Record<string, (row: Record<string, unknown>) => Promise<boolean>> = {
    media_file: (row) => isIntactImage(files, row),
    clip: (row) => isIntactClip(files, row),
  };
  let missing = 0;
  for await (const { table, row } of dumpRows(query, Object.keys(checks)))
    if (!(await checks[table]?.(row))) missing += 1;
  return missing;
}

/** The page restores no other backup. */
async function hasOwner({ database: { query } }: BackupDeps): Promise<boolean> {
  const owners = createOwnerSearch('');
  for await (const { table, row } of dumpRows(query, ['account_user', 'account_credential']))
    owners.add(table, row);
  return owners.isFound();
}

/** As readers would, and those that aren't published as their pages would render them. */
async function countUnreadablePosts({ database, now }: BackupDeps): Promise<number> {
  const { query } = database;
  const reader = createBlogReader({ database, now });
  const ids = (await query.select({ id: post.id }).from(post)).map(({ id }) => id);
  let unreadable = 0;
  for (let from = 0; from < ids.length; from += postsPerStep) {
    const posts = await query
      .select({
        kind: post.kind,
        status: post.status,
        locale: post.locale,
        slug: post.slug,
        content: post.content,
      })
      .from(post)
      .where(inArray(post.id, ids.slice(from, from + postsPerStep)));
    for (const { kind, status, slug, content, ...row } of posts) {
      const locale = row.locale as Locale;
      try {
        await reader.renderContent(content);
        if (status !== 'published') continue;
        const found =
          kind === 'page' ? await reader.findPage(locale, slug) : await reader.findPost(locale, slug);
        if (found.kind !== kind) unreadable += 1;
      } catch (error) {
        if (storageUnavailableCode(error) !== null) throw error;
        unreadable += 1;
      }
    }
  }
  return unreadable;
}
