import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { translationBlock } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';

interface MemoryKey {
  from: Locale;
  to: Locale;
  cacheKey: (hash: string) => string;
}

interface MemoryEntry {
  text: string;
  origin: 'machine' | 'human';
}

const batchSize = 500;

/** By block hash. Human translations match any cache key. */
export async function readTranslationMemory(
  queries: Queries,
  hashes: readonly string[],
  { from, to, cacheKey }: MemoryKey,
): Promise<Map<string, MemoryEntry>> {
  const uniqueHashes = [...new Set(hashes)];
  const entries = new Map<string, MemoryEntry>();
  for (let first = 0; first < uniqueHashes.length; first += batchSize) {
    const rows = await queries
      .select()
      .from(translationBlock)
      .where(
        and(
          inArray(translationBlock.hash, uniqueHashes.slice(first, first + batchSize)),
          eq(translationBlock.fromLocale, from),
          eq(translationBlock.locale, to),
        ),
      );
    for (const { hash, text, origin, recipe: storedKey } of rows)
      if (origin === 'human' || storedKey === cacheKey(hash)) entries.set(hash, { text, origin });
  }
  return entries;
}

/** Never replaces human translations. Of equal hashes, the last text wins. */
export async function saveToTranslationMemory(
  queries: Queries,
  blocks: readonly { hash: string; text: string }[],
  origin: MemoryEntry['origin'],
  { from, to, cacheKey }: MemoryKey,
  now: Date,
): Promise<void> {
  // An upsert may touch a row only once. Sorting prevents deadlocks between nodes.
  const texts = [...new Map(blocks.map(({ hash, text }) => [hash, text]))];
  const rows = texts
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([hash, text]) => ({
      hash,
      fromLocale: from,
      locale: to,
      recipe: cacheKey(hash),
      text,
      origin,
      updatedAt: now,
    }));
  for (let first = 0; first < rows.length; first += batchSize) {
    await queries
      .insert(translationBlock)
      .values(rows.slice(first, first + batchSize))
      .onConflictDoUpdate({
        target: [translationBlock.hash, translationBlock.fromLocale, translationBlock.locale],
        set: { text: sql`excluded.text`, recipe: sql`excluded.recipe`, origin, updatedAt: now },
        ...(origin === 'machine' && { setWhere: sql`${translationBlock.origin} = 'machine'` }),
      });
  }
}

export async function deleteFromTranslationMemory(
  queries: Queries,
  hashes: readonly string[],
  { from, to }: Pick<MemoryKey, 'from' | 'to'>,
): Promise<void> {
  if (hashes.length === 0) return;
  await queries
    .delete(translationBlock)
    .where(
      and(
        inArray(translationBlock.hash, [...hashes]),
        eq(translationBlock.fromLocale, from),
        eq(translationBlock.locale, to),
        eq(translationBlock.origin, 'machine'),
      ),
    );
}
