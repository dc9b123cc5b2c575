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
import { findHumanEdits, type HumanEdit, matchEdits } from './human-edits.ts';

export interface PreservedEdits {
  /** Without the fields that a person wrote. */
  text: PostBlocks;
  editsByBlock: ReadonlyMap<string, HumanEdit>;
  /** HTML of edits whose tags no longer fit the source block. */
  htmlByBlock: ReadonlyMap<string, string>;
  fields: Partial<TranslationFields>;
  before: TranslationOutput | null;
}

interface EditSource {
  existing: TranslatablePost | null;
  /** Of the original. */
  source: TranslationFields;
  from: Locale;
  text: PostBlocks;
}

interface MatchedEdits {
  /** null if the post counts as human-written: a run leaves it as it is. */
  preserved: PreservedEdits | null;
  /** Translations by people that other posts can reuse. */
  humanTexts: { hash: string; text: string }[];
}

export async function findPreservedEdits(
  deps: RunDeps,
  { existing, run, source, claim: { locale: to }, text, promptStyle }: TaskContext,
): Promise<PreservedEdits | null> {
  const { query } = deps.database;
  const from = run.sourceLocale;
  const { preserved, humanTexts } = await matchPreservedEdits(query, { existing, source, from, text });
  const memoryKey = { from, to, cacheKey: () => promptStyle.cacheKey('') };
  await saveToTranslationMemory(query, humanTexts, 'human', memoryKey, new Date(deps.now()));
  return preserved;
}

export async function matchPreservedEdits(
  queries: Queries,
  { existing, source, from, text: sourceText }: EditSource,
): Promise<MatchedEdits> {
  const noEdits: PreservedEdits = {
    text: sourceText,
    editsByBlock: new Map(),
    htmlByBlock: new Map(),
    fields: {},
    before: null,
  };
  if (!existing) return { preserved: noEdits, humanTexts: [] };
  const before = await readTranslationOutput(queries, existing.id);
  const isMachineMade = existing.origin === 'machine' || existing.origin === 'untranslated';
  if (!before) return { preserved: isMachineMade ? noEdits : null, humanTexts: [] };
  const found = isTooLongToTranslate(existing.fields)
    ? null
    : findHumanEdits(before, existing.fields, existing.locale);
  if (!found) return { preserved: null, humanTexts: [] };
  const sourceByHash = new Map(sourceText.blocks.toReversed().map((block) => [block.hash, block]));
  const sourceIds = new Set(sourceText.blocks.map(({ id }) => id));
  const humanTexts = found.edits.flatMap(({ sourceHash: hash, text, isSource }) => {
    if (isSource) return [];
    const block = sourceByHash.get(hash);
    // With other tags than the source block, other posts cannot reuse the text.
    return !block || hasSameTags(text, block.text) ? [{ hash, text }] : [];
  });
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
  const text = splitPostText({ ...source, ...clearFields(fields) }, from);
  const editsByBlock = matchEdits(before.blocks, text.blocks, edits);
  if (!editsByBlock) return { preserved: null, humanTexts };
  const suggestions = await readBlockSuggestions(queries, existing.id);
  const htmlByBlock = new Map<string, string>();
  for (const { id, hash, text: blockText } of text.blocks) {
    const edit = editsByBlock.get(id);
    if (!edit) continue;
    if (suggestions.get(hash)?.state === 'kept') editsByBlock.set(id, { ...edit, sourceHash: hash });
    if (hasSameTags(edit.text, blockText)) continue;
    // A field has no HTML to fall back on.
    if (edit.html === null) return { preserved: null, humanTexts };
    htmlByBlock.set(id, edit.html);
  }
  return { preserved: { text, editsByBlock, htmlByBlock, fields, before }, humanTexts };
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
