import { desc, eq } from 'drizzle-orm';
import { revision } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { noteChange, noteStart, prepareOnly } from './change-post.ts';
import type { DeskTools } from './desk-tools.ts';
import { readStanding, type Standing } from './find-standing.ts';
import { isId } from './read-document.ts';

/** `early`: asked before its moment. `moved`: it is not to be published at that moment, or not any more. */
export type DueOutcome = 'published' | 'early' | 'moved';

/** Publishes a draft whose moment has come, dated as it was planned. Asked twice, it does nothing the second time. */
export async function publishDue(tools: DeskTools, id: string, at: Date): Promise<DueOutcome> {
  const waits = (standing: Standing | null) => standing?.scheduledAt?.getTime() === at.getTime();
  const known = isId(id) ? await readStanding(tools.database.query, id) : null;
  if (!known || !waits(known)) return 'moved';
  if (at.getTime() > tools.now()) return 'early';
  const prepared = await prepareOnly(tools, known, { status: 'published', published_at: at.toISOString() });
  const published = await tools.writer.writeTogether(async (writing): Promise<Result<null, 'moved'>> => {
    const { queries, write } = writing;
    const standing = await readStanding(queries, id);
    if (!standing || !waits(standing)) return fail('moved');
    await noteStart(tools, writing, standing);
    const [last] = await queries
      .select({ id: revision.authorId, name: revision.authorName })
      .from(revision)
      .where(eq(revision.postId, id))
      .orderBy(desc(revision.version))
      .limit(1);
    const written = await write(prepared);
    if (!written.ok) throw new Error('a draft could not be published', { cause: written.error });
    await noteChange(tools, writing, { id, by: last ?? { id: null, name: '' }, kind: 'published' });
    return ok(null);
  });
  return published.ok ? 'published' : published.error;
}
