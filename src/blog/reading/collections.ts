import { and, eq, ne, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import {
  article,
  author,
  authorSlugHistory,
  category,
  mediaFile,
  post,
  tag,
  taxonPost,
} from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { AuthorLookup, ListedPage, TaxonKind, TaxonPage } from '../contract.ts';
import { toStoredImage } from '../images.ts';
import { toCategory, toTags } from '../read-posts.ts';
import { normalizeUnicode } from '../search.ts';

/** Public authors only. */
export async function findAuthor(queries: Queries, locale: Locale, slug: string): Promise<AuthorLookup> {
  const normalizedSlug = normalizeUnicode(slug);
  const [found] = await queries
    .select({ author, image: mediaFile })
    .from(author)
    .leftJoin(mediaFile, eq(mediaFile.id, author.imageFileId))
    .where(and(eq(author.slug, normalizedSlug), eq(author.isPublic, true)));
  if (found) {
    const { id, name, bios } = found.author;
    const image = found.image && toStoredImage(found.image);
    const bio = bios[locale] ?? null;
    return {
      kind: 'author',
      author: { slug: normalizedSlug, name, bio, image, locales: await listAuthorLocales(queries, id) },
    };
  }
  const [moved] = await queries
    .select({ slug: author.slug })
    .from(authorSlugHistory)
    .innerJoin(author, eq(author.id, authorSlugHistory.authorId))
    .where(and(eq(authorSlugHistory.slug, normalizedSlug), eq(author.isPublic, true)));
  return moved ? { kind: 'moved', slug: moved.slug } : { kind: 'missing' };
}

const isTranslated = and(sql`${post.status} = 'published'`, ne(post.origin, 'untranslated'));

/** The languages with published posts of the author that are translated. */
async function listAuthorLocales(queries: Queries, authorId: string): Promise<Locale[]> {
  const rows = await queries
    .selectDistinct({ locale: post.locale })
    .from(post)
    .innerJoin(article, eq(article.id, post.articleId))
    .where(and(eq(article.authorId, authorId), isTranslated));
  return inOrder(rows);
}

/** For sitemaps. */
export async function listAuthorPages(queries: Queries): Promise<ListedPage[]> {
  const rows = await queries
    .selectDistinct({ slug: author.slug, locale: post.locale })
    .from(author)
    .innerJoin(article, eq(article.authorId, author.id))
    .innerJoin(post, eq(post.articleId, article.id))
    .where(and(eq(author.isPublic, true), isTranslated));
  return toListedPages(rows);
}

export async function findTaxonPage(
  queries: Queries,
  kind: TaxonKind,
  locale: Locale,
  slug: string,
): Promise<TaxonPage | null> {
  const normalizedSlug = normalizeUnicode(slug);
  const found = await findTaxon(queries, kind, locale, normalizedSlug);
  if (!found) return null;
  const rows = await queries
    .selectDistinct({ locale: taxonPost.locale })
    .from(taxonPost)
    .innerJoin(post, eq(post.id, taxonPost.postId))
    .where(and(eq(taxonPost.taxonId, found.id), ne(post.origin, 'untranslated')));
  const { name, description } = found;
  return { slug: normalizedSlug, name, description, locales: inOrder(rows) };
}

async function findTaxon(queries: Queries, kind: TaxonKind, locale: Locale, slug: string) {
  if (kind === 'category') {
    const [row] = await queries.select().from(category).where(eq(category.slug, slug));
    return row && toCategory(row, locale);
  }
  const [found] = toTags(await queries.select().from(tag).where(eq(tag.slug, slug)), locale);
  return found && { ...found, description: null };
}

export async function listTaxonPages(queries: Queries, kind: TaxonKind): Promise<ListedPage[]> {
  const table = kind === 'category' ? category : tag;
  const rows = await queries
    .selectDistinct({ slug: table.slug, locale: taxonPost.locale })
    .from(table)
    .innerJoin(taxonPost, eq(taxonPost.taxonId, table.id))
    .innerJoin(post, eq(post.id, taxonPost.postId))
    .where(ne(post.origin, 'untranslated'));
  return toListedPages(rows);
}

function toListedPages(rows: readonly { slug: string; locale: string }[]): ListedPage[] {
  return [...Map.groupBy(rows, ({ slug }) => slug)]
    .map(([slug, found]) => ({ slug, locales: inOrder(found) }))
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
}

function inOrder(rows: readonly { locale: string }[]): Locale[] {
  return locales.filter((locale) => rows.some((row) => row.locale === locale));
}
