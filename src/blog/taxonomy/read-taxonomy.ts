import type { Queries } from '#database/database.ts';
import { category, type LocalizedText, tag } from '#database/schema.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import type { Category, Tag } from '../contract.ts';

const collators = new Map<Locale, Intl.Collator>();

export function toCategory(row: typeof category.$inferSelect, locale: Locale): Category {
  return {
    id: row.id,
    name: getLocalizedName(locale, row.names),
    slug: row.slug,
    color: row.color,
    description: row.descriptions[locale] ?? row.descriptions.en ?? null,
    created_at: row.createdAt.toISOString(),
  };
}

export function toTag(row: typeof tag.$inferSelect, locale: Locale): Tag {
  return {
    id: row.id,
    name: getLocalizedName(locale, row.names),
    slug: row.slug,
    created_at: row.createdAt.toISOString(),
  };
}

/** Sorts here because the databases sort by bytes or by the machine's locale. */
export function sortByName<T extends { name: string; slug: string }>(locale: Locale, entries: T[]): T[] {
  const collator = collators.get(locale) ?? new Intl.Collator(localeTags[locale], { numeric: true });
  collators.set(locale, collator);
  return entries.toSorted((a, b) => collator.compare(a.name, b.name) || (a.slug < b.slug ? -1 : 1));
}

function getLocalizedName(locale: Locale, names: LocalizedText): string {
  return names[locale] || names.en;
}

export async function listCategories(queries: Queries, locale: Locale): Promise<Category[]> {
  const rows = await queries.select().from(category);
  return sortByName(
    locale,
    rows.map((row) => toCategory(row, locale)),
  );
}

export async function listTags(queries: Queries, locale: Locale): Promise<Tag[]> {
  const rows = await queries.select().from(tag);
  return sortByName(
    locale,
    rows.map((row) => toTag(row, locale)),
  );
}
