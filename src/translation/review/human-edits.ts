import type { TranslationFields } from '#blog/editing-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { hasSameTags } from '../blocks/block.ts';
import { renderBlockHtml } from '../blocks/join-html.ts';
import { isKeywordBlock, type PostBlocks, splitPostText } from '../blocks/post-text.ts';
import type { SplitBlock } from '../blocks/split-html.ts';
import { parseInternalLink } from '../internal-links.ts';

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
  blocks: readonly OutputBlock[];
}

export interface HumanEdit {
  index: number;
  text: string;
  sourceHash: string;
  /** null for a field. */
  html: string | null;
  /** Approved source text, which other posts cannot reuse. */
  isSource?: true;
}

/** `fields`: edits without a source block. `unmatched`: the blocks of the content differ. */
export type HumanEdits =
  | { kind: 'blocks'; edits: HumanEdit[]; fields: Partial<TranslationFields> }
  | { kind: 'unmatched' };

const singleFields = ['title', 'excerpt', 'featured_image_alt', 'seo_title', 'seo_description'] as const;

export function findHumanEdits(
  written: TranslationOutput,
  current: TranslationFields,
  to: Locale,
): HumanEdits {
  const before = splitPostText(written.fields, to);
  const after = splitPostText(current, to);
  const edits: HumanEdit[] = [];
  const fields: Partial<TranslationFields> = {};
  const findIndex = (id: string) => written.blocks.findIndex((block) => block.id === id);

  for (const name of singleFields) {
    const index = findIndex(name);
    const outputBlock = written.blocks[index];
    const isChanged = (current[name] ?? '') !== (written.fields[name] ?? '');
    const text = after.blocks.find(({ id }) => id === name)?.text;
    if (isChanged && (!outputBlock || text === undefined)) Object.assign(fields, { [name]: current[name] });
    else if (isChanged && outputBlock && text !== undefined)
      edits.push({ index, text, sourceHash: outputBlock.hash, html: null });
    else if (outputBlock?.human_for !== undefined) edits.push(toHumanEdit(outputBlock, index, null));
  }
  if (JSON.stringify(current.seo_keywords) !== JSON.stringify(written.fields.seo_keywords))
    fields.seo_keywords = current.seo_keywords;
  else
    for (const [index, outputBlock] of written.blocks.entries())
      if (isKeywordBlock(outputBlock) && outputBlock.as_source)
        edits.push(toHumanEdit(outputBlock, index, null));

  const contents = findContentEdits(written, before, after, to);
  return contents === null
    ? { kind: 'unmatched' }
    : { kind: 'blocks', edits: [...edits, ...contents], fields };
}

function toHumanEdit(
  { text, hash, human_for, as_source: isSource }: OutputBlock,
  index: number,
  html: string | null,
): HumanEdit {
  return { index, text, sourceHash: human_for ?? hash, html, ...(isSource && { isSource }) };
}

export const isContentBlock = ({ id }: Pick<OutputBlock, 'id'>): boolean => /^b\d+$/.test(id);

function findContentEdits(
  written: TranslationOutput,
  before: PostBlocks,
  after: PostBlocks,
  to: Locale,
): HumanEdit[] | null {
  const contentEntries = [...written.blocks.entries()].filter(([, block]) => isContentBlock(block));
  const [oldBlocks, newBlocks] = [before.split.blocks, after.split.blocks];
  if (before.html !== after.html) {
    if (oldBlocks.length !== newBlocks.length || oldBlocks.length !== contentEntries.length) return null;
    if (extractUntranslatedParts(before.html) !== extractUntranslatedParts(after.html)) return null;
  }
  const edits: HumanEdit[] = [];
  for (const [at, [index, outputBlock]] of contentEntries.entries()) {
    const [old, block] = [oldBlocks[at], newBlocks[at]];
    const html = block ? renderBlockHtml(after.split, block.id, to) : null;
    if (old && block && old.text !== block.text) {
      const text = renumber(old, block, outputBlock);
      if (text === null) return null;
      edits.push({ index, text, sourceHash: outputBlock.hash, html });
    } else if (outputBlock.human_for !== undefined) edits.push(toHumanEdit(outputBlock, index, html));
  }
  return edits;
}

/** Image URLs, code and external links come from the source. */
function extractUntranslatedParts(html: string): string {
  const urls = [...html.matchAll(/\s(?:src|href)="([^"]*)"/g)].map(([, url]) => url ?? '');
  const code = html.match(/<pre[\s>][\s\S]*?<\/pre>/g) ?? [];
  return JSON.stringify([urls.filter((url) => parseInternalLink(url) === null).toSorted(), code]);
}

/** Converts to the tag numbers of the source; null if the tags differ. */
function renumber(old: SplitBlock, block: SplitBlock, outputBlock: OutputBlock): string | null {
  const tagNumbers = [...outputBlock.text.matchAll(/<(\d+)\/?>/g)].map(([, number]) => number ?? '');
  const keys = old.tags.map(toTagKey);
  const isSame = JSON.stringify(keys.toSorted()) === JSON.stringify(block.tags.map(toTagKey).toSorted());
  const tagIndices = block.tags.map((tag, at) => {
    if (!isSame) return at;
    const index = keys.indexOf(toTagKey(tag));
    keys[index] = '';
    return index;
  });
  const numbered = block.text.replace(
    /<(\/?)(\d+)(\/?)>/g,
    (_, closes: string, number: string, empty: string) =>
      `<${closes}${tagNumbers[tagIndices[Number(number) - 1] ?? -1] ?? '0'}${empty}>`,
  );
  return hasSameTags(numbered, outputBlock.text) ? numbered : null;
}

function toTagKey({ open }: SplitBlock['tags'][number]): string {
  return JSON.stringify(open);
}
