import { and, eq, inArray, isNotNull, ne, notInArray, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post, revision, workingCopy } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { TranslatablePost, TranslationFields } from '../editing-contract.ts';
import { textDigest } from '../text-tasks.ts';
import type { OutdatedTranslation } from '../translation-store-contract.ts';

/** A translation in the working copy counts, since the editor shows that one. */
const copied = workingCopy.sourceRevision;
const sourceDigest = sql<string>`coalesce(${copied} ->> 'digest', ${post.sourceDigest})`;
const sourceVersion = sql<number>`coalesce((${copied} ->> 'version')::int, ${post.sourceVersion})`;

/** Left out are those whose source text is no longer among the revisions of the original. */
export async function readOutdatedTranslations(
  queries: Queries,
  original: TranslatablePost,
): Promise<OutdatedTranslation[]> {
  const rows = await queries
    .select({ id: post.id, locale: post.locale, digest: sourceDigest, version: sourceVersion })
    .from(post)
    .leftJoin(workingCopy, eq(workingCopy.postId, post.id))
    .where(
      and(
        eq(post.articleId, original.article_id),
        eq(post.sourceLocale, original.locale),
        notInArray(post.origin, ['human', 'untranslated']),
        isNotNull(sourceDigest),
        ne(sourceDigest, original.text_digest),
      ),
    );
  const texts = await readTexts(
    queries,
    original.id,
    rows.map(({ version }) => version),
  );
  return rows.flatMap(({ id, locale, digest }) => {
    const sourceFields = texts.get(digest);
    return sourceFields ? [{ id, locale: locale as Locale, digest, sourceFields }] : [];
  });
}

/** By digest. */
async function readTexts(
  queries: Queries,
  postId: string,
  versions: readonly number[],
): Promise<Map<string, TranslationFields>> {
  if (versions.length === 0) return new Map();
  const rows = await queries
    .select({ fields: revision.fields })
    .from(revision)
    .where(and(eq(revision.postId, postId), inArray(revision.version, [...new Set(versions)])));
  return new Map(
    rows.map(({ fields }) => {
      const texts = fields as unknown as TranslationFields;
      return [textDigest(texts), texts];
    }),
  );
}

/** A later autosave would replace the revision of this one. */
export async function keepRevision(queries: Queries, { id, version }: TranslatablePost): Promise<void> {
  await queries
    .update(revision)
    .set({ kind: 'saved' })
    .where(and(eq(revision.postId, id), eq(revision.version, version), eq(revision.kind, 'autosaved')));
}

/** Records that a translation fits the present text of its original too. false if a run has replaced it. */
export async function markUpToDate(
  queries: Queries,
  { id, digest }: OutdatedTranslation,
  original: TranslatablePost,
): Promise<boolean> {
  const { version, text_digest: newDigest } = original;
  const posts = await queries
    .update(post)
    .set({ sourceVersion: version, sourceDigest: newDigest })
    .where(and(eq(post.id, id), eq(post.sourceDigest, digest)))
    .returning({ id: post.id });
  const source = sql`${workingCopy.sourceRevision} || ${JSON.stringify({ version, digest: newDigest })}::jsonb`;
  const copies = await queries
    .update(workingCopy)
    .set({ sourceRevision: source })
    .where(and(eq(workingCopy.postId, id), sql`${workingCopy.sourceRevision} ->> 'digest' = ${digest}`))
    .returning({ postId: workingCopy.postId });
  return posts.length + copies.length > 0;
}
