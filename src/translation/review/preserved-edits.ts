import type { TranslationFields } from '#blog/editing-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { hasSameTags, ignoreTagNumbers } from '../blocks/block.ts';
import { type PostBlocks, renderBlockHtml, splitPostText } from '../blocks/post-text.ts';
import { saveToTranslationMemory } from '../blocks/translation-memory.ts';
import type { InternalLink } from '../internal-links.ts';
import type { RunDeps, TaskContext } from '../runs/run-queries.ts';
import { findHumanEdits, type HumanEdit, matchEdits } from './human-edits.ts';
import {
  type NewBlockSuggestion,
  readBlockSuggestions,
  readTranslationOutput,
  type TranslationOutput,
} from './review-queries.ts';

export interface PreservedEdits {
  /** Without the fields that a person wrote. */
  text: PostBlocks;
  editsByBlock: ReadonlyMap<string, HumanEdit>;
  /** HTML of edits whose tags no longer fit the source block. */
  htmlByBlock: ReadonlyMap<string, string>;
  fields: Partial<TranslationFields>;
  before: TranslationOutput | null;
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
  const before = await readTranslationOutput(query, existing.id);
  if (!before) return existing.origin === 'machine' || existing.origin === 'untranslated' ? noEdits : null;
  const found = findHumanEdits(before, existing.fields, to);
  if (!found) return null;
  const memoryKey = { from: run.sourceLocale, to, cacheKey: () => promptStyle.cacheKey('') };
  const humanTexts = found.edits.flatMap(({ sourceHash: hash, text, isSource }) => {
    if (isSource) return [];
    const block = sourceText.blocks.find((candidate) => candidate.hash === hash);
    // With other tags than the source block, other posts cannot reuse the text.
    return !block || hasSameTags(text, block.text) ? [{ hash, text }] : [];
  });
  await saveToTranslationMemory(query, humanTexts, 'human', memoryKey, new Date(deps.now()));
  const remaining = found.edits.filter(
    ({ isSource, sourceHash }) => !isSource || sourceText.blocks.some(({ hash }) => hash === sourceHash),
  );
  // An edit whose field is now empty in the source moves to the fields.
  const current: TranslationFields = existing.fields;
  const fields = { ...found.fields };
  const edits = remaining.filter(({ index }) => {
    const id = before.blocks[index]?.id;
    if (id === undefined || !(id in current) || sourceText.blocks.some((block) => block.id === id))
      return true;
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

function clearFields(fields: Partial<TranslationFields>): Partial<TranslationFields> {
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
  return text.blocks.flatMap(({ id: blockId, hash, text: source }) => {
    const edit = editsByBlock.get(blockId);
    const offered = suggestedTexts.get(blockId);
    if (!edit || offered === undefined || ignoreTagNumbers(edit.text) === ignoreTagNumbers(offered))
      return [];
    const texts = new Map([...known, [blockId, offered]]);
    const html = edit.html === null ? null : renderBlockHtml(text.split, blockId, to, { texts, urlFor });
    return [{ blockId, hash, source, kept: edit.text, offered, html }];
  });
}
