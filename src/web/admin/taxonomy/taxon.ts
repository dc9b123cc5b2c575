import type { AdminCategory, AdminTag, CategoryInput, TagInput } from '#blog/taxonomy-contract.ts';
import type { Locale } from '#i18n/locales.ts';

export type Taxon = AdminCategory | AdminTag;

export type TaxonKind = 'categories' | 'tags';

export type TaxonInput = CategoryInput | TagInput;

export function getTaxonName(taxon: Taxon, locale: Locale): string {
  return taxon.names[locale] || taxon.names.en || taxon.slug;
}

export function sortTaxa(taxa: readonly Taxon[], locale: Locale): Taxon[] {
  const { compare } = new Intl.Collator(locale);
  return taxa.toSorted((a, b) => compare(getTaxonName(a, locale), getTaxonName(b, locale)));
}
