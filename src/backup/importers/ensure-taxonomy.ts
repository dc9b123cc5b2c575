import { normalizeSlug } from '#blog/slug.ts';
import { normalizeLine } from '#platform/normalize-text.ts';
import type { TaxonomyIds } from '../content/import-article.ts';
import type { ImportDeps } from '../content/import-content.ts';
import { decodeUrlPart } from './foreign-fields.ts';
import type { ForeignSite } from './foreign-site.ts';

const colors = ['#c2410c', '#0369a1', '#4d7c0f', '#7e22ce', '#be123c', '#0f766e', '#a16207', '#4338ca'];

/** Creates all categories and tags of the other site. Existing ones with the same slug are used. */
export async function ensureTaxonomy(
  writer: Pick<ImportDeps['writer'], 'ensureCategory' | 'ensureTag'>,
  { categories, tags }: Pick<ForeignSite, 'categories' | 'tags'>,
): Promise<TaxonomyIds> {
  const ids: TaxonomyIds = { categories: new Map(), tags: new Map() };
  for (const [index, { slug, name, description }] of categories.entries()) {
    const normalized = normalizeTaxon(slug, name);
    if (!normalized) continue;
    const text = normalizeLine(description.slice(0, 50_000).replace(/<[^<>]*>/g, ' ')).slice(0, 2000);
    const input = {
      ...normalized,
      color: colors[index % colors.length] ?? '#0369a1',
      descriptions: text === '' ? {} : { en: text },
    };
    ids.categories.set(normalized.slug, await writer.ensureCategory(input));
  }
  for (const { slug, name } of tags) {
    const normalized = normalizeTaxon(slug, name);
    if (normalized) ids.tags.set(normalized.slug, await writer.ensureTag(normalized));
  }
  return ids;
}

function normalizeTaxon(slug: string, name: string) {
  const normalizedName = normalizeLine(name).slice(0, 300);
  const normalizedSlug = toTaxonSlug(slug) || normalizeSlug(normalizedName);
  return normalizedSlug === ''
    ? null
    : { slug: normalizedSlug, names: { en: normalizedName || normalizedSlug } };
}

/** WordPress encodes slugs of other scripts. */
export function toTaxonSlug(slug: string): string {
  return normalizeSlug(decodeUrlPart(slug));
}
