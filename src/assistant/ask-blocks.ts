import type { ModelFailure } from '#platform/model-error.ts';
import { ok, type Result } from '#platform/result.ts';
import { askForWords, type ModelDesk } from './ask-model.ts';
import { blockAsk } from './block-ask.ts';
import { wordsOf } from './block-tags.ts';
import { type BlockCheck, type BlockFault, checkBlock } from './check-block.ts';
import { isInLanguage } from './check-language.ts';
import { cutWords } from './clean-words.ts';
import { guessLanguage } from './guess-language.ts';
import { readBlocks } from './read-blocks.ts';
import { escapeBlockText, type TranslationBlock } from './translation-block.ts';
import { repeatsInstructions } from './word-ask.ts';

export interface BlocksAsked extends BlockCheck {
  blocks: readonly TranslationBlock[];
  around: readonly TranslationBlock[];
  style?: string;
  /** For a block by itself: why it is asked for again. Then what is only too long for its place is cut. */
  fault?: BlockFault;
  signal: AbortSignal;
}

/** What came for a block; `text` may stand for it where there is no `fault`. */
export interface BlockVerdict {
  block: TranslationBlock;
  text: string | null;
  fault: BlockFault | null;
}

/** Asks for some blocks in one call and judges each by itself. */
export async function askBlocks(
  desk: ModelDesk & { random: () => number },
  asked: BlocksAsked,
): Promise<Result<BlockVerdict[], ModelFailure>> {
  const { blocks, signal, to } = asked;
  const words = blockAsk({ ...asked, random: desk.random });
  const answer = await askForWords(desk, 'translate', words, (model) =>
    model.writeJson(words, signal, readBlocks, { isLong: true }),
  );
  if (!answer.ok) return answer;
  const wholeIsForeign = !isInLanguage([...answer.value.values()].map(wordsOf).join('\n'), to);
  return ok(
    blocks.map((block): BlockVerdict => {
      const given = answer.value.get(block.id);
      if (given === undefined) return { block, text: null, fault: 'missing' };
      const { text, fault } = judge(block, tidy(given, block.text), asked);
      if (fault !== null) return { block, text, fault };
      if (repeatsInstructions(wordsOf(text), words)) return { block, text, fault: 'chatter' };
      // What is too short to tell by itself is what the rest of the answer is.
      const isForeign = wholeIsForeign && guessLanguage(wordsOf(text)) !== to;
      return { block, text, fault: isForeign ? 'language' : null };
    }),
  );
}

function judge(
  block: TranslationBlock,
  text: string,
  { from, to, glossary = [], fault: before }: BlocksAsked,
): { text: string; fault: BlockFault | null } {
  const check = { from, to, glossary };
  const fault = checkBlock(block, text, check);
  if (fault !== 'limit' || before === undefined || block.most === null) return { text, fault };
  const cut = escapeBlockText(cutWords(wordsOf(text), block.most));
  return checkBlock(block, cut, check) === null ? { text: cut, fault: null } : { text, fault };
}

/** One line, without what would not be seen; what the source has of it, and what parts or joins letters, may stay. */
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
