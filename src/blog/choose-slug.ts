import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post, slugHistory } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { isReservedSlug, normaliseSlug, numberedSlug, slugFromTitle } from './slug.ts';

interface SlugWish {
  locale: Locale;
  /** Empty: made from the title. */
  wanted: string;
  title: string;
  /** The post that is changed, as it is now. */
  before: { id: string; locale: string; slug: string } | null;
  random: () => number;
}

/** Nobody but one writer at a time may ask: between the answer and its use another could take the slug. */
export async function chooseSlug(queries: Queries, wish: SlugWish): Promise<Result<string, 'slug.taken'>> {
  const { locale, wanted, title, before, random } = wish;
  if (before?.locale === locale && before.slug === wanted) return ok(wanted);
  const given = normaliseSlug(wanted);
  if (given !== '') {
    const taken = isReservedSlug(given) || (await slugsOfOthers(queries, wish, [given])).has(given);
    return taken ? fail('slug.taken') : ok(given);
  }
  const base = slugFromTitle(locale, title) || `post-${Math.floor(random() * 36 ** 8).toString(36)}`;
  for (let first = 1; ; first += 50) {
    const candidates = Array.from({ length: 50 }, (_, index) => numberedSlug(base, first + index));
    const taken = await slugsOfOthers(queries, wish, candidates);
    const former = await formerSlugsOfOthers(queries, wish, candidates);
    const free = candidates.find((slug) => !taken.has(slug) && !former.has(slug) && !isReservedSlug(slug));
    if (free !== undefined) return ok(free);
  }
}

/** Keeps the address that readers know, and forgets one that readers find a post at again. */
export async function noteFormerSlug(
  queries: Queries,
  now: { id: string; locale: Locale; slug: string; isPublished: boolean },
  before: { locale: string; slug: string; publishedAt: Date | null } | null,
): Promise<void> {
  const { id: postId, locale, slug, isPublished } = now;
  // A draft with this address would only take it from readers.
  if (isPublished)
    await queries.delete(slugHistory).where(and(eq(slugHistory.locale, locale), eq(slugHistory.slug, slug)));
  if (before === null) return;
  if (before.locale !== locale) {
    await queries.delete(slugHistory).where(eq(slugHistory.postId, postId));
  } else if (before.slug !== slug && before.publishedAt !== null) {
    await keepFormerSlug(queries, { locale, slug: before.slug, postId });
  }
}

/** The last post that had a slug is the one that readers knew there. */
export async function keepFormerSlug(
  queries: Queries,
  former: typeof slugHistory.$inferInsert,
): Promise<void> {
  await queries
    .insert(slugHistory)
    .values(former)
    .onConflictDoUpdate({
      target: [slugHistory.locale, slugHistory.slug],
      set: { postId: former.postId },
    });
}

async function slugsOfOthers(queries: Queries, { locale, before }: SlugWish, slugs: string[]) {
  const others = before ? ne(post.id, before.id) : undefined;
  const rows = await queries
    .select({ slug: post.slug })
    .from(post)
    .where(and(eq(post.locale, locale), inArray(post.slug, slugs), others));
  return new Set(rows.map((row) => row.slug));
}

async function formerSlugsOfOthers(queries: Queries, { locale, before }: SlugWish, slugs: string[]) {
  const others = before ? ne(slugHistory.postId, before.id) : undefined;
  const rows = await queries
    .select({ slug: slugHistory.slug })
    .from(slugHistory)
    .where(and(eq(slugHistory.locale, locale), inArray(slugHistory.slug, slugs), others));
  return new Set(rows.map((row) => row.slug));
}
