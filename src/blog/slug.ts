import { and, eq, inArray, ne } from 'drizzle-orm';
import { lockUntilCommit } from '#database/advisory-locks.ts';
import type { Database, Queries } from '#database/database.ts';
import { post, slugHistory } from '#database/schema.ts';
import { getWordSegmenter } from '#i18n/formats.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { PostKind } from './contract.ts';
import { normalizeUnicode } from './search.ts';
import {
  derivedMax,
  foldLatin,
  hasOtherScript,
  joinWords,
  latinTitleSlug,
  type SlugSize,
} from './title-slug.ts';

/** Entered slugs may be as long as the contract allows. */
const customMax: SlugSize = { characters: 200, bytes: Number.POSITIVE_INFINITY };
const reservedSlugs = new Set([
  'page',
  'feed',
  'rss',
  'atom',
  'json',
  'category',
  'tag',
  'author',
  'search',
  'preview',
  'new',
  'admin',
  'api',
]);
/** First segments of the product's own paths. */
export const reservedPageSlugs: ReadonlySet<string> = new Set([
  ...['about', 'contact', 'tools', 'blog', 'home', 'help', 'login', 'sign-in', 'account', 'settings'],
  ...[
    'functions',
    'media',
    'files',
    'assets',
    'og',
    'static',
    'public',
    'data',
    'images',
    'share',
    'theme',
    'site-icon',
  ],
  ...['livez', 'readyz', 'healthz', 'health', 'metrics', 'index', 'sitemap', 'robots', 'llms', 'well-known'],
  ...reservedSlugs,
  ...locales,
]);

export function isReservedSlug(kind: PostKind, slug: string): boolean {
  return (kind === 'page' ? reservedPageSlugs : reservedSlugs).has(slug);
}

export function unicodeSlug(locale: Locale, title: string): string {
  const words = [...getWordSegmenter(locale).segment(title.normalize('NFC').toLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => normalizeSlugPart(foldLatin(locale, segment).replace(/[^\p{L}\p{N}\p{M}]/gu, '')))
    .filter((word) => word !== '');
  return joinWords(words, derivedMax);
}

/** Empty for a title without letters and digits. */
export function slugFromTitle(locale: Locale, title: string): string {
  const derived = latinTitleSlug(locale, title);
  return derived === '' || hasOtherScript(title) ? unicodeSlug(locale, title) : derived;
}

export function normalizeSlug(input: string): string {
  const parts = input
    .trim()
    .replace(/[\s/\\.]+/g, '-')
    .replace(/[^\p{L}\p{N}\p{M}_-]/gu, '')
    .split(/-+/);
  return joinWords(
    parts.map(normalizeSlugPart).filter((part) => part !== ''),
    customMax,
  );
}

export function numberedSlug(slug: string, number: number): string {
  if (number === 1) return slug;
  const suffix = `-${number}`;
  const limit = {
    characters: derivedMax.characters - suffix.length,
    bytes: derivedMax.bytes - suffix.length,
  };
  return joinWords(slug.split('-'), limit) + suffix;
}

function normalizeSlugPart(word: string): string {
  return normalizeUnicode(normalizeUnicode(word).toLowerCase());
}

type SlugErrorCode = 'slug.taken' | 'slug.reserved';

export function isSlugError({ code }: { code: string }): boolean {
  return code === 'slug.taken' || code === 'slug.reserved';
}

interface SlugRequest {
  kind: PostKind;
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
): Promise<Result<string, SlugErrorCode>> {
  const { kind, locale, requestedSlug, title, before, random } = request;
  if (before?.locale === locale && before.slug === requestedSlug) return ok(requestedSlug);
  const isReserved = (slug: string) => isReservedSlug(kind, slug);
  const normalizedSlug = normalizeSlug(requestedSlug);
  if (normalizedSlug !== '') {
    if (isReserved(normalizedSlug)) return fail(kind === 'page' ? 'slug.reserved' : 'slug.taken');
    const usedSlugs = await findSlugs(queries, post, request, [normalizedSlug]);
    return usedSlugs.includes(normalizedSlug) ? fail('slug.taken') : ok(normalizedSlug);
  }
  const base = slugFromTitle(locale, title) || `post-${Math.floor(random() * 36 ** 8).toString(36)}`;
  const slug = await findFreeSlug(base, async (candidates) => [
    ...(await findSlugs(queries, post, request, candidates)),
    ...(await findSlugs(queries, slugHistory, request, candidates)),
    ...candidates.filter(isReserved),
  ]);
  return ok(slug);
}

/** The base with the lowest number that isn't taken. */
export async function findFreeSlug(
  base: string,
  listTaken: (candidates: string[]) => Promise<string[]>,
): Promise<string> {
  for (let first = 1; ; first += 50) {
    const candidates = Array.from({ length: 50 }, (_, index) => numberedSlug(base, first + index));
    const taken = await listTaken(candidates);
    const free = candidates.find((slug) => !taken.includes(slug));
    if (free !== undefined) return free;
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

async function findSlugs(
  queries: Queries,
  table: typeof post | typeof slugHistory,
  { locale, before }: SlugRequest,
  slugs: string[],
): Promise<string[]> {
  const others = before ? ne('postId' in table ? table.postId : table.id, before.id) : undefined;
  const rows = await queries
    .select({ slug: table.slug })
    .from(table)
    .where(and(eq(table.locale, locale), inArray(table.slug, slugs), others));
  return rows.map((row) => row.slug);
}
