import { and, count, eq, ne, sql } from 'drizzle-orm';
import type { Database, Queries } from '#database/database.ts';
import { article, articleTag, category, tag } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { BlogChange } from './contract.ts';
import type { EditError } from './editing-contract.ts';
import type { AdminCategory, AdminTag, CategoryInput, TagInput, Taxonomy } from './taxonomy-contract.ts';

export interface TaxonomyDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  now(): number;
  emitChange(change: BlogChange): Promise<void> | void;
  normalizeSlug(input: string): string;
  slugFromName(locale: Locale, name: string): string;
  /** One line without the characters that HTML or the database rejects. */
  normalizeLine(text: string): string;
}

type Row<T extends { $inferSelect: unknown }> = T['$inferSelect'];

/** Arbitrary advisory-lock id that serializes taxonomy changes, so that slugs stay unique. */
const taxonomyLock = 7_260_117;

export function createTaxonomy(options: TaxonomyDeps): Taxonomy {
  const { query } = options.database;

  /** Affects all languages: every list shows the taxonomy in its filters. */
  async function change<T>(
    run: (queries: Queries) => Promise<Result<T, EditError>>,
  ): Promise<Result<T, EditError>> {
    const changed = await options.database.transaction(async (queries) => {
      await queries.execute(sql`select pg_advisory_xact_lock(${taxonomyLock}::bigint)`);
      return run(queries);
    });
    if (changed.ok) await options.emitChange({ articleId: null, locales: [...locales] });
    return changed;
  }

  return {
    async listCategories() {
      const rows = await query.select().from(category);
      const articles = await countArticlesByCategory(query);
      return sortByEnglishName(rows.map((row) => toAdminCategory(row, articles.get(row.id))));
    },
    createCategory: (input) =>
      change(async (queries) => {
        const columns = categoryColumns(input, options);
        if (await isSlugTaken(queries, category, columns.slug)) return fail({ code: 'slug.taken' });
        const values = { ...columns, createdAt: new Date(options.now()) };
        return ok(toAdminCategory(firstRow(await queries.insert(category).values(values).returning())));
      }),
    changeCategory: (id, input) =>
      change(async (queries) => {
        const columns = categoryColumns(input, options);
        if (await isSlugTaken(queries, category, columns.slug, id)) return fail({ code: 'slug.taken' });
        const changed = queries.update(category).set(columns).where(eq(category.id, id));
        const [row] = await changed.returning();
        if (!row) return fail({ code: 'category.missing' });
        return ok(toAdminCategory(row, (await countArticlesByCategory(queries)).get(id)));
      }),
    removeCategory: (id) =>
      change(async (queries) => {
        const removed = await queries.delete(category).where(eq(category.id, id)).returning();
        return removed.length === 0 ? fail({ code: 'category.missing' }) : ok(null);
      }),

    async listTags() {
      const rows = await query.select().from(tag);
      const articles = await countArticlesByTag(query);
      return sortByEnglishName(rows.map((row) => toAdminTag(row, articles.get(row.id))));
    },
    createTag: (input) =>
      change(async (queries) => {
        const columns = tagColumns(input, options);
        if (await isSlugTaken(queries, tag, columns.slug)) return fail({ code: 'slug.taken' });
        const values = { ...columns, createdAt: new Date(options.now()) };
        return ok(toAdminTag(firstRow(await queries.insert(tag).values(values).returning())));
      }),
    changeTag: (id, input) =>
      change(async (queries) => {
        const columns = tagColumns(input, options);
        if (await isSlugTaken(queries, tag, columns.slug, id)) return fail({ code: 'slug.taken' });
        const [row] = await queries.update(tag).set(columns).where(eq(tag.id, id)).returning();
        return row
          ? ok(toAdminTag(row, (await countArticlesByTag(queries)).get(id)))
          : fail({ code: 'tag.missing' });
      }),
    removeTag: (id) =>
      change(async (queries) => {
        const removed = await queries.delete(tag).where(eq(tag.id, id)).returning();
        return removed.length === 0 ? fail({ code: 'tag.missing' }) : ok(null);
      }),
  };
}

function tagColumns({ names, slug }: TagInput, options: TaxonomyDeps) {
  const normalized = normalizeTexts(names, options);
  const en = normalized.en ?? '';
  return { names: { ...normalized, en }, slug: resolveSlug(slug, en, options) };
}

function categoryColumns(input: CategoryInput, options: TaxonomyDeps) {
  const descriptions = normalizeTexts(input.descriptions, options);
  return { ...tagColumns(input, options), descriptions, color: input.color.toLowerCase() };
}

function normalizeTexts(texts: Partial<Record<Locale, string>>, { normalizeLine }: TaxonomyDeps) {
  const normalized: Partial<Record<Locale, string>> = {};
  for (const locale of locales) {
    const line = normalizeLine(texts[locale] ?? '');
    if (line !== '') normalized[locale] = line;
  }
  return normalized;
}

function resolveSlug(input: string, name: string, { normalizeSlug, slugFromName }: TaxonomyDeps): string {
  return normalizeSlug(input) || slugFromName('en', name) || 'unnamed';
}

async function isSlugTaken(
  queries: Queries,
  table: typeof category | typeof tag,
  slug: string,
  excludedId?: string,
): Promise<boolean> {
  const others = excludedId === undefined ? undefined : ne(table.id, excludedId);
  return (await queries.$count(table, and(eq(table.slug, slug), others))) > 0;
}

async function countArticlesByCategory(queries: Queries): Promise<Map<string, number>> {
  const rows = await queries
    .select({ id: article.categoryId, articles: count() })
    .from(article)
    .groupBy(article.categoryId);
  return new Map(rows.map(({ id, articles }) => [id ?? '', articles]));
}

async function countArticlesByTag(queries: Queries): Promise<Map<string, number>> {
  const rows = await queries
    .select({ id: articleTag.tagId, articles: count() })
    .from(articleTag)
    .groupBy(articleTag.tagId);
  return new Map(rows.map(({ id, articles }) => [id, articles]));
}

function toAdminTag({ id, slug, names }: Row<typeof tag>, articles = 0): AdminTag {
  return { id, slug, names, articles };
}

function toAdminCategory(row: Row<typeof category>, articles = 0): AdminCategory {
  const { id, slug, names, descriptions, color } = row;
  return { id, slug, names, descriptions, color, articles };
}

const collator = new Intl.Collator('en', { numeric: true });

function sortByEnglishName<T extends { names: { en?: string }; slug: string }>(entries: T[]): T[] {
  return entries.toSorted(
    (a, b) => collator.compare(a.names.en ?? '', b.names.en ?? '') || (a.slug < b.slug ? -1 : 1),
  );
}

function firstRow<T>([row]: T[]): T {
  if (row === undefined) throw new Error('insert returned no row');
  return row;
}
