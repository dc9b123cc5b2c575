import { eq } from 'drizzle-orm';
import type { PreparedPost } from '#blog/prepare-post.ts';
import type { Queries } from '#database/connect.ts';
import { post, workingCopy } from '#database/schema.ts';
import type { PostFields, Writer } from './contract.ts';
import type { Standing } from './find-standing.ts';
import type { MadeFrom } from './made-from.ts';

type Field = keyof PostFields;

const textFields = [
  ...(['title', 'slug', 'excerpt', 'content', 'featured_image_alt'] as const),
  ...(['seo_title', 'seo_description', 'seo_keywords'] as const),
];
/** What a translation gives a post anew. */
const translatedFields = textFields.filter((field) => field !== 'slug');
/** What all languages of an article have in common. */
const sharedFields = ['category_id', 'tag_ids', 'featured_image_url'] as const;

/**
 * What is typed goes into the post itself where no reader sees it, and none will by itself. Of any other post all of it
 * is held back in its working copy; of a draft, what languages that are published share with it. A status is never kept
 * by typing.
 */
export function fieldsHeldBack(
  standing: Pick<Standing, 'status' | 'scheduledAt' | 'shownElsewhere'>,
): Field[] {
  return isOpenDraft(standing) ? fieldsOfOthers(standing) : [...textFields, ...sharedFields];
}

/** A draft that does not wait for its moment: half a sentence in it is published by nobody. */
export function isOpenDraft({ status, scheduledAt }: Pick<Standing, 'status' | 'scheduledAt'>): boolean {
  return status === 'draft' && scheduledAt === null;
}

/** Those that a change of this post would change for readers of another language. */
export function fieldsOfOthers({ shownElsewhere }: Pick<Standing, 'shownElsewhere'>): Field[] {
  return shownElsewhere.length > 0 ? [...sharedFields] : [];
}

/** A prepared post that says nothing about some of its fields. */
export function without(prepared: PreparedPost, fields: readonly Field[]): PreparedPost {
  const left = new Set<string>(fields);
  return {
    ...prepared,
    has: (field) => !left.has(field) && prepared.has(field),
    content: left.has('content') ? undefined : prepared.content,
    cover: left.has('featured_image_url') ? undefined : prepared.cover,
  };
}

/** The form as a working copy keeps it: sanitised, its pictures ours. A cover that was not taken in stays as it is. */
export function formOf(fields: PostFields, { content, cover }: PreparedPost): PostFields {
  return storable({
    ...fields,
    content: content ?? fields.content,
    featured_image_url: cover === undefined ? fields.featured_image_url : (cover?.src ?? null),
  });
}

/** Of `held`, what differs from what is kept; where nothing does there is no working copy any more. */
export async function keepWorkingCopy(
  queries: Queries,
  postId: string,
  { form, kept, held, by, now, madeFrom }: CopyToKeep,
): Promise<void> {
  const different = held.filter((field) => textOf(form[field]) !== textOf(kept[field]));
  const [before] = await queries.delete(workingCopy).where(eq(workingCopy.postId, postId)).returning();
  if (different.length === 0) return;
  const fields = Object.fromEntries(different.map((field) => [field, form[field]]));
  const isText = different.some((field) => isTranslated(field));
  const row = { postId, fields, madeFrom: isText ? (madeFrom ?? before?.madeFrom ?? null) : null };
  await queries.insert(workingCopy).values({ ...row, authorId: by.id, updatedAt: now });
}

interface CopyToKeep {
  form: PostFields;
  kept: PostFields;
  held: readonly Field[];
  by: Writer;
  now: Date;
  /** Left out: as it was known before. */
  madeFrom?: MadeFrom;
}

const isTranslated = (field: string): boolean => translatedFields.some((each) => each === field);

/** Tags have no order. */
function textOf(value: PostFields[Field]): string {
  return JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
}

export async function dropWorkingCopy(queries: Queries, postId: string): Promise<void> {
  await queries.delete(workingCopy).where(eq(workingCopy.postId, postId));
}

/** A translation takes the place of what was typed; a slug, a category or a cover that waits goes on waiting. */
export async function dropTranslated(queries: Queries, postId: string): Promise<void> {
  const isOfPost = eq(workingCopy.postId, postId);
  const [row] = await queries.select().from(workingCopy).where(isOfPost);
  if (!row) return;
  const left = Object.entries(row.fields).filter(([field]) => !isTranslated(field));
  if (left.length === 0) return dropWorkingCopy(queries, postId);
  await queries
    .update(workingCopy)
    .set({ fields: Object.fromEntries(left), madeFrom: null })
    .where(isOfPost);
}

/** For a change of which readers see nothing: neither their pages nor `updated_at` change. */
export async function raiseVersion(queries: Queries, { id, version }: Standing): Promise<void> {
  await queries
    .update(post)
    .set({ version: version + 1 })
    .where(eq(post.id, id));
}

/** The database keeps no character 0 and no half of a pair. */
function storable(fields: PostFields): PostFields {
  return JSON.parse(
    JSON.stringify(fields, (_, value) =>
      typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
    ),
  );
}
