import { hasSameTags } from '#ai/block-text-contract.ts';
import type { TranslationFields } from '#blog/editing-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { isContentBlock, type TranslationBlock } from '../blocks/block.ts';
import type { OutputBlock, TranslationOutput } from '../blocks/block-queries.ts';
import {
  createBlockRenderer,
  fieldNames,
  isKeywordBlock,
  type PostBlocks,
  splitPostText,
} from '../blocks/post-text.ts';
import type { SplitBlock } from '../blocks/split-html.ts';
import { parseInternalLink } from '../internal-links.ts';

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
  const renderBlock = createBlockRenderer(after.split, to);
  for (const [at, [index, outputBlock]] of contentEntries.entries()) {
    const [old, block] = [oldBlocks[at], newBlocks[at]];
    const toHtml = () => (block ? renderBlock(block.id) : null);
    if (old && block && old.text !== block.text) {
      const text = renumberTags(old, block, outputBlock.text);
      if (text === null) return null;
      edits.push({ index, text, sourceHash: outputBlock.hash, html: toHtml() });
    } else if (outputBlock.human_for !== undefined) edits.push(toHumanEdit(outputBlock, index, toHtml()));
  }
  return edits;
}

/** Image URLs, code and external links come from the source. */
export function extractUntranslatedParts(html: string): string {
  const urls = [...html.matchAll(/\s(?:src|href)="([^"]*)"/g)].map(([, url]) => url ?? '');
  const code = html.match(/<pre[\s>][\s\S]*?<\/pre>/g) ?? [];
  return JSON.stringify([urls.filter((url) => parseInternalLink(url) === null).toSorted(), code]);
}

/** Converts to the tag numbers of `numberedText`; null if the tags differ. */
export function renumberTags(old: SplitBlock, block: SplitBlock, numberedText: string): string | null {
  const tagNumbers = [...numberedText.matchAll(/<(\d+)\/?>/g)].map(([, number]) => number ?? '');
  const keys = old.tags.map(toTagKey);
  const isSame = JSON.stringify(keys.toSorted()) === JSON.stringify(block.tags.map(toTagKey).toSorted());
  const indicesByKey = Map.groupBy(keys.keys(), (index) => keys[index] ?? '');
  for (const indices of indicesByKey.values()) indices.reverse();
  const tagIndices = block.tags.map((tag, at) => (isSame ? indicesByKey.get(toTagKey(tag))?.pop() : at));
  const numbered = block.text.replace(
    /<(\/?)(\d+)(\/?)>/g,
    (_, closes: string, number: string, empty: string) =>
      `<${closes}${tagNumbers[tagIndices[Number(number) - 1] ?? -1] ?? '0'}${empty}>`,
  );
  return hasSameTags(numbered, numberedText) ? numbered : null;
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
  const findMatchingBlock = createBlockMatcher(written, blocks);
  const editsByBlock = new Map<string, HumanEdit>();
  for (const edit of edits) {
    const id = findMatchingBlock(edit.index);
    if (id === null) return null;
    editsByBlock.set(id, edit);
  }
  return editsByBlock;
}

/** Returns the id of the block in `blocks` for an index in `written`. Linear in total, since texts may have thousands of blocks. */
export function createBlockMatcher(
  written: readonly OutputBlock[],
  blocks: readonly TranslationBlock[],
): (index: number) => string | null {
  const indexById = toFirstIndices(blocks, ({ id }) => id);
  const contentByHash = Map.groupBy(blocks.filter(isContentBlock), ({ hash }) => hash);
  const fieldsByHash = Map.groupBy(
    blocks.filter((block) => !isContentBlock(block)),
    ({ hash }) => hash,
  );
  const hashes = new Set(blocks.map(({ hash }) => hash));
  const firstWritten = written.findIndex(({ id }) => id === 'b1');
  const ordinals: number[] = [];
  const counts = new Map<string, number>();
  /** Of each written block, the nearest one before it that is still in the text. */
  const anchorBefore: number[] = [];
  const anchorAfter: number[] = [];
  let anchor = -1;
  for (const [index, block] of written.entries()) {
    const isContent = isContentBlock(block);
    const count = counts.get(block.hash) ?? 0;
    ordinals[index] = isContent ? count : 0;
    if (isContent) counts.set(block.hash, count + 1);
    anchorBefore[index] = anchor;
    if (isContent && hashes.has(block.hash)) anchor = index;
  }
  anchor = -1;
  for (const [index, block] of [...written.entries()].reverse()) {
    anchorAfter[index] = anchor;
    if (isContentBlock(block) && hashes.has(block.hash)) anchor = index;
  }
  return (index) => {
    const old = written[index];
    return old ? (findEqual(old, index) ?? findSuccessor(old, index)) : null;
  };

  function findEqual(old: OutputBlock, index: number): string | null {
    const isContent = isContentBlock(old);
    const equal = (isContent ? contentByHash : fieldsByHash).get(old.hash) ?? [];
    const sameField = isContent ? undefined : equal.find(({ id }) => id === old.id);
    return (sameField ?? equal[ordinals[index] ?? 0] ?? equal.at(-1))?.id ?? null;
  }

  function findSuccessor(old: OutputBlock, at: number): string | null {
    if (!isContentBlock(old)) return blocks[indexById.get(old.id) ?? -1]?.id ?? null;
    const from = anchorBefore[at] ?? -1;
    const to = anchorAfter[at] ?? -1;
    const first = from < 0 ? (indexById.get('b1') ?? -1) : findContent(from) + 1;
    const last = to < 0 ? blocks.length : findContent(to);
    const start = from < 0 ? firstWritten : from + 1;
    const end = to < 0 ? written.length : to;
    if (first < 0 || last - first !== end - start) return null;
    return blocks[first + (at - start)]?.id ?? null;
  }

  /** The first block with the content of a written one. */
  function findContent(index: number): number {
    const id = contentByHash.get(written[index]?.hash ?? '')?.[0]?.id ?? '';
    return indexById.get(id) ?? -1;
  }
}

function toFirstIndices<T>(items: readonly T[], toKey: (item: T) => string): Map<string, number> {
  return new Map([...items.entries()].reverse().map(([index, item]) => [toKey(item), index]));
}
