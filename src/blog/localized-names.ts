import type { category, LocalizedText, tag } from '#database/schema.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import type { Category, Tag } from './contract.ts';

const collators = new Map<Locale, Intl.Collator>();

export function categoryFromRow(row: typeof category.$inferSelect, locale: Locale): Category {
  return {
    id: row.id,
    name: nameIn(locale, row.names),
    slug: row.slug,
    color: row.color,
    description: row.descriptions[locale] ?? row.descriptions.en ?? null,
    created_at: row.createdAt.toISOString(),
  };
}

export function tagFromRow(row: typeof tag.$inferSelect, locale: Locale): Tag {
  return {
    id: row.id,
    name: nameIn(locale, row.names),
    slug: row.slug,
    created_at: row.createdAt.toISOString(),
  };
}

/** As the language sorts; the databases sort by bytes or by the machine's language. */
export function byName<T extends { name: string; slug: string }>(locale: Locale, entries: T[]): T[] {
  const collator = collators.get(locale) ?? new Intl.Collator(localeTags[locale], { numeric: true });
  collators.set(locale, collator);
  return entries.toSorted((a, b) => collator.compare(a.name, b.name) || (a.slug < b.slug ? -1 : 1));
}

function nameIn(locale: Locale, names: LocalizedText): string {
  return names[locale] || names.en;
}
