import type { Queries } from '#database/connect.ts';
import { tag } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Tag } from './contract.ts';
import { sortByName, toTag } from './localized-names.ts';

export async function listTags(queries: Queries, locale: Locale): Promise<Tag[]> {
  const rows = await queries.select().from(tag);
  return sortByName(
    locale,
    rows.map((row) => toTag(row, locale)),
  );
}
