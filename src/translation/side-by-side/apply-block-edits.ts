import { hasSameTags, parseBlockTags, plainBlockText } from '#ai/block-text-contract.ts';
import type { TranslatablePost, TranslationFields } from '#blog/editing-contract.ts';
import type { TranslationInput } from '#blog/translation-store-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { TranslationBlock } from '../blocks/block.ts';
import type { OutputBlock, ReviewBlock } from '../blocks/block-queries.ts';
import { fieldNames, joinPostText } from '../blocks/post-text.ts';
import type { RunError } from '../contract.ts';
import type { BlockEdit } from '../side-by-side-contract.ts';
import type { AlignedBlock, AlignedTranslation } from './align-blocks.ts';

interface BlockEditsInput {
  aligned: AlignedTranslation;
  edits: readonly BlockEdit[];
  existing: TranslatablePost | null;
  to: Locale;
  isMachineText(hash: string, text: string): boolean;
  localizedUrls: ReadonlyMap<string, string>;
}

interface AppliedEdits {
  fields: TranslationFields;
  blocks: OutputBlock[];
  review: ReviewBlock[];
  /** For the translation memory. */
  accepted: { hash: string; text: string }[];
  origin: TranslationInput['origin'];
  /** No block was made from an earlier text of the original. */
  isCurrent: boolean;
}

export function applyBlockEdits(input: BlockEditsInput): Result<AppliedEdits, RunError> {
  const { aligned, edits, existing, to, isMachineText, localizedUrls } = input;
  const { source } = aligned;
  const blocks = new Map(aligned.blocks);
  const htmlByBlock = new Map(aligned.htmlByBlock);
  const accepted: AppliedEdits['accepted'] = [];
  for (const { id, hash, text: typed, accepted: isAccepted } of edits) {
    const block = source.blocks.find((candidate) => candidate.id === id && candidate.hash === hash);
    if (!block) return fail({ code: 'block.changed', block: id });
    const text = tidyTypedText(typed);
    htmlByBlock.delete(id);
    if (plainBlockText(text) === '') {
      blocks.delete(id);
      continue;
    }
    if (!hasTagsOf(block, text)) return fail({ code: 'block.tags', block: id });
    const isHuman = isAccepted || !isMachineText(hash, text);
    blocks.set(id, { text, madeFrom: hash, isHuman, isSource: text === block.text });
    if (isAccepted && text !== block.text) accepted.push({ hash, text });
  }
  const texts = new Map([...blocks].map(([id, { text }]) => [id, text]));
  const fields = joinPostText(source, texts, { to, localizedUrls, htmlByBlock });
  const missing = source.blocks.filter(({ id }) => !blocks.has(id));
  return ok({
    fields: { ...fields, ...listEmptyFields(missing, existing), ...aligned.fields },
    blocks: source.blocks.map((block) => toOutputBlock(block, blocks.get(block.id))),
    review: missing.map(({ hash, text }) => ({ hash, text: plainBlockText(text), source: text })),
    accepted,
    origin: toOrigin(source.blocks, blocks),
    isCurrent: source.blocks.every(({ id, hash }) => (blocks.get(id)?.madeFrom ?? hash) === hash),
  });
}

/** Only whitespace and characters that no one can see. */
function tidyTypedText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[ \t\n\r\f]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
}

function hasTagsOf({ text: source, locked }: TranslationBlock, text: string): boolean {
  if (!hasSameTags(text, source)) return false;
  const [tags, sourceTags] = [parseBlockTags(text), parseBlockTags(source)];
  return locked.every((number) => tags?.get(number)?.plainText === sourceTags?.get(number)?.plainText);
}

/** A block that was made from an earlier text keeps the hash of that text. */
function toOutputBlock(
  { id, hash, text: source }: TranslationBlock,
  block: AlignedBlock | undefined,
): OutputBlock {
  if (!block) return { id, hash, text: source };
  const { text, madeFrom, isHuman, isSource } = block;
  if (!isHuman) return { id, hash: madeFrom, text };
  return { id, hash, text, human_for: madeFrom, ...(isSource && { as_source: true }) };
}

/** A field that is empty in the translation doesn't get the text of the original. */
function listEmptyFields(
  missing: readonly TranslationBlock[],
  existing: TranslatablePost | null,
): Partial<TranslationFields> {
  const names = fieldNames.filter(
    (name) => missing.some(({ id }) => id === name) && existing && !existing.fields[name],
  );
  return Object.fromEntries(names.map((name) => [name, existing?.fields[name] ?? '']));
}

function toOrigin(
  sourceBlocks: readonly TranslationBlock[],
  blocks: ReadonlyMap<string, AlignedBlock>,
): TranslationInput['origin'] {
  if (blocks.size === 0) return 'untranslated';
  return sourceBlocks.every(({ id }) => blocks.get(id)?.isHuman) ? 'mixed' : 'machine';
}
