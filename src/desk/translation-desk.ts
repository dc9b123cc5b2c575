import { and, eq } from 'drizzle-orm';
import { textDigest } from '#blog/text-digest.ts';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';
import { fail, ok } from '#platform/result.ts';
import type { TranslatablePost, TranslationStore } from './contract.ts';
import type { EditingDeps } from './desk-tools.ts';
import { fieldsDigest } from './digest-of.ts';
import { findTranslationId } from './find-translation.ts';
import { markTranslated } from './mark-translated.ts';
import { publishTranslations } from './publish-translations.ts';
import { isUuid, readEditorPost } from './read-document.ts';
import { savePost } from './save-post.ts';
import { saveTranslation } from './save-translation.ts';

export function createTranslationStore(deps: EditingDeps): TranslationStore {
  const { query } = deps.database;
  return {
    openPost: (id) => readTranslatablePost(query, id),
    async findPost(articleId, locale) {
      const id = await findTranslationId(query, articleId, locale);
      return id === null ? null : readTranslatablePost(query, id);
    },
    async publishOriginal(id, version, actor) {
      const before = await readEditorPost(query, id);
      if (!before) return fail({ code: 'post.missing' });
      const fields = { ...before.fields, status: 'published' as const };
      const saved = await savePost(deps, { id, version, save: { mode: 'publish', fields }, actor });
      if (!saved.ok) return saved;
      const opened = await readTranslatablePost(query, id);
      return opened ? ok(opened) : fail({ code: 'post.missing' });
    },
    markTranslated: (id, version, actor) => markTranslated(deps, { id, version, actor }),
    saveTranslation: (save, beforeCommit) => saveTranslation(deps, save, beforeCommit),
    publishTranslations: (posts, actor, beforeCommit) =>
      publishTranslations(deps, posts, actor, beforeCommit),
  };
}

async function readTranslatablePost(queries: Queries, id: string): Promise<TranslatablePost | null> {
  const document = await readEditorPost(queries, id);
  if (!document || !isUuid(id)) return null;
  const [row] = await queries.select().from(post).where(eq(post.id, id));
  if (!row) return null;
  const digest = document.has_working_copy
    ? fieldsDigest(document.fields)
    : (row.textDigest ?? (await saveTextDigest(queries, row)));
  return { ...document, origin: row.origin, text_digest: digest };
}

/** For posts that were written before digests existed. */
async function saveTextDigest(queries: Queries, row: typeof post.$inferSelect): Promise<string> {
  const digest = textDigest(row);
  const isSame = and(eq(post.id, row.id), eq(post.version, row.version));
  await queries.update(post).set({ textDigest: digest }).where(isSame);
  return digest;
}
