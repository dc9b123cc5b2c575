import type { TokenCharge } from '#ai/text-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { readingBatchBytes } from '../assessment/read-blocks.ts';
import type { TranslationBlock } from '../blocks/block.ts';
import { findBlockContexts } from '../blocks/block-context.ts';
import { batchBlocks, firstBatchBytes } from '../blocks/translate-blocks.ts';
import type { PromptStyle } from '../glossary.ts';

/**
 * `bytesPerToken`: of UTF-8. `length`: tokens of a text for each token of the same text in English. Measured with
 * o200k_base, the tokenizer of GPT-4o and later, over the welcome articles and their 85 translations (November 2026).
 */
const languages: Record<Locale, { bytesPerToken: number; length: number }> = {
  en: { bytesPerToken: 4.28, length: 1 },
  es: { bytesPerToken: 4.27, length: 1.11 },
  pt: { bytesPerToken: 4.15, length: 1.1 },
  fr: { bytesPerToken: 4.33, length: 1.22 },
  de: { bytesPerToken: 4.26, length: 1.17 },
  it: { bytesPerToken: 3.81, length: 1.23 },
  zh: { bytesPerToken: 3.84, length: 1.08 },
  vi: { bytesPerToken: 4.45, length: 1.3 },
  id: { bytesPerToken: 4.09, length: 1.18 },
  th: { bytesPerToken: 6.88, length: 1.46 },
};

/** Instructions, context and schema, without style and glossary. */
const tokensInPerCall = 285;
/** The JSON around a block. */
const tokensPerBlock = { in: 12, out: 8 };

/** Of the second reader: instructions and schema, and the JSON, score and context of a good block. */
const readingTokens = { inPerCall: 400, inPerBlock: 19, outPerBlock: 18 };

/** Of any language, and the words of the instruction around a term. */
const styleTokens = { bytesPerToken: 4, perTerm: 7 };

interface EstimateRequest {
  from: Locale;
  to: Locale;
  promptStyle?: Pick<PromptStyle, 'style' | 'findTerms'>;
  /** All blocks of the post. */
  contextBlocks: readonly TranslationBlock[];
}

/** Without reasoning and retries, which `past-usage.ts` knows. Equal blocks are requested once. */
export function estimateTokens(
  blocks: readonly TranslationBlock[],
  { from, to, promptStyle, contextBlocks }: EstimateRequest,
): Pick<TokenCharge, 'tokensIn' | 'tokensOut'> {
  const unique = listUnique(blocks);
  const textTokens = sumBytes(unique) / languages[from].bytesPerToken;
  const perCalls = batchBlocks(unique, firstBatchBytes).reduce(
    (sum, batch) =>
      sum +
      tokensInPerCall +
      countStyleTokens(batch, promptStyle) +
      countContextBytes(batch, contextBlocks) / languages[from].bytesPerToken,
    0,
  );
  return {
    tokensIn: Math.ceil(perCalls + unique.length * tokensPerBlock.in + textTokens),
    tokensOut: Math.ceil(unique.length * tokensPerBlock.out + textTokens * lengthRatio(from, to)),
  };
}

/** Of the second model, which reads both texts. Without the words of faults and corrections. */
export function estimateReadingTokens(
  blocks: readonly TranslationBlock[],
  { from, to, promptStyle, contextBlocks }: EstimateRequest,
): Pick<TokenCharge, 'tokensIn' | 'tokensOut'> {
  const { inPerCall, inPerBlock, outPerBlock } = readingTokens;
  const unique = listUnique(blocks);
  const textTokens = sumBytes(unique) / languages[from].bytesPerToken;
  const bytesOfBoth =
    1 + (lengthRatio(from, to) * languages[to].bytesPerToken) / languages[from].bytesPerToken;
  const perCalls = batchBlocks(unique, firstBatchBytes).reduce((sum, batch) => {
    const calls = Math.ceil((sumBytes(batch) * bytesOfBoth) / readingBatchBytes);
    const context = countContextBytes(batch, contextBlocks) / languages[from].bytesPerToken;
    return sum + calls * (inPerCall + countStyleTokens(batch, promptStyle)) + context;
  }, 0);
  const bothTexts = textTokens * (1 + lengthRatio(from, to));
  return {
    tokensIn: Math.ceil(perCalls + unique.length * inPerBlock + bothTexts),
    tokensOut: unique.length * outPerBlock,
  };
}

/** Of the text around the blocks of a call, and the JSON of it. */
function countContextBytes(
  batch: readonly TranslationBlock[],
  contextBlocks: readonly TranslationBlock[],
): number {
  const contexts = [...findBlockContexts(batch, contextBlocks).values()].flatMap(Object.entries);
  return contexts.reduce((sum, [name, text]) => sum + Buffer.byteLength(`,"${name}":"${text}"`), 0);
}

/** A line of instructions for the style, and one for each term of the texts. */
function countStyleTokens(
  blocks: readonly TranslationBlock[],
  promptStyle: EstimateRequest['promptStyle'],
): number {
  if (!promptStyle) return 0;
  const terms = promptStyle.findTerms(blocks.map(({ text }) => text).join('\n'));
  const bytes = [promptStyle.style, ...terms.flatMap(({ source, target }) => [source, target])].reduce(
    (sum, words) => sum + Buffer.byteLength(words),
    0,
  );
  return bytes / styleTokens.bytesPerToken + terms.length * styleTokens.perTerm;
}

const listUnique = (blocks: readonly TranslationBlock[]) => [
  ...new Map(blocks.map((block) => [block.hash, block])).values(),
];

const sumBytes = (blocks: readonly TranslationBlock[]) =>
  blocks.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);

const lengthRatio = (from: Locale, to: Locale) => languages[to].length / languages[from].length;
