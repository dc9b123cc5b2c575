import { plainBlockText } from '#ai/block-text-contract.ts';
import { truncateGraphemes } from '#ai/clean-output.ts';
import { isContentBlock, type TranslationBlock } from './block.ts';

/** Of each neighbor. After one changed paragraph, the context would otherwise cost more than its translation. */
const contextLength = 120;
const longestCutWord = 20;

/** Plain text around a block of the content. */
export interface BlockContext {
  /** Heading above it, for the first block of a section. */
  section?: string;
  before?: string;
  after?: string;
  /** Of the picture that the block describes. */
  caption?: string;
}

/** By block id, without what the blocks say themselves. `contextBlocks`: all blocks of the post. */
export function findBlockContexts(
  blocks: readonly Pick<TranslationBlock, 'id'>[],
  contextBlocks: readonly TranslationBlock[],
): Map<string, BlockContext> {
  const ids = new Set(blocks.map(({ id }) => id));
  const omitListed = (block: TranslationBlock | undefined) =>
    block && isContentBlock(block) && !ids.has(block.id) ? block : undefined;
  const blockById = new Map(contextBlocks.map((block) => [block.id, block]));
  const contexts = new Map<string, BlockContext>();
  const namedSections = new Set<TranslationBlock>();
  let heading: TranslationBlock | undefined;
  contextBlocks.forEach((block, index) => {
    if (ids.has(block.id) && isContentBlock(block)) {
      const section = omitListed(heading);
      const before = omitListed(contextBlocks[index - 1]);
      const after = omitListed(contextBlocks[index + 1]);
      const caption = omitListed(blockById.get(block.captionId ?? ''));
      contexts.set(block.id, {
        ...(section && !namedSections.has(section) && { section: toContextText(section) }),
        ...(before && before !== section && { before: toContextEnd(before) }),
        ...(after && after !== caption && { after: toContextText(after) }),
        ...(caption && { caption: toContextText(caption) }),
      });
      if (section) namedSections.add(section);
    }
    if (block.kind === 'heading') heading = block;
  });
  return contexts;
}

/** A line of the instructions; none without a context. */
export function explainContexts(contexts: ReadonlyMap<string, BlockContext>): string[] {
  if ([...contexts.values()].every((context) => Object.keys(context).length === 0)) return [];
  return [
    '"section", "before", "after" and "caption" are the heading above a block, the text around it and what is written below its picture. They are no part of the block.',
  ];
}

export function toContextText({ text }: TranslationBlock): string {
  return truncateGraphemes(plainBlockText(text), contextLength);
}

/** The words next to the block. */
function toContextEnd({ text }: TranslationBlock): string {
  const plain = plainBlockText(text);
  if (plain.length <= contextLength) return plain;
  const end = plain.slice(-contextLength);
  // Thai and Chinese have few spaces.
  const space = end.indexOf(' ');
  return (space < longestCutWord ? end.slice(space + 1) : end).toWellFormed();
}
