import { and, eq, getTableColumns, ne } from 'drizzle-orm';
import { lockUntilCommit } from '#database/advisory-locks.ts';
import type { Database, Queries } from '#database/database.ts';
import { article, articleTag, category, type LocalizedText, tag } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { normalizeLine } from '#platform/normalize-text.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { BlogChange, Category, Tag } from './contract.ts';
import type { EditError } from './editing-contract.ts';
import { sortByName, toCategory, toTags } from './read-posts.ts';
import { normalizeSlug, unicodeSlug } from './slug.ts';
import type { AdminCategory, AdminTag, CategoryInput, TagInput, Taxonomy } from './taxonomy-contract.ts';
import { categoryTextColumns, mapNames, pick } from './texts-contract.ts';

export async function listCategories(queries: Queries, locale: Locale): Promise<Category[]> {
  const rows = await queries.select().from(category);
  const categories = rows.map((row) => toCategory(row, locale));
  return sortByName(locale, categories, ({ name }) => name);
}

export async function listTags(queries: Queries, locale: Locale): Promise<Tag[]> {
  return toTags(await queries.select().from(tag), locale);
}

interface TaxonomyDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  now(): number;
  emitChange(change: BlogChange): Promise<void> | void;
}

/** Every list shows the taxonomy in its filters. */
const changeOfAllLists: BlogChange = { articleId: null, locales: [...locales] };

/** For administrators. */
export function createTaxonomy({ database, now, emitChange }: TaxonomyDeps): Taxonomy {
  const { query } = database;

  async function change<T>(
    run: (queries: Queries) => Promise<Result<T, EditError>>,
  ): Promise<Result<T, EditError>> {
    const changed = await database.transaction(async (queries) => {
      await lockUntilCommit(queries, 'taxonomy');
      return run(queries);
    });
    if (changed.ok) await emitChange(changeOfAllLists);
    return changed;
  }

  return {
    async listCategories() {
      const articles = query.$count(article, eq(article.categoryId, category.id));
      const rows = await query.select({ ...getTableColumns(category), articles }).from(category);
      return sortByName('en', rows, ({ names }) => names.en).map(toAdminCategory);
    },
    createCategory: (input) =>
      change(async (queries) => {
        const columns = categoryColumns(input);
        if (await isSlugTaken(queries, category, columns.slug)) return fail({ code: 'slug.taken' });
        const values = { ...columns, createdAt: new Date(now()) };
        const row = firstRow(await queries.insert(category).values(values).returning());
        return ok(toAdminCategory({ ...row, articles: 0 }));
      }),
    changeCategory: (id, input) =>
      change(async (queries) => {
        const columns = categoryColumns(input);
        if (await isSlugTaken(queries, category, columns.slug, id)) return fail({ code: 'slug.taken' });
        const [row] = await queries.update(category).set(columns).where(eq(category.id, id)).returning();
        if (!row) return fail({ code: 'category.missing' });
        const articles = await queries.$count(article, eq(article.categoryId, id));
        return ok(toAdminCategory({ ...row, articles }));
      }),
    removeCategory: (id) =>
      change(async (queries) => {
        await lockUntilCommit(queries, 'blogWrites');
        const removed = await queries.delete(category).where(eq(category.id, id)).returning();
        return removed.length === 0 ? fail({ code: 'category.missing' }) : ok(null);
      }),

    async listTags() {
      const articles = query.$count(articleTag, eq(articleTag.tagId, tag.id));
      const rows = await query.select({ ...getTableColumns(tag), articles }).from(tag);
      return sortByName('en', rows, ({ names }) => names.en).map(toAdminTag);
    },
    createTag: (input) =>
      change(async (queries) => {
        const columns = tagColumns(input);
        if (await isSlugTaken(queries, tag, columns.slug)) return fail({ code: 'slug.taken' });
        const values = { ...columns, createdAt: new Date(now()) };
        const row = firstRow(await queries.insert(tag).values(values).returning());
        return ok(toAdminTag({ ...row, articles: 0 }));
      }),
    changeTag: (id, input) =>
      change(async (queries) => {
        const columns = tagColumns(input);
        if (await isSlugTaken(queries, tag, columns.slug, id)) return fail({ code: 'slug.taken' });
        const [row] = await queries.update(tag).set(columns).where(eq(tag.id, id)).returning();
        if (!row) return fail({ code: 'tag.missing' });
        const articles = await queries.$count(articleTag, eq(articleTag.tagId, id));
        return ok(toAdminTag({ ...row, articles }));
      }),
    removeTag: (id) =>
      change(async (queries) => {
        await lockUntilCommit(queries, 'blogWrites');
        const removed = await queries.delete(tag).where(eq(tag.id, id)).returning();
        return removed.length === 0 ? fail({ code: 'tag.missing' }) : ok(null);
      }),
  };
}

function tagColumns({ names, slug }: TagInput) {
  const normalized = normalizeTexts(names);
  const en = normalized.en ?? '';
  return {
    names: { ...normalized, en },
    slug: normalizeSlug(slug) || unicodeSlug('en', en) || 'unnamed',
  };
}

function categoryColumns(input: CategoryInput) {
  const texts = mapNames(categoryTextColumns, (column) => normalizeTexts(input[column]));
  return { ...tagColumns(input), ...texts, color: input.color.toLowerCase() };
}

function normalizeTexts(texts: Partial<Record<Locale, string>>): Partial<Record<Locale, string>> {
  const lines = locales.map((locale) => [locale, normalizeLine(texts[locale] ?? '')]);
  return Object.fromEntries(lines.filter(([, line]) => line !== ''));
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

function toAdminTag(row: typeof tag.$inferSelect & { articles: number }): AdminTag {
  const { id, slug, names, articles } = row;
  return { id, slug, names, articles };
}

function toAdminCategory(row: typeof category.$inferSelect & { articles: number }): AdminCategory {
  const { id, slug, names, color, articles } = row;
  return { id, slug, names, ...pick(row, categoryTextColumns), color, articles };
}

function firstRow<T>([row]: T[]): T {
  if (row === undefined) throw new Error('insert returned no row');
  return row;
}

export type NewCategory = Pick<
  typeof category.$inferInsert,
  'slug' | 'color' | 'names' | (typeof categoryTextColumns)[number]
>;

export interface NewTag {
  slug: string;
  names: LocalizedText;
}

/** Returns the id. Never changes an existing category. */
export async function ensureCategory(
  { database, now, emitChange }: TaxonomyDeps,
  columns: NewCategory,
): Promise<string> {
  const { slug, color } = columns;
  if (!/^#[0-9a-f]{6}$/i.test(color)) throw new Error(`invalid color: ${color}`);
  const [inserted] = await database.query
    .insert(category)
    .values({ ...columns, createdAt: new Date(now()) })
    .onConflictDoNothing({ target: category.slug })
    .returning({ id: category.id });
  if (inserted) await emitChange(changeOfAllLists);
  return inserted?.id ?? findIdBySlug(database.query, category, slug);
}

export async function ensureTag(
  { database, now, emitChange }: TaxonomyDeps,
  { slug, names }: NewTag,
): Promise<string> {
  const [inserted] = await database.query
    .insert(tag)
    .values({ slug, names, createdAt: new Date(now()) })
    .onConflictDoNothing({ target: tag.slug })
    .returning({ id: tag.id });
  if (inserted) await emitChange(changeOfAllLists);
  return inserted?.id ?? findIdBySlug(database.query, tag, slug);
}

async function findIdBySlug(queries: Queries, table: typeof category | typeof tag, slug: string) {
  const [existing] = await queries.select({ id: table.id }).from(table).where(eq(table.slug, slug));
  if (!existing) throw new Error(`category or tag ${slug} was deleted concurrently`);
  return existing.id;
}
