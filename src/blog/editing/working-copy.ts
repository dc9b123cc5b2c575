import { eq, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post, translationWritten, workingCopy } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Actor, PostFields, PreparedPost } from '../editing-contract.ts';
import type { PostForUpdate, StoredPost } from '../read-posts.ts';
import { postTextNames, postTexts } from '../texts-contract.ts';

type SourceRevision = NonNullable<(typeof workingCopy.$inferSelect)['sourceRevision']>;

/** Adds the source revision if the text comes from a translated working copy. */
export function addSourceRevision(current: StoredPost, prepared: PreparedPost): PreparedPost {
  const source = current.workingCopy?.sourceRevision;
  if (!source) return prepared;
  return {
    ...prepared,
    origin: source.origin,
    source_version: source.version,
    source_digest: source.digest,
    source_locale: source.locale as Locale,
  };
}

type Field = keyof PostFields;

const untranslatedFields = ['slug', 'canonical_url', 'noindex', 'publication_date'] as const;
export const sharedFields = ['category_id', 'tag_ids', 'featured_image_url'] as const;

type Visibility = Pick<StoredPost, 'status' | 'scheduledAt'>;

/** An autosave writes only the unshared fields of an unscheduled draft directly, and never a status. */
export function listPendingFields(current: PostForUpdate): Field[] {
  return isUnscheduledDraft(current)
    ? listSharedFieldsInUse(current.translations)
    : [...postTextNames, ...untranslatedFields, ...sharedFields];
}

export function isUnscheduledDraft({ status, scheduledAt }: Visibility): boolean {
  return status === 'draft' && scheduledAt === null;
}

export function isPublicOrScheduled({ status, scheduledAt }: Visibility): boolean {
  return status === 'published' || scheduledAt !== null;
}

/** The fields whose change readers of another language would see. */
export function listSharedFieldsInUse(translations: readonly Visibility[]): Field[] {
  return translations.some(isPublicOrScheduled) ? [...sharedFields] : [];
}

export function omitFields(prepared: PreparedPost, fields: readonly Field[]): PreparedPost {
  const omitted = new Set<string>(fields);
  if (omitted.has('featured_image_url')) omitted.add('cover');
  const remaining = Object.entries(prepared).filter(([field]) => !omitted.has(field));
  return Object.fromEntries(remaining) as PreparedPost;
}

/** A cover that was not imported stays as it is. */
export function applyPreparedContent(fields: PostFields, { content, cover }: PreparedPost): PostFields {
  return replaceUnstorable({
    ...fields,
    content: content ?? fields.content,
    featured_image_url: cover === undefined ? fields.featured_image_url : (cover?.src ?? null),
  });
}

interface WorkingCopyInput {
  form: PostFields;
  pendingFields: readonly Field[];
  actor: Pick<Actor, 'id'>;
  now: number;
  /** If omitted, the previous one stays. */
  sourceRevision?: SourceRevision;
}

/**
 * Deletes the working copy if no pending field differs from the post, whose pending fields were not written.
 * Returns whether a translated field differs.
 */
export async function saveWorkingCopy(
  queries: Queries,
  { id: postId, fields: storedFields, workingCopy: before }: StoredPost,
  { form, pendingFields, actor, now, sourceRevision }: WorkingCopyInput,
): Promise<boolean> {
  const changedFields = pendingFields.filter(
    (field) => serialize(form[field]) !== serialize(storedFields[field]),
  );
  if (before) await deleteWorkingCopy(queries, postId);
  const isTextChanged = changedFields.some(isTranslated);
  if (before && !pendingFields.some(isTranslated)) await forgetWrittenTranslation(queries, postId);
  else if (before && !isTextChanged) await restoreWrittenTranslation(queries, postId);
  if (changedFields.length === 0) return false;
  await queries.insert(workingCopy).values({
    postId,
    fields: Object.fromEntries(changedFields.map((field) => [field, form[field]])),
    sourceRevision: isTextChanged ? (sourceRevision ?? before?.sourceRevision ?? null) : null,
    authorId: actor.id,
    updatedAt: new Date(now),
  });
  return isTextChanged;
}

const isTranslated = (field: string): boolean => field in postTexts;

/** Arrays are sorted: the order of tags has no meaning. */
function serialize(value: PostFields[Field]): string {
  return JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
}

export async function deleteWorkingCopy(queries: Queries, postId: string): Promise<void> {
  await queries.delete(workingCopy).where(eq(workingCopy.postId, postId));
}

/** Once the text of the post is shown again: what was written to make it, instead of the text of a working copy. */
export async function restoreWrittenTranslation(queries: Queries, postId: string): Promise<void> {
  const isOfText = sql`
    p.id = w.post_id and p.id = ${postId} and w.published ->> 'text_digest' = p.text_digest`;
  await queries.execute(sql`
    delete from translation_written w using post p where ${isOfText} and w.published ->> 'version' is null`);
  await queries.execute(sql`
    update translation_written w
    set (version, fields, blocks, review, published) = (
      select r.version, r.fields, r.blocks, r.review, null::jsonb
      from jsonb_populate_record(null::translation_written, w.published) r)
    from post p where ${isOfText}`);
}

/** Once the text of a working copy is that of the post. */
async function forgetWrittenTranslation(queries: Queries, postId: string): Promise<void> {
  await queries
    .update(translationWritten)
    .set({ published: null })
    .where(eq(translationWritten.postId, postId));
}

/** For a translation that replaces them; a pending slug, category or cover stays pending. */
export async function deleteTranslatedFields(
  queries: Queries,
  { id, workingCopy: before }: StoredPost,
): Promise<void> {
  if (!before) return;
  await forgetWrittenTranslation(queries, id);
  const remaining = Object.entries(before.fields).filter(([field]) => !isTranslated(field));
  if (remaining.length === 0) return deleteWorkingCopy(queries, id);
  await queries
    .update(workingCopy)
    .set({ fields: Object.fromEntries(remaining), sourceRevision: null })
    .where(eq(workingCopy.postId, id));
}

/** For changes that readers don't see: `updated_at` stays the same. */
export async function incrementVersion(
  queries: Queries,
  { id, version }: StoredPost,
  saveId?: string,
): Promise<void> {
  await queries
    .update(post)
    .set({ version: version + 1, saveId: saveId ?? null })
    .where(eq(post.id, id));
}

/** The database rejects NUL and lone surrogates. */
function replaceUnstorable(fields: PostFields): PostFields {
  return JSON.parse(
    JSON.stringify(fields, (_, value) =>
      typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
    ),
  );
}
