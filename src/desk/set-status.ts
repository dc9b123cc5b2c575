import { eq } from 'drizzle-orm';
import { post } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { prepareFieldChange, updatePost } from './change-post.ts';
import type { Actor, EditError, EditorPost, PostStatus } from './contract.ts';
import type { EditingDeps } from './desk-tools.ts';
import { readPostForUpdate } from './find-standing.ts';
import { isUuid } from './read-document.ts';

/** Keeps the texts and cancels a schedule. */
export async function setStatus(
  deps: EditingDeps,
  { id, version, status, actor }: { id: string; version: number; status: PostStatus; actor: Actor },
): Promise<Result<EditorPost, EditError>> {
  if (status === 'published' && !actor.mayPublish) return fail({ code: 'role.forbids' });
  const existing = isUuid(id) ? await readPostForUpdate(deps.database.query, id) : null;
  if (!existing) return fail({ code: 'post.missing' });
  const prepared = await prepareFieldChange(deps, existing, { status });
  return updatePost(deps, {
    ...{ id, version, actor },
    async run({ queries, write }, current) {
      const written = await write(prepared);
      if (!written.ok) return written;
      await queries.update(post).set({ scheduledAt: null }).where(eq(post.id, id));
      const isNew = status === 'published' && current.status !== 'published';
      return ok({ kind: isNew ? 'published' : 'saved' });
    },
  });
}
