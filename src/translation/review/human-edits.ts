import type { TranslationFields } from '#blog/editing-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { hasSameTags, type TranslationBlock } from '../blocks/block.ts';
import {
  fieldNames,
  isKeywordBlock,
  type PostBlocks,
  renderBlockHtml,
  splitPostText,
} from '../blocks/post-text.ts';
import type { SplitBlock } from '../blocks/split-html.ts';
import { parseInternalLink } from '../internal-links.ts';
import type { OutputBlock, TranslationOutput } from './review-queries.ts';

export interface HumanEdit {
  index: number;
  text: string;
  sourceHash: string;
  /** null for a field. */
  html: string | null;
  /** Approved source text, which other posts cannot reuse. */
  isSource?: true;
}

interface HumanEdits {
  edits: HumanEdit[];
  /** Edits without a source block. */
  fields: Partial<TranslationFields>;
}

/** null if the blocks of the content differ. */
export function findHumanEdits(
  written: TranslationOutput,
  current: TranslationFields,
  to: Locale,
): HumanEdits | null {
  const before = splitPostText(written.fields, to);
  const after = splitPostText(current, to);
  const edits: HumanEdit[] = [];
  const fields: Partial<TranslationFields> = {};
  const findIndex = (id: string) => written.blocks.findIndex((block) => block.id === id);

  for (const name of fieldNames) {
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
  return contents && { edits: [...edits, ...contents], fields };
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

/** The same block, or the one between the same neighbors. null if an edit has no match. */
export function matchEdits(
  written: readonly OutputBlock[],
  blocks: readonly TranslationBlock[],
  edits: readonly HumanEdit[],
): Map<string, HumanEdit> | null {
  const editsByBlock = new Map<string, HumanEdit>();
  for (const edit of edits) {
    const old = written[edit.index];
    const id = old ? (findEqualBlock(old, written, blocks) ?? findSuccessor(old, written, blocks)) : null;
    if (id === null) return null;
    editsByBlock.set(id, edit);
  }
  return editsByBlock;
}

function findEqualBlock(
  old: OutputBlock,
  written: readonly OutputBlock[],
  blocks: readonly TranslationBlock[],
): string | null {
  const equal = blocks.filter(
    ({ hash, id }) => hash === old.hash && isContentBlock({ id }) === isContentBlock(old),
  );
  const earlier = written.filter(({ hash }) => hash === old.hash).filter(isContentBlock);
  const sameField = equal.find(({ id }) => id === old.id && !isContentBlock(old));
  return (sameField ?? equal[Math.max(0, earlier.indexOf(old))] ?? equal.at(-1))?.id ?? null;
}

function findSuccessor(
  old: OutputBlock,
  written: readonly OutputBlock[],
  blocks: readonly TranslationBlock[],
): string | null {
  if (!isContentBlock(old)) return blocks.find(({ id }) => id === old.id)?.id ?? null;
  const hashes = new Set(blocks.map(({ hash }) => hash));
  const isAnchor = (block: OutputBlock) => isContentBlock(block) && hashes.has(block.hash);
  const at = written.indexOf(old);
  const from = written.findLastIndex((block, index) => index < at && isAnchor(block));
  const to = written.findIndex((block, index) => index > at && isAnchor(block));
  const first =
    from < 0 ? blocks.findIndex(({ id }) => id === 'b1') : findBlockIndex(blocks, written[from]) + 1;
  const last = to < 0 ? blocks.length : findBlockIndex(blocks, written[to]);
  const start = from < 0 ? written.findIndex(({ id }) => id === 'b1') : from + 1;
  const end = to < 0 ? written.length : to;
  if (first < 0 || last - first !== end - start) return null;
  return blocks[first + (at - start)]?.id ?? null;
}

function findBlockIndex(blocks: readonly TranslationBlock[], old: OutputBlock | undefined): number {
  return blocks.findIndex(({ hash, id }) => hash === old?.hash && isContentBlock({ id }));
}
