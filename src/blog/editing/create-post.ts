import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { article, post } from '#database/schema.ts';
import { defaultLocale, type Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Actor, EditError, EditorPost, PostFields, SavePostRequest } from '../editing-contract.ts';
import { canContribute } from '../permissions-contract.ts';
import type { EditingDeps } from './deps.ts';
import { readEditorPost } from './editor-posts.ts';
import { isPublicOrScheduled } from './load-post-for-update.ts';
import {
  getRevisionKind,
  prepareFields,
  saveScheduledAt,
  schedulePublishing,
  updateWorkingCopy,
  validateSave,
} from './save-post.ts';
import { recordChange } from './update-post.ts';
import { applyPreparedContent, listSharedFieldsInUse, omitFields } from './working-copy.ts';

/** The id derives from `key`, so that a retried request finds the post, even after a restart. */
export async function createPost(
  deps: EditingDeps,
  request: SavePostRequest,
  actor: Actor,
  key?: string,
): Promise<Result<EditorPost, EditError>> {
  const validationError = validateSave(request, actor, deps.now());
  if (validationError) return fail(validationError);
  const { article_id, fields } = request;
  const prepared = await prepareFields(deps, request, {
    locale: request.locale ?? defaultLocale,
    ...(article_id === undefined ? { author_id: actor.id } : { article_id }),
  });
  if (!prepared.ok) return prepared;
  const created = await deps.writer.transaction(async (tx): Promise<Result<EditorPost, EditError>> => {
    const { queries } = tx;
    const newId = key === undefined ? undefined : uuidFromDigest(actor, key);
    const existing = newId && (await readEditorPost(queries, newId));
    if (existing) return ok(existing);
    const targetArticle = await findArticle(queries, article_id, actor);
    if (!targetArticle) return fail({ code: 'post.missing' });
    if (!canContribute(actor, targetArticle.authorId)) return fail({ code: 'role.forbids' });
    const withheldFields =
      request.mode === 'autosave' || !actor.mayPublish ? listSharedFieldsInUse(targetArticle) : [];
    const emptySharedFields = article_id === undefined ? [] : listEmptySharedFields(fields);
    if (prepared.value.cover === undefined) withheldFields.push('featured_image_url');
    const toWrite = {
      ...omitFields(prepared.value, [...withheldFields, ...emptySharedFields]),
      ...(newId !== undefined && { newId }),
    };
    let written = await tx.write(toWrite);
    if (!written.ok && written.error.code === 'slug.taken' && request.mode === 'autosave') {
      withheldFields.push('slug');
      written = await tx.write({ ...toWrite, fields: { ...toWrite.fields, slug: '' } });
    }
    if (!written.ok) return written;
    const { id } = written.value;
    const pendingFields = withheldFields.filter((field) => !emptySharedFields.includes(field));
    await updateWorkingCopy(deps, queries, {
      id,
      form: applyPreparedContent(fields, prepared.value),
      pendingFields,
      actor,
    });
    await saveScheduledAt(queries, id, request);
    const kind = getRevisionKind(request, prepared.value.fields.status, null);
    return ok(await recordChange(deps, tx, { id, actor, kind }));
  });
  if (created.ok) await schedulePublishing(deps, request, created.value);
  return created;
}

async function findArticle(queries: Queries, id: string | undefined, actor: Actor) {
  if (id === undefined) return { authorId: actor.id, otherPublicLocales: [] };
  const [row] = await queries.select({ authorId: article.authorId }).from(article).where(eq(article.id, id));
  const posts = await queries
    .select({ locale: post.locale })
    .from(post)
    .where(and(eq(post.articleId, id), isPublicOrScheduled));
  return row
    ? { ...row, otherPublicLocales: posts.map((translation) => translation.locale as Locale) }
    : null;
}

/** A new language's form starts empty, which must not clear the fields that its article already has. */
function listEmptySharedFields({
  category_id,
  tag_ids,
  featured_image_url,
}: PostFields): (keyof PostFields)[] {
  return [
    ...(category_id === null ? (['category_id'] as const) : []),
    ...(tag_ids.length === 0 ? (['tag_ids'] as const) : []),
    ...(featured_image_url === null || featured_image_url.trim() === ''
      ? (['featured_image_url'] as const)
      : []),
  ];
}

function uuidFromDigest(actor: Actor, key: string): string {
  const digits = createHash('sha256')
    .update(JSON.stringify([actor.id, key]))
    .digest('hex');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}
