import type { PostInput } from '#blog/contract.ts';
import type { PreparedPost } from '#blog/prepare-post.ts';
import type { Writing } from '#blog/write-together.ts';
import { ok, type Result } from '#platform/result.ts';
import type { DeskDocument, DeskError, RevisionSummary, Writer } from './contract.ts';
import type { DeskTools } from './desk-tools.ts';
import { findStanding, type Standing } from './find-standing.ts';
import { readDocument } from './read-document.ts';
import { hasRevision, noteRevision } from './revisions.ts';

interface PostChange {
  id: string;
  /** The one the change is based on. */
  version: number;
  by: Writer;
  /** What is written; the kind of revision it makes. Raises the version. */
  run(writing: Writing, standing: Standing): Promise<Result<{ kind: RevisionSummary['kind'] }, DeskError>>;
}

/** One change of a post, in one transaction: judged, written, kept as a revision. The post after it. */
export function changePost(
  tools: DeskTools,
  { id, version, by, run }: PostChange,
): Promise<Result<DeskDocument, DeskError>> {
  return tools.writer.writeTogether(async (writing): Promise<Result<DeskDocument, DeskError>> => {
    const { queries } = writing;
    const found = await findStanding(tools, queries, { id, version, by });
    if (!found.ok) return found;
    await noteStart(tools, writing, found.value);
    const done = await run(writing, found.value);
    if (!done.ok) return done;
    return ok(await noteChange(tools, writing, { id, by, kind: done.value.kind }));
  });
}

/** The post as it is now, kept as a revision. */
export async function noteChange(
  tools: DeskTools,
  { queries, changed }: Writing,
  { id, by, kind }: { id: string; by: { id: string | null; name: string }; kind: RevisionSummary['kind'] },
): Promise<DeskDocument> {
  const document = await readDocument(tools, queries, id);
  if (!document) throw new Error('a changed post has no row');
  const { version, fields } = document;
  await noteRevision(queries, { postId: id, version, kind, fields, by, at: new Date(tools.now()) });
  // Readers see nothing of it, and yet something was kept.
  changed({ articleId: document.article_id, locales: [] });
  return document;
}

/** What was there before the first change here, or before one that was made elsewhere, can be brought back too. */
export async function noteStart(
  tools: DeskTools,
  { queries }: Writing,
  { id, version }: Pick<Standing, 'id' | 'version'>,
): Promise<void> {
  if (await hasRevision(queries, id, version)) return;
  const document = await readDocument(tools, queries, id);
  if (!document) return;
  await noteRevision(queries, {
    ...{ postId: id, version, kind: 'saved', fields: document.fields },
    ...{ by: { id: null, name: '' }, at: new Date(document.updated_at) },
  });
}

/** A change of nothing but what is named: texts stay as they are. */
export async function prepareOnly(
  tools: DeskTools,
  { id, locale }: Pick<Standing, 'id' | 'locale'>,
  change: Partial<Pick<PostInput, 'status' | 'published_at' | 'origin'>>,
): Promise<PreparedPost> {
  const prepared = await tools.writer.preparePost({ id, locale, title: '', ...change });
  if (!prepared.ok) throw new Error('a change without a picture had one', { cause: prepared.error });
  return { ...prepared.value, has: (field) => field in change };
}
