import { and, count, eq, ne, sql } from 'drizzle-orm';
import type { BlogChange } from '#blog/contract.ts';
import type { Database, Queries } from '#database/connect.ts';
import { article, articleTag, category, tag } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { CategoryInput, DeskCategory, DeskError, DeskTag, Shelves, TagInput } from './contract.ts';

export interface ShelvesOptions {
  database: Pick<Database, 'query' | 'transaction'>;
  now(): number;
  announce(change: BlogChange): Promise<void> | void;
  /** As a person gave it, fit for an address; empty where nothing of it is. */
  normaliseSlug(given: string): string;
  slugFromName(locale: Locale, name: string): string;
  /** One line without what HTML and the database refuse. */
  soundLine(text: string): string;
}

type Row<T extends { $inferSelect: unknown }> = T['$inferSelect'];

/** Any fixed number: who changes categories or tags waits for the others, so that a slug is one's alone. */
const shelvesLock = 7_260_117;

/** Categories and tags, as the administration keeps them. */
export function createShelves(options: ShelvesOptions): Shelves {
  const { query } = options.database;

  /** Every list of every language offers them in its filters. */
  async function change<T>(
    run: (queries: Queries) => Promise<Result<T, DeskError>>,
  ): Promise<Result<T, DeskError>> {
    const changed = await options.database.transaction(async (queries) => {
      await queries.execute(sql`select pg_advisory_xact_lock(${shelvesLock}::bigint)`);
      return run(queries);
    });
    if (changed.ok) await options.announce({ articleId: null, locales: [...locales] });
    return changed;
  }

  return {
    async listCategories() {
      const rows = await query.select().from(category);
      const articles = await articlesByCategory(query);
      return byEnglishName(rows.map((row) => categoryOf(row, articles.get(row.id))));
    },
    createCategory: (input) =>
      change(async (queries) => {
        const columns = categoryColumns(input, options);
        if (await isTaken(queries, category, columns.slug)) return fail({ code: 'slug.taken' });
        const values = { ...columns, createdAt: new Date(options.now()) };
        return ok(categoryOf(only(await queries.insert(category).values(values).returning())));
      }),
    changeCategory: (id, input) =>
      change(async (queries) => {
        const columns = categoryColumns(input, options);
        if (await isTaken(queries, category, columns.slug, id)) return fail({ code: 'slug.taken' });
        const changed = queries.update(category).set(columns).where(eq(category.id, id));
        const [row] = await changed.returning();
        if (!row) return fail({ code: 'category.missing' });
        return ok(categoryOf(row, (await articlesByCategory(queries)).get(id)));
      }),
    removeCategory: (id) =>
      change(async (queries) => {
        const removed = await queries.delete(category).where(eq(category.id, id)).returning();
        return removed.length === 0 ? fail({ code: 'category.missing' }) : ok(null);
      }),

    async listTags() {
      const rows = await query.select().from(tag);
      const articles = await articlesByTag(query);
      return byEnglishName(rows.map((row) => tagOf(row, articles.get(row.id))));
    },
    createTag: (input) =>
      change(async (queries) => {
        const columns = tagColumns(input, options);
        if (await isTaken(queries, tag, columns.slug)) return fail({ code: 'slug.taken' });
        const values = { ...columns, createdAt: new Date(options.now()) };
        return ok(tagOf(only(await queries.insert(tag).values(values).returning())));
      }),
    changeTag: (id, input) =>
      change(async (queries) => {
        const columns = tagColumns(input, options);
        if (await isTaken(queries, tag, columns.slug, id)) return fail({ code: 'slug.taken' });
        const [row] = await queries.update(tag).set(columns).where(eq(tag.id, id)).returning();
        return row ? ok(tagOf(row, (await articlesByTag(queries)).get(id))) : fail({ code: 'tag.missing' });
      }),
    removeTag: (id) =>
      change(async (queries) => {
        const removed = await queries.delete(tag).where(eq(tag.id, id)).returning();
        return removed.length === 0 ? fail({ code: 'tag.missing' }) : ok(null);
      }),
  };
}

function tagColumns({ names, slug }: TagInput, options: ShelvesOptions) {
  const sound = soundTexts(names, options);
  const en = sound.en ?? '';
  return { names: { ...sound, en }, slug: slugOf(slug, en, options) };
}

function categoryColumns(input: CategoryInput, options: ShelvesOptions) {
  const descriptions = soundTexts(input.descriptions, options);
  return { ...tagColumns(input, options), descriptions, color: input.color.toLowerCase() };
}

/** A language without a text is left out. */
function soundTexts(texts: Partial<Record<Locale, string>>, { soundLine }: ShelvesOptions) {
  const sound: Partial<Record<Locale, string>> = {};
  for (const locale of locales) {
    const line = soundLine(texts[locale] ?? '');
    if (line !== '') sound[locale] = line;
  }
  return sound;
}

function slugOf(given: string, name: string, { normaliseSlug, slugFromName }: ShelvesOptions): string {
  return normaliseSlug(given) || slugFromName('en', name) || 'unnamed';
}

async function isTaken(
  queries: Queries,
  table: typeof category | typeof tag,
  slug: string,
  ownId?: string,
): Promise<boolean> {
  const others = ownId === undefined ? undefined : ne(table.id, ownId);
  return (await queries.$count(table, and(eq(table.slug, slug), others))) > 0;
}

async function articlesByCategory(queries: Queries): Promise<Map<string, number>> {
  const rows = await queries
    .select({ id: article.categoryId, articles: count() })
    .from(article)
    .groupBy(article.categoryId);
  return new Map(rows.map(({ id, articles }) => [id ?? '', articles]));
}

async function articlesByTag(queries: Queries): Promise<Map<string, number>> {
  const rows = await queries
    .select({ id: articleTag.tagId, articles: count() })
    .from(articleTag)
    .groupBy(articleTag.tagId);
  return new Map(rows.map(({ id, articles }) => [id, articles]));
}

function tagOf({ id, slug, names }: Row<typeof tag>, articles = 0): DeskTag {
  return { id, slug, names, articles };
}

function categoryOf(row: Row<typeof category>, articles = 0): DeskCategory {
  const { id, slug, names, descriptions, color } = row;
  return { id, slug, names, descriptions, color, articles };
}

const collator = new Intl.Collator('en', { numeric: true });

function byEnglishName<T extends { names: { en?: string }; slug: string }>(entries: T[]): T[] {
  return entries.toSorted(
    (a, b) => collator.compare(a.names.en ?? '', b.names.en ?? '') || (a.slug < b.slug ? -1 : 1),
  );
}

function only<T>([row]: T[]): T {
  if (row === undefined) throw new Error('an inserted row was not given back');
  return row;
}
