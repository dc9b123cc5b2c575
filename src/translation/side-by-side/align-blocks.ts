import { hasSameTags, plainBlockText } from '#ai/block-text-contract.ts';
import type { TranslatablePost, TranslationFields } from '#blog/editing-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { isContentBlock } from '../blocks/block.ts';
import type { OutputBlock, TranslationOutput } from '../blocks/block-queries.ts';
import { createBlockRenderer, type PostBlocks, splitPostText } from '../blocks/post-text.ts';
import {
  createBlockMatcher,
  extractUntranslatedParts,
  findHumanEdits,
  renumberTags,
} from '../review/human-edits.ts';
import { clearFields } from '../review/preserved-edits.ts';

/** The text of a block, as stored: with the hash of the source that it was made from. */
export interface AlignedBlock {
  text: string;
  madeFrom: string;
  isHuman: boolean;
  /** The source text, which a person has approved as the translation. */
  isSource: boolean;
}

export interface AlignedTranslation {
  source: PostBlocks;
  /** By the id of the source block; the others are missing. */
  blocks: Map<string, AlignedBlock>;
  /** HTML of blocks whose tags no longer fit the source block. */
  htmlByBlock: Map<string, string>;
  /** Fields of the translation that have no source block. */
  fields: Partial<TranslationFields>;
  before: TranslationOutput | null;
  removed: string[];
}

interface AlignOptions {
  original: TranslatablePost;
  existing: TranslatablePost | null;
  written: (TranslationOutput & { review: readonly { hash: string; text: string }[] }) | null;
  to: Locale;
}

/** null if the structure of the translation differs from the original's. */
export function alignTranslation({
  original,
  existing,
  written,
  to,
}: AlignOptions): AlignedTranslation | null {
  const source = splitPostText(original.fields, original.locale);
  const empty = { source, blocks: new Map(), htmlByBlock: new Map(), fields: {}, before: null, removed: [] };
  if (!existing) return empty;
  if (written) {
    const aligned = alignOutput(original, existing, written, to);
    if (aligned) return aligned;
  }
  if (existing.origin === 'untranslated' && !written) return empty;
  return alignByStructure(original, source, existing, to);
}

function alignOutput(
  original: TranslatablePost,
  existing: TranslatablePost,
  written: NonNullable<AlignOptions['written']>,
  to: Locale,
): AlignedTranslation | null {
  const found = findHumanEdits(written, existing.fields, to);
  if (!found) return null;
  const fields: Partial<TranslationFields> = { ...found.fields };
  const sourceIds = new Set(splitPostText(original.fields, original.locale).blocks.map(({ id }) => id));
  for (const { index } of found.edits) {
    const id = written.blocks[index]?.id ?? '';
    // A field that is now empty in the original.
    if (id in existing.fields && !sourceIds.has(id))
      Object.assign(fields, { [id]: existing.fields[id as keyof TranslationFields] });
  }
  const source = splitPostText({ ...original.fields, ...clearFields(fields) }, original.locale);
  const editByIndex = new Map(found.edits.map((edit) => [edit.index, edit]));
  const blocks = new Map<string, AlignedBlock>();
  const htmlByBlock = new Map<string, string>();
  const removed: string[] = [];
  const translated = splitPostText(existing.fields, to).split;
  const renderBlock = createBlockRenderer(translated, to);
  const sourceById = new Map(source.blocks.map((block) => [block.id, block]));
  const findMatchingBlock = createBlockMatcher(written.blocks, source.blocks);
  const isForReview = createReviewCheck(written);
  let position = -1;
  for (const [index, outputBlock] of written.blocks.entries()) {
    if (isContentBlock(outputBlock)) position += 1;
    const edit = editByIndex.get(index);
    const { hash } = outputBlock;
    const isRemaining = existing.origin === 'untranslated' || isForReview(outputBlock);
    if (!edit && isRemaining) continue;
    const id = findMatchingBlock(index);
    const text = edit?.text ?? outputBlock.text;
    if (id === null) {
      if (!(outputBlock.id in fields)) removed.push(plainBlockText(text));
      continue;
    }
    const madeFrom = edit?.sourceHash ?? hash;
    const sourceBlock = sourceById.get(id);
    if (blocks.has(id) && madeFrom !== sourceBlock?.hash) continue;
    blocks.set(id, { text, madeFrom, isHuman: edit !== undefined, isSource: edit?.isSource ?? false });
    const block = isContentBlock(outputBlock) ? translated.blocks[position] : undefined;
    if (block && sourceBlock && !hasSameTags(text, sourceBlock.text))
      htmlByBlock.set(id, renderBlock(block.id));
  }
  return { source, blocks, htmlByBlock, fields, before: written, removed };
}

function createReviewCheck({
  review,
}: NonNullable<AlignOptions['written']>): (block: OutputBlock) => boolean {
  const texts = Map.groupBy(review, ({ hash }) => hash);
  return ({ hash, text }) => texts.get(hash)?.some((block) => block.text === plainBlockText(text)) ?? false;
}

/** For a translation that no run has written. */
function alignByStructure(
  original: TranslatablePost,
  source: PostBlocks,
  existing: TranslatablePost,
  to: Locale,
): AlignedTranslation | null {
  const translated = splitPostText(existing.fields, to);
  const [sourceBlocks, blocks] = [source.split.blocks, translated.split.blocks];
  if (sourceBlocks.length !== blocks.length) return null;
  if (extractUntranslatedParts(source.html) !== extractUntranslatedParts(translated.html)) return null;
  const aligned = new Map<string, AlignedBlock>();
  const add = (id: string, text: string, madeFrom: string) =>
    aligned.set(id, { text, madeFrom, isHuman: true, isSource: false });
  for (const [at, block] of sourceBlocks.entries()) {
    const theirs = blocks[at];
    if (!theirs || theirs.kind !== block.kind) return null;
    const text = renumberTags(block, theirs, block.text);
    if (text === null) return null;
    add(block.id, text, block.hash);
  }
  const fieldsById = new Map(
    translated.blocks.filter((block) => !isContentBlock(block)).map((field) => [field.id, field]),
  );
  for (const { id, hash } of source.blocks) {
    const field = fieldsById.get(id);
    if (field) add(id, field.text, hash);
  }
  const sourceIds = new Set(source.blocks.map(({ id }) => id));
  const names = Object.keys(existing.fields) as (keyof typeof existing.fields)[];
  const unmatched = names.filter((name) => name in source.fields && !sourceIds.has(name));
  const fields = Object.fromEntries(
    unmatched
      .filter(
        (name) => name !== 'seo_keywords' || existing.fields[name].length !== source.fields[name].length,
      )
      .map((name) => [name, existing.fields[name]]),
  );
  const matched =
    'seo_keywords' in fields
      ? splitPostText({ ...original.fields, ...clearFields(fields) }, original.locale)
      : source;
  return { source: matched, blocks: aligned, htmlByBlock: new Map(), fields, before: null, removed: [] };
}
