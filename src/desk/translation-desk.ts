import { and, eq } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';
import { fail, ok } from '#platform/result.ts';
import type { TranslatedPost, TranslationDesk } from './contract.ts';
import type { DeskTools } from './desk-tools.ts';
import { digestOf } from './digest-of.ts';
import { findTranslation } from './find-translation.ts';
import { markTranslated } from './mark-translated.ts';
import { publishTranslations } from './publish-translations.ts';
import { isId, readDocument } from './read-document.ts';
import { savePost } from './save-post.ts';
import { saveTranslation } from './save-translation.ts';

export function createTranslationDesk(tools: DeskTools): TranslationDesk {
  const { query } = tools.database;
  return {
    openPost: (id) => openTranslated(tools, query, id),
    async findPost(articleId, locale) {
      const id = await findTranslation(query, articleId, locale);
      return id === null ? null : openTranslated(tools, query, id);
    },
    async publishOriginal(id, version, by) {
      const before = await readDocument(tools, query, id);
      if (!before) return fail({ code: 'post.missing' });
      const fields = { ...before.fields, status: 'published' as const };
      const saved = await savePost(tools, { id, version, save: { mode: 'publish', fields }, by });
      if (!saved.ok) return saved;
      const opened = await openTranslated(tools, query, id);
      return opened ? ok(opened) : fail({ code: 'post.missing' });
    },
    markTranslated: (id, version, by) => markTranslated(tools, { id, version, by }),
    saveTranslation: (save, within) => saveTranslation(tools, save, within),
    publishTranslations: (posts, by, within) => publishTranslations(tools, posts, by, within),
  };
}

async function openTranslated(
  tools: DeskTools,
  queries: Queries,
  id: string,
): Promise<TranslatedPost | null> {
  const document = await readDocument(tools, queries, id);
  if (!document || !isId(id)) return null;
  const [row] = await queries.select().from(post).where(eq(post.id, id));
  if (!row) return null;
  const digest = document.has_working_copy
    ? digestOf(tools, document.fields)
    : (row.textDigest ?? (await noteDigest(tools, queries, row)));
  return { ...document, origin: row.origin, text_digest: digest };
}

/** Of a post that was written before there were digests. */
async function noteDigest(
  tools: DeskTools,
  queries: Queries,
  row: typeof post.$inferSelect,
): Promise<string> {
  const digest = tools.textDigest(row);
  const isSame = and(eq(post.id, row.id), eq(post.version, row.version));
  await queries.update(post).set({ textDigest: digest }).where(isSame);
  return digest;
}
