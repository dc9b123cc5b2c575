import { eq, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { chooseSlug, noteFormerSlug } from './choose-slug.ts';
import type { BlogChange } from './contract.ts';
import { plainText } from './plain-text.ts';
import type { PreparedPost, SaveError } from './prepare-post.ts';
import { readTime } from './read-time.ts';
import { tokensOf } from './search-tokens.ts';
import { soundLine, soundLineOrNull, soundText, soundWords } from './sound-text.ts';
import { textDigest } from './text-digest.ts';
import { writeArticle } from './write-article.ts';

type PostRow = typeof post.$inferSelect;

export interface Written {
  id: string;
  version: number;
  change: BlogChange & { articleId: string };
}

/** Any number that nothing else locks: who writes to the blog waits for the one before. Readers never wait. */
const writersLock = 720_415;

export async function lockWriters(queries: Queries): Promise<void> {
  await queries.execute(sql`select pg_advisory_xact_lock(${writersLock}::bigint)`);
}

/** Writes one post and what its article shares. Asks for `lockWriters` in the same transaction. */
export async function writePost(
  queries: Queries,
  prepared: PreparedPost,
  {
    now,
    random,
    guessLanguage,
  }: { now: () => number; random: () => number; guessLanguage: (text: string) => Locale | null },
): Promise<Result<Written, SaveError>> {
  const { fields, has } = prepared;
  const { locale } = fields;
  const before = fields.id === undefined ? null : await findPostRow(queries, fields.id);
  if (fields.id !== undefined && !before) return fail({ code: 'post.missing' });
  if (before && fields.version !== undefined && fields.version !== before.version)
    return fail({ code: 'post.conflict' });

  const joined = before?.articleId ?? fields.article_id;
  const siblings = joined === undefined ? [] : await languagesOf(queries, joined);
  if (siblings.some((sibling) => sibling.locale === locale && sibling.id !== before?.id))
    return fail({ code: 'language.taken' });

  const texts = textsOf(prepared, before, guessLanguage);
  const wanted = before && !has('slug') ? before.slug : fields.slug;
  const slug = await chooseSlug(queries, { locale, wanted, title: texts.title, before, random });
  if (!slug.ok) return fail({ code: slug.error });

  const moment = new Date(now());
  const articleId = await writeArticle(queries, joined, prepared, moment);
  if (articleId === null) return fail({ code: 'post.missing' });
  const columns = {
    ...{ articleId, locale, slug: slug.value, updatedAt: moment },
    ...texts,
    ...publishing(prepared, before, moment),
    version: (before?.version ?? 0) + 1,
  };
  const ofNew = { createdAt: moment, ...(prepared.newId !== undefined && { id: prepared.newId }) };
  const id = before ? before.id : await insertPost(queries, { ...columns, ...ofNew });
  if (before) await queries.update(post).set(columns).where(eq(post.id, id));
  const isPublished = columns.status === 'published';
  await noteFormerSlug(queries, { id, locale, slug: slug.value, isPublished }, before);

  const isShown = isPublished || before?.status === 'published';
  const shown = siblings.filter((sibling) => sibling.status === 'published' && sibling.id !== before?.id);
  const isOfAll = saysSomethingOfAll(prepared);
  const concerned = new Set([
    ...(isShown ? [locale, before?.locale] : []),
    ...(isOfAll ? shown.map((sibling) => sibling.locale) : []),
  ]);
  return ok({
    id,
    version: columns.version,
    change: {
      articleId,
      locales: locales.filter((each) => concerned.has(each)),
      siblings: isShown
        ? shown.flatMap(({ locale: own, slug: its }) => ({ locale: own as Locale, slug: its }))
        : [],
    },
  });
}

/** Whether the input is about what all languages of the article show. */
function saysSomethingOfAll({ has }: PreparedPost): boolean {
  return has('category_id') || has('tag_ids') || has('featured_image_url') || has('author_id');
}

function textsOf(
  { fields, has, content: given }: PreparedPost,
  before: PostRow | null,
  guessLanguage: (text: string) => Locale | null,
) {
  const title = has('title') || !before ? soundLine(fields.title) : before.title;
  const excerpt = has('excerpt') || !before ? soundText(fields.excerpt) : before.excerpt;
  const content = given ?? before?.content ?? '';
  const plain = plainText(content);
  const tokens = tokensOf(fields.locale, { title, excerpt, text: plain });
  const or = <T>(field: Parameters<typeof has>[0], value: T, kept: T | undefined): T =>
    has(field) || kept === undefined ? value : kept;
  const coverAlt = or('featured_image_alt', soundLine(fields.featured_image_alt), before?.coverAlt);
  const seoTitle = or('seo_title', soundLineOrNull(fields.seo_title), before?.seoTitle);
  const seoDescription = or(
    'seo_description',
    soundLineOrNull(fields.seo_description),
    before?.seoDescription,
  );
  const seoKeywords = or('seo_keywords', soundWords(fields.seo_keywords), before?.seoKeywords);
  return {
    ...{ title, excerpt, content, coverAlt, seoTitle, seoDescription, seoKeywords },
    textDigest: textDigest({ title, excerpt, content, coverAlt, seoTitle, seoDescription, seoKeywords }),
    readTimeMinutes: readTime(content),
    searchText: tokens.search_text,
    search: tokens.search,
    origin: or('origin', fields.origin, originKept()),
    sourceVersion: or('source_version', fields.source_version, before?.sourceVersion),
    sourceDigest: or('source_digest', fields.source_digest, before?.sourceDigest),
    sourceLocale: or('source_locale', fields.source_locale, before?.sourceLocale),
  };

  /** The words of another language are not that any more once what somebody wrote is plainly in this one. */
  function originKept(): PostRow['origin'] | undefined {
    if (before?.origin !== 'untranslated') return before?.origin;
    const isWritten = before.title !== title || before.excerpt !== excerpt || before.content !== content;
    const isTranslated = isWritten && guessLanguage([title, excerpt, plain].join('\n')) === fields.locale;
    return isTranslated ? 'mixed' : 'untranslated';
  }
}

/** The moment of the first publishing stays; it is set only for what is published. Only a draft waits for its own. */
function publishing({ fields, has }: PreparedPost, before: PostRow | null, now: Date) {
  const status = has('status') || !before ? fields.status : before.status;
  const given = fields.published_at ? new Date(fields.published_at) : null;
  const isTakenBack = fields.published_at === null && status !== 'published';
  const publishedAt = isTakenBack ? null : (given ?? before?.publishedAt ?? null);
  return {
    status,
    publishedAt: status === 'published' ? (publishedAt ?? now) : publishedAt,
    scheduledAt: status === 'draft' ? (before?.scheduledAt ?? null) : null,
  };
}

async function findPostRow(queries: Queries, id: string): Promise<PostRow | null> {
  const [row] = await queries.select().from(post).where(eq(post.id, id));
  return row ?? null;
}

async function languagesOf(queries: Queries, articleId: string) {
  return queries
    .select({ id: post.id, locale: post.locale, slug: post.slug, status: post.status })
    .from(post)
    .where(eq(post.articleId, articleId));
}

async function insertPost(queries: Queries, columns: typeof post.$inferInsert): Promise<string> {
  const [row] = await queries.insert(post).values(columns).returning({ id: post.id });
  if (!row) throw new Error('an inserted post has no row');
  return row.id;
}
