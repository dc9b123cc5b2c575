import { createHash } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { translationAssessment, translationBlock } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { BlockAssessment, BlockDoubt } from '../assessment-contract.ts';

/** `hash`: of the source. `text`: block text of the translation. */
export interface TranslatedText {
  hash: string;
  text: string;
}

interface LocalePair {
  from: Locale;
  to: Locale;
}

export interface AssessmentLookup<A extends BlockAssessment = BlockAssessment> {
  /** Of exactly this text as a translation of this source. */
  get(block: TranslatedText): A | undefined;
}

interface StoredAssessment extends BlockAssessment {
  updatedAt: Date;
}

const batchSize = 500;

/** A text that a person wrote or accepted for another post is accepted too. */
export async function readAssessments(
  queries: Queries,
  blocks: readonly TranslatedText[],
  locales: LocalePair,
): Promise<AssessmentLookup<StoredAssessment>> {
  const found = new Map<string, StoredAssessment>();
  const hashes = [...new Set(blocks.map(({ hash }) => hash))];
  for (let first = 0; first < hashes.length; first += batchSize) {
    const batch = hashes.slice(first, first + batchSize);
    const rows = await queries
      .select()
      .from(translationAssessment)
      .where(and(inArray(translationAssessment.hash, batch), isOf(locales)));
    for (const row of rows) found.set(toKey(row.hash, row.textDigest), toAssessment(row));
    const byPeople = await queries
      .select()
      .from(translationBlock)
      .where(
        and(
          inArray(translationBlock.hash, batch),
          eq(translationBlock.fromLocale, locales.from),
          eq(translationBlock.locale, locales.to),
          eq(translationBlock.origin, 'human'),
        ),
      );
    for (const { hash, text, updatedAt } of byPeople) {
      const key = toKey(hash, digestText(text));
      const unread = { score: null, doubts: [], proposal: null, model: null, updatedAt };
      found.set(key, { ...unread, ...found.get(key), isAccepted: true });
    }
  }
  return { get: ({ hash, text }) => found.get(toKey(hash, digestText(text))) };
}

/** Of equal blocks, the last assessment wins. What a person accepted stays accepted. */
export async function saveAssessments(
  queries: Queries,
  blocks: readonly (TranslatedText & { assessment: Omit<BlockAssessment, 'isAccepted'> })[],
  { from, to }: LocalePair,
  updatedAt: Date,
): Promise<void> {
  const rows = blocks.map(({ hash, text, assessment: { score, doubts, proposal, model } }) => ({
    hash,
    fromLocale: from,
    locale: to,
    textDigest: digestText(text),
    score,
    doubts: doubts.map((doubt) => ({ ...doubt })),
    proposal,
    model,
    updatedAt,
  }));
  // An upsert may touch a row only once. Sorting prevents deadlocks between nodes.
  const unique = [...new Map(rows.map((row) => [toKey(row.hash, row.textDigest), row]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row);
  for (let first = 0; first < unique.length; first += batchSize) {
    await queries
      .insert(translationAssessment)
      .values(unique.slice(first, first + batchSize))
      .onConflictDoUpdate({
        target: key,
        set: {
          score: sql`excluded.score`,
          doubts: sql`excluded.doubts`,
          proposal: sql`excluded.proposal`,
          model: sql`excluded.model`,
          updatedAt,
        },
        // A run whose model didn't answer leaves what another one has read.
        setWhere: sql`excluded.model is not null or ${translationAssessment.model} is null`,
      });
  }
}

export async function acceptAssessments(
  queries: Queries,
  blocks: readonly TranslatedText[],
  locales: LocalePair,
  acceptedAt: Date,
): Promise<void> {
  for (const { hash, text } of blocks) {
    const isText = eq(translationAssessment.textDigest, digestText(text));
    await queries
      .update(translationAssessment)
      .set({ acceptedAt })
      .where(and(eq(translationAssessment.hash, hash), isText, isOf(locales)));
  }
}

/**
 * Under the hash after a correction of the source too, without the places in it. Nobody has accepted the text as a
 * translation of the new one.
 */
export async function copyAssessments(
  queries: Queries,
  hashes: readonly { before: string; after: string }[],
  locales: LocalePair,
  updatedAt: Date,
): Promise<void> {
  const before = hashes.map((hash) => hash.before);
  const rows = await queries
    .select()
    .from(translationAssessment)
    .where(and(inArray(translationAssessment.hash, before), isOf(locales)));
  const afterByHash = new Map(hashes.map((hash) => [hash.before, hash.after]));
  const copies = rows.map((row) => ({
    ...row,
    hash: afterByHash.get(row.hash) ?? row.hash,
    doubts: row.doubts.map((doubt) => ({ ...doubt, source: null })),
    acceptedAt: null,
    updatedAt,
  }));
  if (copies.length === 0) return;
  await queries
    .insert(translationAssessment)
    .values(copies.sort((a, b) => (toKey(a.hash, a.textDigest) < toKey(b.hash, b.textDigest) ? -1 : 1)))
    .onConflictDoNothing();
}

const key = [
  translationAssessment.hash,
  translationAssessment.fromLocale,
  translationAssessment.locale,
  translationAssessment.textDigest,
];

function isOf({ from, to }: LocalePair) {
  return and(eq(translationAssessment.fromLocale, from), eq(translationAssessment.locale, to));
}

function toAssessment(row: typeof translationAssessment.$inferSelect): StoredAssessment {
  const { score, proposal, model, acceptedAt, updatedAt } = row;
  const doubts = row.doubts as unknown as BlockDoubt[];
  return { score, doubts, proposal, model, isAccepted: acceptedAt !== null, updatedAt };
}

const toKey = (hash: string, textDigest: string) => `${hash}/${textDigest}`;

export function digestText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
