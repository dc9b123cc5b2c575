import { and, eq, notInArray } from 'drizzle-orm';
import type { TranslationFields } from '#blog/editing-contract.ts';
import type { Queries } from '#database/database.ts';
import { blockSuggestion, translationWritten } from '#database/schema.ts';

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

export async function readTranslationOutput(queries: Queries, postId: string): Promise<StoredOutput | null> {
  const [row] = await queries.select().from(translationWritten).where(eq(translationWritten.postId, postId));
  if (!row) return null;
  const { blocks, review, version } = row;
  return { fields: row.fields as unknown as TranslationFields, blocks, review, version };
}

export async function saveTranslationOutput(
  queries: Queries,
  postId: string,
  { version, fields, blocks, review }: StoredOutput,
): Promise<void> {
  const row = { version, fields: { ...fields }, blocks, review };
  await queries
    .insert(translationWritten)
    .values({ postId, ...row })
    .onConflictDoUpdate({ target: translationWritten.postId, set: row });
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

export async function resolveBlockSuggestion(
  queries: Queries,
  { postId, hash, state, now }: { postId: string; hash: string; state: 'kept' | 'taken'; now: Date },
): Promise<void> {
  await queries
    .update(blockSuggestion)
    .set({ state, updatedAt: now })
    .where(and(eq(blockSuggestion.postId, postId), eq(blockSuggestion.hash, hash)));
}
