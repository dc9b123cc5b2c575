import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { article } from '#database/schema.ts';
import { defaultLocale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { uuidFromDigest } from '#platform/uuid.ts';
import type { Actor, EditError, EditorPost, PostFields, SavePostRequest } from '../editing-contract.ts';
import { canContribute } from '../permissions-contract.ts';
import { listArticlePosts, readStoredPost } from '../read-posts.ts';
import { readEditorPost } from './editor-posts.ts';
import { getRevisionKind, prepareFields, schedulePublishing, validateSave } from './save-post.ts';
import { type EditingDeps, recordChange } from './update-post.ts';
import { applyPreparedContent, listSharedFieldsInUse, omitFields, saveWorkingCopy } from './working-copy.ts';

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
  const preparedFields = await prepareFields(deps, request, {
    locale: request.locale ?? defaultLocale,
    ...(article_id === undefined ? { author_id: actor.id } : { article_id }),
  });
  if (!preparedFields.ok) return preparedFields;
  const prepared = preparedFields.value;
  const created = await deps.writer.transaction(async (tx): Promise<Result<EditorPost, EditError>> => {
    const { queries, write } = tx;
    const newId = key === undefined ? undefined : uuidFromDigest(hashKey(actor, key));
    const existing = newId && (await readEditorPost(queries, newId));
    if (existing) return ok(existing);
    const targetArticle = await findArticle(queries, article_id, actor);
    if (!targetArticle) return fail({ code: 'post.missing' });
    if (!canContribute(actor, targetArticle.authorId)) return fail({ code: 'role.forbids' });
    const withheldFields =
      request.mode === 'autosave' || !actor.mayPublish ? listSharedFieldsInUse(targetArticle.posts) : [];
    if (prepared.cover === undefined) withheldFields.push('featured_image_url');
    const emptySharedFields = article_id === undefined ? [] : listEmptySharedFields(fields);
    const toWrite = {
      ...omitFields(prepared, [...withheldFields, ...emptySharedFields]),
      ...(newId !== undefined && { newId }),
    };
    let written = await write(toWrite);
    if (!written.ok && written.error.code === 'slug.taken' && request.mode === 'autosave') {
      withheldFields.push('slug');
      written = await write(omitFields(toWrite, ['slug']));
    }
    if (!written.ok) return written;
    const { id } = written.value;
    const pendingFields = withheldFields.filter((field) => !emptySharedFields.includes(field));
    const stored = pendingFields.length > 0 && (await readStoredPost(queries, id));
    if (stored) {
      const form = applyPreparedContent(fields, prepared);
      await saveWorkingCopy(queries, stored, { form, pendingFields, actor, now: deps.now() });
    }
    const kind = getRevisionKind(request, prepared.status, null);
    return ok(await recordChange(deps, tx, { id, actor, kind }));
  });
  if (created.ok) await schedulePublishing(deps, request, created.value);
  return created;
}

async function findArticle(queries: Queries, id: string | undefined, actor: Actor) {
  if (id === undefined) return { authorId: actor.id, posts: [] };
  const [row] = await queries.select({ authorId: article.authorId }).from(article).where(eq(article.id, id));
  return row ? { ...row, posts: await listArticlePosts(queries, id) } : null;
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

function hashKey(actor: Actor, key: string): string {
  return createHash('sha256')
    .update(JSON.stringify([actor.id, key]))
    .digest('hex');
}
