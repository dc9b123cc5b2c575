import { hasSameTags, ignoreTagNumbers } from '#ai/block-text-contract.ts';
import type { TranslatablePost, TranslationFields } from '#blog/editing-contract.ts';
import type { Queries } from '#database/database.ts';
import type { Locale } from '#i18n/locales.ts';
import {
  type NewBlockSuggestion,
  readBlockSuggestions,
  readTranslationOutput,
  saveToTranslationMemory,
  type TranslationOutput,
} from '../blocks/block-queries.ts';
import {
  createBlockRenderer,
  isTooLongToTranslate,
  type PostBlocks,
  splitPostText,
} from '../blocks/post-text.ts';
import type { InternalLink } from '../internal-links.ts';
import type { RunDeps, TaskContext } from '../runs/run-queries.ts';
import { findHumanEdits, type HumanEdit, type HumanEdits, matchEdits } from './human-edits.ts';

export interface PreservedEdits {
  /** Without the fields that a person wrote. */
  text: PostBlocks;
  editsByBlock: ReadonlyMap<string, HumanEdit>;
  /** HTML of edits whose tags no longer fit the source block. */
  htmlByBlock: ReadonlyMap<string, string>;
  fields: Partial<TranslationFields>;
  before: TranslationOutput | null;
}

/** What runs wrote of a translation, and what people have changed since. null if it counts as human-written. */
export async function readWrittenTranslation(
  queries: Queries,
  { id, fields, locale, origin }: TranslatablePost,
): Promise<{ before: TranslationOutput | null; found: HumanEdits } | null> {
  const before = await readTranslationOutput(queries, id);
  const isMachineMade = origin === 'machine' || origin === 'untranslated';
  if (!before) return isMachineMade ? { before, found: { edits: [], fields: {} } } : null;
  if (isTooLongToTranslate(fields)) return null;
  const found = findHumanEdits(before, fields, locale);
  return found && { before, found };
}

/** null if the post counts as human-written. */
export async function findPreservedEdits(
  deps: RunDeps,
  { existing, run, source, claim: { locale: to }, text: sourceText, promptStyle }: TaskContext,
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
  const written = await readWrittenTranslation(query, existing);
  if (!written) return null;
  const { before, found } = written;
  if (!before) return noEdits;
  const memoryKey = { from: run.sourceLocale, to, cacheKey: () => promptStyle.cacheKey('') };
  const sourceByHash = new Map(sourceText.blocks.toReversed().map((block) => [block.hash, block]));
  const sourceIds = new Set(sourceText.blocks.map(({ id }) => id));
  const humanTexts = found.edits.flatMap(({ sourceHash: hash, text, isSource }) => {
    if (isSource) return [];
    const block = sourceByHash.get(hash);
    // With other tags than the source block, other posts cannot reuse the text.
    return !block || hasSameTags(text, block.text) ? [{ hash, text }] : [];
  });
  await saveToTranslationMemory(query, humanTexts, 'human', memoryKey, new Date(deps.now()));
  const remaining = found.edits.filter(
    ({ isSource, sourceHash }) => !isSource || sourceByHash.has(sourceHash),
  );
  // An edit whose field is now empty in the source moves to the fields.
  const current: TranslationFields = existing.fields;
  const fields = { ...found.fields };
  const edits = remaining.filter(({ index }) => {
    const id = before.blocks[index]?.id;
    if (id === undefined || !(id in current) || sourceIds.has(id)) return true;
    Object.assign(fields, { [id]: current[id as keyof TranslationFields] });
    return false;
  });
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

export function clearFields(fields: Partial<TranslationFields>): Partial<TranslationFields> {
  const names = Object.keys(fields);
  return Object.fromEntries(names.map((name) => [name, name === 'seo_keywords' ? [] : '']));
}

export function hasNoHumanEdits({ editsByBlock, fields, before }: PreservedEdits): boolean {
  const isEdited = [...editsByBlock.values()].some(({ isSource }) => !isSource);
  return before !== null && !isEdited && Object.keys(fields).length === 0;
}

export function buildOutput(
  { text, editsByBlock, fields: humanFields, before }: PreservedEdits,
  fields: TranslationFields,
  texts: ReadonlyMap<string, string>,
): TranslationOutput {
  const names = Object.keys(humanFields) as (keyof TranslationFields)[];
  const unwritten = Object.fromEntries(names.map((name) => [name, before?.fields[name] ?? null]));
  return {
    fields: { ...fields, ...unwritten },
    blocks: text.blocks.map(({ id, hash, text: source }) => {
      const edit = editsByBlock.get(id);
      return {
        id,
        hash,
        text: texts.get(id) ?? source,
        ...(edit && { human_for: edit.sourceHash }),
        ...(edit?.isSource && { as_source: edit.isSource }),
      };
    }),
  };
}

interface SuggestionInput {
  to: Locale;
  known: ReadonlyMap<string, string>;
  suggestedTexts: ReadonlyMap<string, string>;
  localizedUrls: ReadonlyMap<string, string>;
}

export function buildBlockSuggestions(
  { text, editsByBlock }: PreservedEdits,
  { to, known, suggestedTexts, localizedUrls }: SuggestionInput,
): NewBlockSuggestion[] {
  const urlFor = ({ href }: InternalLink) => localizedUrls.get(href) ?? null;
  const texts = new Map(known);
  const renderBlock = createBlockRenderer(text.split, to, { texts, urlFor });
  const renderOffered = (id: string, offered: string) => {
    const current = texts.get(id);
    texts.set(id, offered);
    const html = renderBlock(id);
    if (current === undefined) texts.delete(id);
    else texts.set(id, current);
    return html;
  };
  return text.blocks.flatMap(({ id: blockId, hash, text: source }) => {
    const edit = editsByBlock.get(blockId);
    const offered = suggestedTexts.get(blockId);
    if (!edit || offered === undefined || ignoreTagNumbers(edit.text) === ignoreTagNumbers(offered))
      return [];
    const html = edit.html === null ? null : renderOffered(blockId, offered);
    return [{ blockId, hash, source, kept: edit.text, offered, html }];
  });
}
