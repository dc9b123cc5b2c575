import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { hasSameTags } from '#ai/block-text-contract.ts';
import type { TranslationFields } from '#blog/editing-contract.ts';
import type { Queries } from '#database/database.ts';
import { blockSuggestion, translationBlock, translationWritten } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { readAssessments } from '../assessment/assessment-queries.ts';
import { isHeld } from '../assessment/score-language.ts';
import type { ScorePolicy } from '../assessment-contract.ts';
import type { TranslationBlock } from './block.ts';
import { type BlockCheckOptions, checkBlock } from './check-block.ts';

export interface MemoryKey {
  from: Locale;
  to: Locale;
  /** Leaves out machine translations that the owner's policy holds, unless they were read since. Missing: has all. */
  omitHeld?: { policy: ScorePolicy; since: Date | null };
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
  { from, to, cacheKey, omitHeld }: MemoryKey,
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
  if (omitHeld) await deleteHeld(queries, entries, { from, to }, omitHeld);
  return entries;
}

async function deleteHeld(
  queries: Queries,
  entries: Map<string, MemoryEntry>,
  locales: Pick<MemoryKey, 'from' | 'to'>,
  { policy, since }: NonNullable<MemoryKey['omitHeld']>,
): Promise<void> {
  const blocks = [...entries].flatMap(([hash, { text, origin }]) =>
    origin === 'machine' ? [{ hash, text }] : [],
  );
  const assessments = await readAssessments(queries, blocks, locales);
  for (const block of blocks) {
    const assessment = assessments.get(block);
    const isOlder = assessment && (since === null || assessment.updatedAt < since);
    // What the model has not read is read, not translated again.
    if (isOlder && isHeld(assessment, { ...policy, requiresModel: false })) entries.delete(block.hash);
  }
}

/** By block id: remembered translations that pass the checks. A person's text only needs the same tags. */
export async function findUsableTranslations(
  queries: Queries,
  blocks: readonly TranslationBlock[],
  key: MemoryKey,
  check: BlockCheckOptions,
): Promise<Map<string, MemoryEntry>> {
  const hashes = blocks.map(({ hash }) => hash);
  const memory = await readTranslationMemory(queries, hashes, key);
  const usable = new Map<string, MemoryEntry>();
  for (const block of blocks) {
    const entry = memory.get(block.hash);
    if (!entry) continue;
    const { text, origin } = entry;
    const isUsable =
      origin === 'human' ? hasSameTags(text, block.text) : checkBlock(block, text, check) === null;
    if (isUsable) usable.set(block.id, entry);
  }
  return usable;
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

/** Under the hash after a correction too, unless that one is known. Nobody has read it as a translation of the new text. */
export async function copyInTranslationMemory(
  queries: Queries,
  hashes: readonly { before: string; after: string }[],
  { from, to }: Pick<MemoryKey, 'from' | 'to'>,
  updatedAt: Date,
): Promise<void> {
  const before = hashes.map((hash) => hash.before);
  const rows = await queries
    .select()
    .from(translationBlock)
    .where(
      and(
        inArray(translationBlock.hash, before),
        eq(translationBlock.fromLocale, from),
        eq(translationBlock.locale, to),
      ),
    );
  const rowByHash = new Map(rows.map((row) => [row.hash, row]));
  const copies = [...new Map(hashes.map((hash) => [hash.after, rowByHash.get(hash.before)]))].flatMap(
    ([hash, row]) => (row ? [{ ...row, hash, origin: 'machine' as const, updatedAt }] : []),
  );
  if (copies.length === 0) return;
  await queries
    .insert(translationBlock)
    .values(copies.sort((a, b) => (a.hash < b.hash ? -1 : 1)))
    .onConflictDoNothing();
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

/** `hash` and tag numbers are those of the source block. */
export interface OutputBlock {
  id: string;
  hash: string;
  text: string;
  /** Set for a human text: the hash of the source it was written for. */
  human_for?: string;
  as_source?: true;
}

/** A field that a person edited has the value of the previous run. */
export interface TranslationOutput {
  fields: TranslationFields;
  blocks: OutputBlock[];
}

/** A block that keeps the source text. `source` has tags, `text` has none. */
export type ReviewBlock = { hash: string; text: string; source: string };

/** `version` is that of the post the run wrote. */
type StoredOutput = TranslationOutput & { review: ReviewBlock[]; version: number };

/** `isLocked`: others can't change it before the end of the transaction. */
export async function readTranslationOutput(
  queries: Queries,
  postId: string,
  { isLocked = false } = {},
): Promise<StoredOutput | null> {
  const found = queries.select().from(translationWritten).where(eq(translationWritten.postId, postId));
  const [row] = await (isLocked ? found.for('update') : found);
  if (!row) return null;
  const { blocks, review, version } = row;
  return { fields: row.fields as unknown as TranslationFields, blocks, review, version };
}

/** After the post is saved, or its working copy: then `published` has what describes the post's own text. */
export async function saveTranslationOutput(
  queries: Queries,
  postId: string,
  { version, fields, blocks, review }: StoredOutput,
): Promise<void> {
  const row = { version, fields: { ...fields }, blocks, review };
  const names = sql.join(
    Object.keys(fields).map((name) => sql`${name}`),
    sql`, `,
  );
  const isInWorkingCopy = sql`exists (
    select from working_copy where post_id = ${postId} and jsonb_exists_any(fields, array[${names}]::text[]))`;
  const publicText = sql`(select text_digest from post where id = ${postId})`;
  const published = sql`case
    when not ${isInWorkingCopy} then null
    when translation_written.published ->> 'text_digest' = ${publicText} then translation_written.published
    else to_jsonb(translation_written) - 'published' || jsonb_build_object('text_digest', ${publicText}) end`;
  const noRow = sql`case when ${isInWorkingCopy} then jsonb_build_object('text_digest', ${publicText}) end`;
  await queries
    .insert(translationWritten)
    .values({ postId, ...row, published: noRow })
    .onConflictDoUpdate({ target: translationWritten.postId, set: { ...row, published } });
}

/** Changes nothing if a run has rewritten the post since `version`. */
export async function updateTranslationOutput(
  queries: Queries,
  postId: string,
  version: number,
  { fields, ...change }: Partial<Omit<StoredOutput, 'version'>>,
): Promise<void> {
  await queries
    .update(translationWritten)
    .set({ ...change, ...(fields && { fields: { ...fields } }) })
    .where(and(eq(translationWritten.postId, postId), eq(translationWritten.version, version)));
}

export type BlockSuggestionRow = typeof blockSuggestion.$inferSelect;
export type NewBlockSuggestion = Omit<BlockSuggestionRow, 'postId' | 'state' | 'updatedAt'>;

/** By the hash of the source block. */
export async function readBlockSuggestions(
  queries: Queries,
  postId: string,
): Promise<Map<string, BlockSuggestionRow>> {
  const rows = await queries.select().from(blockSuggestion).where(eq(blockSuggestion.postId, postId));
  return new Map(rows.map((row) => [row.hash, row]));
}

/** Deletes other open suggestions, except those of `retainedHashes`. */
export async function saveBlockSuggestions(
  queries: Queries,
  postId: string,
  suggestions: readonly NewBlockSuggestion[],
  retainedHashes: readonly string[],
  now: Date,
): Promise<void> {
  const isOpen = and(eq(blockSuggestion.postId, postId), eq(blockSuggestion.state, 'open'));
  const isGone =
    retainedHashes.length > 0 ? notInArray(blockSuggestion.hash, [...retainedHashes]) : undefined;
  await queries.delete(blockSuggestion).where(and(isOpen, isGone));
  for (const suggestion of suggestions) {
    const row = { ...suggestion, state: 'open' as const, updatedAt: now };
    await queries
      .insert(blockSuggestion)
      .values({ postId, ...row })
      .onConflictDoUpdate({ target: [blockSuggestion.postId, blockSuggestion.hash], set: row });
  }
}

/** To the hash and text of its source after a change, unless that has a suggestion. */
export async function moveBlockSuggestion(
  queries: Queries,
  postId: string,
  before: string,
  { hash, text: source }: Pick<TranslationBlock, 'hash' | 'text'>,
): Promise<void> {
  const isOf = (blockHash: string) =>
    and(eq(blockSuggestion.postId, postId), eq(blockSuggestion.hash, blockHash));
  if ((await queries.$count(blockSuggestion, isOf(hash))) > 0) return;
  await queries.update(blockSuggestion).set({ hash, source }).where(isOf(before));
}

export async function resolveBlockSuggestion(
  queries: Queries,
  { postId, hash, state, now }: { postId: string; hash: string; state: 'kept' | 'taken'; now: Date },
): Promise<void> {
  await queries
    .update(blockSuggestion)
    .set({ state, updatedAt: now })
    .where(and(eq(blockSuggestion.postId, postId), eq(blockSuggestion.hash, hash)));
}
