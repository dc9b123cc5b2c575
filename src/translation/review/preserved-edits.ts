import { eq } from 'drizzle-orm';
import type { TranslationFields } from '#blog/editing-contract.ts';
import type { Queries } from '#database/database.ts';
import { translationWritten } from '#database/schema.ts';
import { hasSameTags } from '../blocks/block.ts';
import { type PostBlocks, pickTranslationFields, splitPostText } from '../blocks/post-text.ts';
import { saveToTranslationMemory } from '../blocks/translation-memory.ts';
import type { RunDeps, TaskContext } from '../runs/deps.ts';
import { readBlockSuggestions } from './block-suggestions.ts';
import { findHumanEdits, type HumanEdit, type TranslationOutput } from './human-edits.ts';
import { matchEdits } from './match-edits.ts';

export interface PreservedEdits {
  /** Without the fields that a person wrote. */
  text: PostBlocks;
  editsByBlock: ReadonlyMap<string, HumanEdit>;
  /** HTML of edits whose tags no longer fit the source block. */
  htmlByBlock: ReadonlyMap<string, string>;
  fields: Partial<TranslationFields>;
  before: TranslationOutput | null;
}

/** A block that keeps the source text. `source` has tags, `text` has none. */
export type ReviewBlock = { hash: string; text: string; source: string };

/** null if the post counts as human-written. */
export async function findPreservedEdits(
  deps: RunDeps,
  { existing, run, source, to, text: sourceText, promptStyle }: TaskContext,
): Promise<PreservedEdits | null> {
  const { query } = deps.database;
  const noEdits: PreservedEdits = {
    text: sourceText,
    editsByBlock: new Map(),
    htmlByBlock: new Map(),
    fields: {},
    before: null,
  };
  if (!existing) return noEdits;
  const before = await readTranslationOutput(query, existing.id);
  if (!before) return existing.origin === 'machine' || existing.origin === 'untranslated' ? noEdits : null;
  const found = findHumanEdits(before, pickTranslationFields(existing.fields), to);
  if (found.kind === 'unmatched') return null;
  const memoryKey = { from: run.sourceLocale, to, cacheKey: () => promptStyle.cacheKey('') };
  const humanTexts = found.edits.flatMap(({ sourceHash: hash, text, isSource }) => {
    if (isSource) return [];
    const block = sourceText.blocks.find((candidate) => candidate.hash === hash);
    // With other tags than the source block, other posts cannot reuse the text.
    return !block || hasSameTags(text, block.text) ? [{ hash, text }] : [];
  });
  await saveToTranslationMemory(query, humanTexts, 'human', memoryKey, new Date(deps.now()));
  const { edits, fields } = moveOrphansToFields(
    { ...found, edits: found.edits.filter((edit) => !edit.isSource || hasBlock(sourceText, edit)) },
    before,
    sourceText,
    pickTranslationFields(existing.fields),
  );
  const text = splitPostText({ ...source, ...clearFields(fields) }, run.sourceLocale);
  const editsByBlock = matchEdits(before.blocks, text.blocks, edits);
  if (!editsByBlock) return null;
  const suggestions = await readBlockSuggestions(query, existing.id);
  const htmlByBlock = new Map<string, string>();
  for (const { id, hash, text: blockText } of text.blocks) {
    const edit = editsByBlock.get(id);
    if (!edit) continue;
    if (suggestions.get(hash)?.state === 'kept') editsByBlock.set(id, { ...edit, sourceHash: hash });
    if (hasSameTags(edit.text, blockText)) continue;
    // A field has no HTML to fall back on.
    if (edit.html === null) return null;
    htmlByBlock.set(id, edit.html);
  }
  return { text, editsByBlock, htmlByBlock, fields, before };
}

function hasBlock({ blocks }: PostBlocks, { sourceHash }: HumanEdit): boolean {
  return blocks.some(({ hash }) => hash === sourceHash);
}

function moveOrphansToFields(
  { edits, fields }: { edits: HumanEdit[]; fields: Partial<TranslationFields> },
  before: TranslationOutput,
  { blocks }: PostBlocks,
  current: TranslationFields,
): { edits: HumanEdit[]; fields: Partial<TranslationFields> } {
  const orphans = edits.filter(({ index }) => {
    const outputBlock = before.blocks[index];
    return outputBlock && outputBlock.id in current && !blocks.some(({ id }) => id === outputBlock.id);
  });
  const names = orphans.flatMap(({ index }) => before.blocks[index]?.id ?? []) as (keyof TranslationFields)[];
  return {
    edits: edits.filter((edit) => !orphans.includes(edit)),
    fields: { ...fields, ...Object.fromEntries(names.map((name) => [name, current[name]])) },
  };
}

function clearFields(fields: Partial<TranslationFields>): Partial<TranslationFields> {
  const names = Object.keys(fields);
  return Object.fromEntries(names.map((name) => [name, name === 'seo_keywords' ? [] : '']));
}

export async function readTranslationOutput(
  queries: Queries,
  postId: string,
): Promise<(TranslationOutput & { review: ReviewBlock[]; version: number }) | null> {
  const [row] = await queries.select().from(translationWritten).where(eq(translationWritten.postId, postId));
  if (!row) return null;
  const { blocks, review, version } = row;
  return { fields: row.fields as unknown as TranslationFields, blocks, review, version };
}

export async function saveTranslationOutput(
  queries: Queries,
  postId: string,
  version: number,
  { fields, blocks, review }: TranslationOutput & { review: readonly ReviewBlock[] },
): Promise<void> {
  const row = { version, fields: { ...fields }, blocks: [...blocks], review: [...review] };
  await queries
    .insert(translationWritten)
    .values({ postId, ...row })
    .onConflictDoUpdate({ target: translationWritten.postId, set: row });
}
