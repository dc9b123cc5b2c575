import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { article, post } from '#database/schema.ts';
import { defaultLocale, type Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { noteChange } from './change-post.ts';
import type { DeskDocument, DeskError, DeskSave, PostFields, Writer } from './contract.ts';
import type { DeskTools } from './desk-tools.ts';
import { isShown } from './find-standing.ts';
import { readDocument } from './read-document.ts';
import { holdBack, keepMoment, kindOf, prepareForm, refuseSave, scheduleSaved } from './save-post.ts';
import { fieldsOfOthers, formOf, without } from './working-copy.ts';

/**
 * A new post: of a new article, which is its writer's, or in one more language of one. Its id comes of the `key`, so that
 * who asks again, because no answer came, finds it, even after a restart.
 */
export async function createPost(
  tools: DeskTools,
  save: DeskSave,
  by: Writer,
  key?: string,
): Promise<Result<DeskDocument, DeskError>> {
  const refusal = refuseSave(save, by, tools.now());
  if (refusal) return fail(refusal);
  const { article_id, fields } = save;
  const prepared = await prepareForm(tools, save, {
    locale: save.locale ?? defaultLocale,
    ...(article_id === undefined ? { author_id: by.id } : { article_id }),
  });
  if (!prepared.ok) return prepared;
  const created = await tools.writer.writeTogether(
    async (writing): Promise<Result<DeskDocument, DeskError>> => {
      const { queries } = writing;
      const newId = key === undefined ? undefined : idOfKey(by, key);
      const made = newId && (await readDocument(tools, queries, newId));
      if (made) return ok(made);
      const joined = await findArticle(queries, article_id, by);
      if (!joined) return fail({ code: 'post.missing' });
      if (joined.authorId !== by.id && !by.mayPublish) return fail({ code: 'role.forbids' });
      const held = save.mode === 'autosave' || !by.mayPublish ? fieldsOfOthers(joined) : [];
      const untouched = article_id === undefined ? [] : emptyShared(fields);
      if (prepared.value.cover === undefined) held.push('featured_image_url');
      const toWrite = {
        ...without(prepared.value, [...held, ...untouched]),
        ...(newId !== undefined && { newId }),
      };
      let written = await writing.write(toWrite);
      if (!written.ok && written.error.code === 'slug.taken' && save.mode === 'autosave') {
        held.push('slug');
        written = await writing.write({ ...toWrite, fields: { ...toWrite.fields, slug: '' } });
      }
      if (!written.ok) return written;
      const { id } = written.value;
      const keeps = held.filter((field) => !untouched.includes(field));
      await holdBack(tools, queries, { id, form: formOf(fields, prepared.value), held: keeps, by });
      await keepMoment(queries, id, save);
      const kind = kindOf(save, prepared.value.fields.status, null);
      return ok(await noteChange(tools, writing, { id, by, kind }));
    },
  );
  if (created.ok) await scheduleSaved(tools, save, created.value);
  return created;
}

async function findArticle(queries: Queries, id: string | undefined, by: Writer) {
  if (id === undefined) return { authorId: by.id, shownElsewhere: [] };
  const [row] = await queries.select({ authorId: article.authorId }).from(article).where(eq(article.id, id));
  const posts = await queries
    .select({ locale: post.locale })
    .from(post)
    .where(and(eq(post.articleId, id), isShown));
  return row ? { ...row, shownElsewhere: posts.map((each) => each.locale as Locale) } : null;
}

/** The form of a new language begins empty: what the article has already is not taken from its other languages. */
function emptyShared({ category_id, tag_ids, featured_image_url }: PostFields): (keyof PostFields)[] {
  return [
    ...(category_id === null ? (['category_id'] as const) : []),
    ...(tag_ids.length === 0 ? (['tag_ids'] as const) : []),
    ...(featured_image_url === null || featured_image_url.trim() === ''
      ? (['featured_image_url'] as const)
      : []),
  ];
}

/** A UUID of our own making (version 8). */
function idOfKey(by: Writer, key: string): string {
  const digits = createHash('sha256')
    .update(JSON.stringify([by.id, key]))
    .digest('hex');
  return [
    ...[digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`],
    ...[`8${digits.slice(17, 20)}`, digits.slice(20, 32)],
  ].join('-');
}
