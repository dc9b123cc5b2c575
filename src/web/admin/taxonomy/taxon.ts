import type { AdminCategory, AdminTag, CategoryInput } from '#blog/taxonomy-contract.ts';
import type { Locale } from '#i18n/locales.ts';

export type Taxon = AdminCategory | AdminTag;

export type TaxonKind = 'categories' | 'tags';

/** For a tag, only the names and the slug are used. */
export type TaxonInput = CategoryInput;

export function getTaxonName(taxon: Taxon, locale: Locale): string {
  return taxon.names[locale] || taxon.names.en || taxon.slug;
}

export function sortTaxa<S extends Taxon>(taxa: readonly S[], locale: Locale): S[] {
  const { compare } = new Intl.Collator(locale);
  return taxa.toSorted((a, b) => compare(getTaxonName(a, locale), getTaxonName(b, locale)));
}
