import { desc, eq } from 'drizzle-orm';
import { revision } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { ensureBaselineRevision, prepareFieldChange, recordChange } from './change-post.ts';
import type { EditingDeps } from './desk-tools.ts';
import { type PostForUpdate, readPostForUpdate } from './find-standing.ts';
import { isUuid } from './read-document.ts';

/** `early`: called before `at`. `moved`: the post is not scheduled for `at`, or no longer. */
export type PublishOutcome = 'published' | 'early' | 'moved';

/** Publishes a draft that is due, dated `at`. Idempotent. */
export async function publishScheduledPost(deps: EditingDeps, id: string, at: Date): Promise<PublishOutcome> {
  const isScheduledAt = (current: PostForUpdate | null) => current?.scheduledAt?.getTime() === at.getTime();
  const existing = isUuid(id) ? await readPostForUpdate(deps.database.query, id) : null;
  if (!existing || !isScheduledAt(existing)) return 'moved';
  if (at.getTime() > deps.now()) return 'early';
  const prepared = await prepareFieldChange(deps, existing, {
    status: 'published',
    published_at: at.toISOString(),
  });
  const published = await deps.writer.transaction(async (tx): Promise<Result<null, 'moved'>> => {
    const { queries, write } = tx;
    const current = await readPostForUpdate(queries, id);
    if (!current || !isScheduledAt(current)) return fail('moved');
    await ensureBaselineRevision(tx, current);
    const [last] = await queries
      .select({ id: revision.authorId, name: revision.authorName })
      .from(revision)
      .where(eq(revision.postId, id))
      .orderBy(desc(revision.version))
      .limit(1);
    const written = await write(prepared);
    if (!written.ok) throw new Error('a draft could not be published', { cause: written.error });
    await recordChange(deps, tx, { id, actor: last ?? { id: null, name: '' }, kind: 'published' });
    return ok(null);
  });
  return published.ok ? 'published' : published.error;
}
