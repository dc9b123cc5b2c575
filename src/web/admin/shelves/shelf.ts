import type { CategoryInput, DeskCategory, DeskTag } from '#desk/contract.ts';
import type { Locale } from '#i18n/locales.ts';

/** A category or a tag. */
export type Shelf = DeskCategory | DeskTag;

export type ShelfKind = 'categories' | 'tags';

/** What a form of either gives; a tag has no more than names and a slug. */
export type ShelfInput = CategoryInput;

export function nameOf(shelf: Shelf, locale: Locale): string {
  return shelf.names[locale] || shelf.names.en || shelf.slug;
}

/** By name, as the language sorts. */
export function sortShelves<S extends Shelf>(shelves: readonly S[], locale: Locale): S[] {
  const { compare } = new Intl.Collator(locale);
  return shelves.toSorted((a, b) => compare(nameOf(a, locale), nameOf(b, locale)));
}
