import type { Queries } from '#database/connect.ts';
import { category } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Category } from './contract.ts';
import { sortByName, toCategory } from './localized-names.ts';

export async function listCategories(queries: Queries, locale: Locale): Promise<Category[]> {
  const rows = await queries.select().from(category);
  return sortByName(
    locale,
    rows.map((row) => toCategory(row, locale)),
  );
}
