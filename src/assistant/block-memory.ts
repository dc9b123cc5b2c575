import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { translationBlock } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';

/** What a block's translation belongs to besides its words. `recipe`: `Recipe.idOf`, for a block's hash. */
export interface MemoryPlace {
  from: Locale;
  to: Locale;
  recipe: (hash: string) => string;
}

export interface KnownBlock {
  text: string;
  origin: 'machine' | 'human';
}

/** Most hashes of one question. */
const atOnce = 500;

/** Translations that need not be asked for, by the hash of their block: this recipe's, and a person's always. */
export async function recallBlocks(
  queries: Queries,
  hashes: readonly string[],
  { from, to, recipe }: MemoryPlace,
): Promise<Map<string, KnownBlock>> {
  const wanted = [...new Set(hashes)];
  const known = new Map<string, KnownBlock>();
  for (let first = 0; first < wanted.length; first += atOnce) {
    const rows = await queries
      .select()
      .from(translationBlock)
      .where(
        and(
          inArray(translationBlock.hash, wanted.slice(first, first + atOnce)),
          eq(translationBlock.fromLocale, from),
          eq(translationBlock.locale, to),
        ),
      );
    for (const { hash, text, origin, recipe: own } of rows)
      if (origin === 'human' || own === recipe(hash)) known.set(hash, { text, origin });
  }
  return known;
}

/** A machine's text never takes the place of a person's. Of blocks with the same hash the last one counts. */
export async function keepBlocks(
  queries: Queries,
  blocks: readonly { hash: string; text: string }[],
  origin: KnownBlock['origin'],
  { from, to, recipe }: MemoryPlace,
  now: Date,
): Promise<void> {
  // One statement may write a row once; and all in one order, or two nodes would wait for each other.
  const texts = [...new Map(blocks.map(({ hash, text }) => [hash, text]))];
  const rows = texts
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([hash, text]) => ({
      ...{ hash, fromLocale: from, locale: to, recipe: recipe(hash) },
      ...{ text, origin, updatedAt: now },
    }));
  for (let first = 0; first < rows.length; first += atOnce) {
    await queries
      .insert(translationBlock)
      .values(rows.slice(first, first + atOnce))
      .onConflictDoUpdate({
        target: [translationBlock.hash, translationBlock.fromLocale, translationBlock.locale],
        set: { text: sql`excluded.text`, recipe: sql`excluded.recipe`, origin, updatedAt: now },
        ...(origin === 'machine' && { setWhere: sql`${translationBlock.origin} = 'machine'` }),
      });
  }
}

/** What turned out not to be worth keeping; a person's words stay. */
export async function forgetBlocks(
  queries: Queries,
  hashes: readonly string[],
  { from, to }: Pick<MemoryPlace, 'from' | 'to'>,
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
