import { and, eq } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type {
  EditError,
  EditorPost,
  PreparedPost,
  RevisionSummary,
  TranslationInput,
  WriteTransaction,
} from '../editing-contract.ts';
import { readPosts } from '../read-posts.ts';
import { numberedSlug } from '../slug.ts';
import type { EditingDeps } from './deps.ts';
import { readEditorPost, toPostFields } from './editor-posts.ts';
import { type PostForUpdate, readPostForUpdate } from './load-post-for-update.ts';
import { ensureBaselineRevision, recordChange } from './update-post.ts';
import {
  applyPreparedContent,
  deleteTranslatedFields,
  incrementVersion,
  listPendingFields,
  saveWorkingCopy,
  toSourceRevision,
} from './working-copy.ts';

export async function findTranslationId(
  queries: Queries,
  articleId: string,
  locale: string,
): Promise<string | null> {
  const [row] = await queries
    .select({ id: post.id })
    .from(post)
    .where(and(eq(post.articleId, articleId), eq(post.locale, locale)));
  return row?.id ?? null;
}

const slugNumberMax = 200;

type SaveResult = Result<EditorPost, EditError | { code: 'lease.lost' }>;

export async function saveTranslation(
  deps: EditingDeps,
  input: TranslationInput,
  beforeCommit: (queries: Queries, savedPost: EditorPost) => Promise<boolean>,
): Promise<SaveResult> {
  const prepared = await prepare(deps, input);
  if (!prepared.ok) return prepared;
  return deps.writer.transaction(async (tx): Promise<SaveResult> => {
    const { queries } = tx;
    const id = await findTranslationId(queries, input.article_id, input.locale);
    const current = id === null ? null : await readPostForUpdate(queries, id);
    if ((current?.version ?? null) !== input.version) return fail({ code: 'post.conflict' });
    const written = current
      ? await updateTranslation(deps, tx, { current, input, prepared: prepared.value })
      : await insertTranslation(tx, { input, prepared: prepared.value });
    if (!written.ok) return written;
    const { id: writtenId, kind } = written.value;
    const editorPost = await recordChange(deps, tx, { id: writtenId, actor: input.actor, kind });
    return (await beforeCommit(queries, editorPost)) ? ok(editorPost) : fail({ code: 'lease.lost' });
  });
}

function prepare(deps: EditingDeps, input: TranslationInput): Promise<Result<PreparedPost, EditError>> {
  const { source } = input;
  return deps.writer.preparePost({
    ...input.fields,
    article_id: input.article_id,
    locale: input.locale,
    status: input.status,
    origin: input.origin,
    source_version: source.version,
    source_digest: source.digest,
    source_locale: source.locale,
  });
}

interface WriteInput {
  input: TranslationInput;
  prepared: PreparedPost;
}
type WriteResult = Result<{ id: string; kind: RevisionSummary['kind'] }, EditError>;

/** The slug is the source's with the locale appended, numbered if that is taken. */
async function insertTranslation(
  tx: WriteTransaction,
  { input, prepared }: WriteInput,
): Promise<WriteResult> {
  const baseSlug = `${input.source.slug}-${input.locale}`;
  for (let number = 1; number <= slugNumberMax; number += 1) {
    const slug = numberedSlug(baseSlug, number);
    const written = await tx.write({
      ...prepared,
      fields: { ...prepared.fields, slug },
      has: (field) => field === 'slug' || prepared.has(field),
    });
    if (written.ok)
      return ok({ id: written.value.id, kind: input.status === 'published' ? 'published' : 'saved' });
    if (written.error.code !== 'slug.taken') return written;
  }
  return fail({ code: 'slug.taken' });
}

/** Keeps the slug. A draft translation of a published post goes to the working copy. */
async function updateTranslation(
  deps: EditingDeps,
  tx: WriteTransaction,
  { current, input, prepared }: WriteInput & { current: PostForUpdate },
): Promise<WriteResult> {
  const { queries } = tx;
  const { id } = current;
  await ensureBaselineRevision(tx, current);
  if (input.status === 'draft' && current.status !== 'draft') {
    await incrementVersion(queries, current);
    const editorPost = await readEditorPost(queries, id);
    const [storedPost] = await readPosts(queries, [id]);
    if (!editorPost || !storedPost) return fail({ code: 'post.missing' });
    await saveWorkingCopy(queries, id, {
      form: applyPreparedContent({ ...editorPost.fields, ...input.fields }, prepared),
      storedFields: toPostFields(storedPost),
      pendingFields: listPendingFields(current),
      actor: { id: input.actor.id, name: input.actor.name, mayPublish: true },
      now: new Date(deps.now()),
      sourceRevision: toSourceRevision(input),
    });
    return ok({ id, kind: 'saved' });
  }
  const written = await tx.write({ ...prepared, fields: { ...prepared.fields, id } });
  if (!written.ok) return written;
  await deleteTranslatedFields(queries, id);
  const isPublished = input.status === 'published' && current.status !== 'published';
  return ok({ id, kind: isPublished ? 'published' : 'saved' });
}
