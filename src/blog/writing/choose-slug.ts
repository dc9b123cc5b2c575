import { and, eq, inArray, ne } from 'drizzle-orm';
import { lockUntilCommit } from '#database/advisory-locks.ts';
import type { Database, Queries } from '#database/database.ts';
import { post, slugHistory } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { isReservedSlug, normalizeSlug, numberedSlug, slugFromTitle } from '../slug.ts';

interface SlugRequest {
  locale: Locale;
  requestedSlug: string;
  title: string;
  before: { id: string; locale: string; slug: string } | null;
  random: () => number;
}

/** Call it under the write lock: otherwise another writer could take the slug before it is used. */
export async function chooseSlug(
  queries: Queries,
  request: SlugRequest,
): Promise<Result<string, 'slug.taken'>> {
  const { locale, requestedSlug, title, before, random } = request;
  if (before?.locale === locale && before.slug === requestedSlug) return ok(requestedSlug);
  const normalizedSlug = normalizeSlug(requestedSlug);
  if (normalizedSlug !== '') {
    const isTaken =
      isReservedSlug(normalizedSlug) ||
      (await findUsedSlugs(queries, request, [normalizedSlug])).has(normalizedSlug);
    return isTaken ? fail('slug.taken') : ok(normalizedSlug);
  }
  const base = slugFromTitle(locale, title) || `post-${Math.floor(random() * 36 ** 8).toString(36)}`;
  for (let first = 1; ; first += 50) {
    const candidates = Array.from({ length: 50 }, (_, index) => numberedSlug(base, first + index));
    const usedSlugs = await findUsedSlugs(queries, request, candidates);
    const formerSlugs = await findFormerSlugs(queries, request, candidates);
    const free = candidates.find(
      (slug) => !usedSlugs.has(slug) && !formerSlugs.has(slug) && !isReservedSlug(slug),
    );
    if (free !== undefined) return ok(free);
  }
}

export async function updateSlugHistory(
  queries: Queries,
  after: { id: string; locale: Locale; slug: string; isPublished: boolean },
  before: { locale: string; slug: string; publishedAt: Date | null } | null,
): Promise<void> {
  const { id: postId, locale, slug, isPublished } = after;
  // A draft must not take over a former slug, which still redirects readers.
  if (isPublished)
    await queries.delete(slugHistory).where(and(eq(slugHistory.locale, locale), eq(slugHistory.slug, slug)));
  if (before === null) return;
  if (before.locale !== locale) {
    await queries.delete(slugHistory).where(eq(slugHistory.postId, postId));
  } else if (before.slug !== slug && before.publishedAt !== null) {
    // A slug that several posts had redirects to the last of them.
    await queries
      .insert(slugHistory)
      .values({ locale, slug: before.slug, postId })
      .onConflictDoUpdate({ target: [slugHistory.locale, slugHistory.slug], set: { postId } });
  }
}

/** Redirects `formerSlug` to the post. Does nothing if another post has or had it. */
export async function addFormerSlug(
  database: Pick<Database, 'transaction'>,
  { locale, slug }: { locale: string; slug: string },
  formerSlug: string,
): Promise<void> {
  await database.transaction(async (queries) => {
    await lockUntilCommit(queries, 'blogWrites');
    const rows = await queries
      .select({ id: post.id, slug: post.slug })
      .from(post)
      .where(and(eq(post.locale, locale), inArray(post.slug, [slug, formerSlug])));
    const target = rows.find((row) => row.slug === slug);
    if (!target || rows.some((row) => row.slug === formerSlug)) return;
    await queries
      .insert(slugHistory)
      .values({ locale, slug: formerSlug, postId: target.id })
      .onConflictDoNothing();
  });
}

async function findUsedSlugs(queries: Queries, { locale, before }: SlugRequest, slugs: string[]) {
  const others = before ? ne(post.id, before.id) : undefined;
  const rows = await queries
    .select({ slug: post.slug })
    .from(post)
    .where(and(eq(post.locale, locale), inArray(post.slug, slugs), others));
  return new Set(rows.map((row) => row.slug));
}

async function findFormerSlugs(queries: Queries, { locale, before }: SlugRequest, slugs: string[]) {
  const others = before ? ne(slugHistory.postId, before.id) : undefined;
  const rows = await queries
    .select({ slug: slugHistory.slug })
    .from(slugHistory)
    .where(and(eq(slugHistory.locale, locale), inArray(slugHistory.slug, slugs), others));
  return new Set(rows.map((row) => row.slug));
}
