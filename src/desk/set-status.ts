import { eq } from 'drizzle-orm';
import { post } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { changePost, prepareOnly } from './change-post.ts';
import type { DeskDocument, DeskError, PostStatus, Writer } from './contract.ts';
import type { DeskTools } from './desk-tools.ts';
import { readStanding } from './find-standing.ts';
import { isId } from './read-document.ts';

/** Another status, the same texts. A draft that waited to be published does not wait any more. */
export async function setStatus(
  tools: DeskTools,
  { id, version, status, by }: { id: string; version: number; status: PostStatus; by: Writer },
): Promise<Result<DeskDocument, DeskError>> {
  if (status === 'published' && !by.mayPublish) return fail({ code: 'role.forbids' });
  const known = isId(id) ? await readStanding(tools.database.query, id) : null;
  if (!known) return fail({ code: 'post.missing' });
  const prepared = await prepareOnly(tools, known, { status });
  return changePost(tools, {
    ...{ id, version, by },
    async run({ queries, write }, standing) {
      const written = await write(prepared);
      if (!written.ok) return written;
      await queries.update(post).set({ scheduledAt: null }).where(eq(post.id, id));
      const isNew = status === 'published' && standing.status !== 'published';
      return ok({ kind: isNew ? 'published' : 'saved' });
    },
  });
}
