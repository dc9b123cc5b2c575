import { callTextModel, type ModelDeps } from '#ai/call-model.ts';
import { truncateWords } from '#ai/clean-output.ts';
import type { ModelError } from '#ai/contract.ts';
import { leaksPrompt } from '#ai/prompt.ts';
import { detectLanguage } from '#i18n/detect-language.ts';
import { ok, type Result } from '#platform/result.ts';
import { escapeBlockText, plainBlockText, type TranslationBlock } from './block.ts';
import { buildBlockPrompt } from './block-prompt.ts';
import { type BlockCheckOptions, type BlockIssue, checkBlock } from './check-block.ts';
import { isInLanguage } from './check-language.ts';
import { parseBlocks } from './parse-blocks.ts';

export interface BlockRequest extends BlockCheckOptions {
  blocks: readonly TranslationBlock[];
  contextBlocks: readonly TranslationBlock[];
  style?: string;
  /** Issue of the last attempt at a single block. A text that is only too long is then truncated. */
  previousIssue?: BlockIssue;
  signal: AbortSignal;
}

export interface BlockResult {
  block: TranslationBlock;
  text: string | null;
  issue: BlockIssue | null;
}

/** One call. Fails only if the call itself fails. */
export async function requestBlocks(
  deps: ModelDeps & { random: () => number },
  request: BlockRequest,
): Promise<Result<BlockResult[], ModelError>> {
  const { blocks, signal, to } = request;
  const prompt = buildBlockPrompt({ ...request, random: deps.random });
  const result = await callTextModel(deps, 'translate', prompt, (model) =>
    model.generateJson(prompt, signal, parseBlocks, { isLong: true }),
  );
  if (!result.ok) return result;
  const isResponseWrongLanguage = !isInLanguage(
    [...result.value.values()].map(plainBlockText).join('\n'),
    to,
  );
  return ok(
    blocks.map((block): BlockResult => {
      const translation = result.value.get(block.id);
      if (translation === undefined) return { block, text: null, issue: 'missing' };
      const { text, issue } = validateBlock(block, tidy(translation, block.text), request);
      if (issue !== null) return { block, text, issue };
      if (leaksPrompt(plainBlockText(text), prompt)) return { block, text, issue: 'chatter' };
      // A block too short for language detection follows the whole response.
      const isWrongLanguage = isResponseWrongLanguage && detectLanguage(plainBlockText(text)) !== to;
      return { block, text, issue: isWrongLanguage ? 'language' : null };
    }),
  );
}

function validateBlock(
  block: TranslationBlock,
  text: string,
  { from, to, glossary = [], previousIssue: before }: BlockRequest,
): { text: string; issue: BlockIssue | null } {
  const check = { from, to, glossary };
  const issue = checkBlock(block, text, check);
  if (issue !== 'limit' || before === undefined || block.most === null) return { text, issue };
  const truncated = escapeBlockText(truncateWords(plainBlockText(text), block.most));
  return checkBlock(block, truncated, check) === null ? { text: truncated, issue: null } : { text, issue };
}

/** Keeps zero-width joiners, and format characters of the source except bidi controls. */
function tidy(text: string, source: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\u202a-\u202e\u2066-\u2069]|(?![\u200b-\u200d])\p{Cf}/gu, (sign) =>
      /\p{Bidi_Control}/u.test(sign) || !source.includes(sign) ? '' : sign,
    )
    .replace(/[ \t\n\r\f]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
}
