import { eq } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post, workingCopy } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Actor, PostFields, PreparedPost, TranslationInput } from '../editing-contract.ts';
import type { PostForUpdate } from './load-post-for-update.ts';

type SourceRevision = NonNullable<(typeof workingCopy.$inferSelect)['sourceRevision']>;

export function toSourceRevision({
  origin,
  source,
}: Pick<TranslationInput, 'origin' | 'source'>): SourceRevision {
  const { version, digest, locale } = source;
  return { origin, version, digest, locale };
}

/** Adds the source revision if the text comes from a translated working copy. */
export async function addSourceRevision(
  queries: Queries,
  postId: string,
  prepared: PreparedPost,
): Promise<PreparedPost> {
  const [row] = await queries
    .select({ sourceRevision: workingCopy.sourceRevision })
    .from(workingCopy)
    .where(eq(workingCopy.postId, postId));
  if (!row?.sourceRevision) return prepared;
  const { origin, version, digest, locale } = row.sourceRevision;
  const source = {
    origin,
    source_version: version,
    source_digest: digest,
    source_locale: locale as Locale,
  };
  return {
    ...prepared,
    fields: { ...prepared.fields, ...source },
    has: (field) => field in source || prepared.has(field),
  };
}

type Field = keyof PostFields;

const textFields = [
  'title',
  'slug',
  'excerpt',
  'content',
  'featured_image_alt',
  'seo_title',
  'seo_description',
  'seo_keywords',
] as const;
const translatedFields = textFields.filter((field) => field !== 'slug');
const sharedFields = ['category_id', 'tag_ids', 'featured_image_url'] as const;

/** An autosave writes only the unshared fields of an unscheduled draft directly, and never a status. */
export function listPendingFields(
  current: Pick<PostForUpdate, 'status' | 'scheduledAt' | 'otherPublicLocales'>,
): Field[] {
  return isUnscheduledDraft(current) ? listSharedFieldsInUse(current) : [...textFields, ...sharedFields];
}

export function isUnscheduledDraft({
  status,
  scheduledAt,
}: Pick<PostForUpdate, 'status' | 'scheduledAt'>): boolean {
  return status === 'draft' && scheduledAt === null;
}

/** The fields whose change readers of another language would see. */
export function listSharedFieldsInUse({
  otherPublicLocales,
}: Pick<PostForUpdate, 'otherPublicLocales'>): Field[] {
  return otherPublicLocales.length > 0 ? [...sharedFields] : [];
}

export function omitFields(prepared: PreparedPost, fields: readonly Field[]): PreparedPost {
  const omitted = new Set<string>(fields);
  return {
    ...prepared,
    has: (field) => !omitted.has(field) && prepared.has(field),
    content: omitted.has('content') ? undefined : prepared.content,
    cover: omitted.has('featured_image_url') ? undefined : prepared.cover,
  };
}

/** A cover that was not imported stays as it is. */
export function applyPreparedContent(fields: PostFields, { content, cover }: PreparedPost): PostFields {
  return replaceUnstorable({
    ...fields,
    content: content ?? fields.content,
    featured_image_url: cover === undefined ? fields.featured_image_url : (cover?.src ?? null),
  });
}

/** Deletes the working copy if no pending field differs from the post. */
export async function saveWorkingCopy(
  queries: Queries,
  postId: string,
  { form, storedFields, pendingFields, actor, now, sourceRevision }: WorkingCopyInput,
): Promise<void> {
  const changedFields = pendingFields.filter(
    (field) => serialize(form[field]) !== serialize(storedFields[field]),
  );
  const [before] = await queries.delete(workingCopy).where(eq(workingCopy.postId, postId)).returning();
  if (changedFields.length === 0) return;
  const fields = Object.fromEntries(changedFields.map((field) => [field, form[field]]));
  const isText = changedFields.some((field) => isTranslated(field));
  const row = {
    postId,
    fields,
    sourceRevision: isText ? (sourceRevision ?? before?.sourceRevision ?? null) : null,
  };
  await queries.insert(workingCopy).values({ ...row, authorId: actor.id, updatedAt: now });
}

interface WorkingCopyInput {
  form: PostFields;
  storedFields: PostFields;
  pendingFields: readonly Field[];
  actor: Actor;
  now: Date;
  /** If omitted, the previous one stays. */
  sourceRevision?: SourceRevision;
}

const isTranslated = (field: string): boolean =>
  translatedFields.some((translatedField) => translatedField === field);

/** Arrays are sorted: the order of tags has no meaning. */
function serialize(value: PostFields[Field]): string {
  return JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
}

export async function deleteWorkingCopy(queries: Queries, postId: string): Promise<void> {
  await queries.delete(workingCopy).where(eq(workingCopy.postId, postId));
}

/** For a translation that replaces them; a pending slug, category or cover stays pending. */
export async function deleteTranslatedFields(queries: Queries, postId: string): Promise<void> {
  const byPostId = eq(workingCopy.postId, postId);
  const [row] = await queries.select().from(workingCopy).where(byPostId);
  if (!row) return;
  const remaining = Object.entries(row.fields).filter(([field]) => !isTranslated(field));
  if (remaining.length === 0) return deleteWorkingCopy(queries, postId);
  await queries
    .update(workingCopy)
    .set({ fields: Object.fromEntries(remaining), sourceRevision: null })
    .where(byPostId);
}

/** For changes that readers don't see: `updated_at` stays the same. */
export async function incrementVersion(queries: Queries, { id, version }: PostForUpdate): Promise<void> {
  await queries
    .update(post)
    .set({ version: version + 1 })
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
