import { fieldBlocks, joinFields } from './block-fields.ts';
import type { GenerateRequest, TranslateAnswer } from './contract.ts';
import type { AssistantDesk } from './desk.ts';
import { guessLanguage } from './guess-language.ts';
import { joinText } from './join-text.ts';
import { splitText } from './split-text.ts';
import { translateBlocks } from './translate-blocks.ts';

type TranslateRequest = Extract<GenerateRequest, { type: 'translate' }>;

/** Title and content in another language; both as they were, sanitised, where the model has no use. */
export async function suggestTranslation(
  desk: AssistantDesk,
  { title, content: given, targetLocale: to }: TranslateRequest,
  signal: AbortSignal,
): Promise<TranslateAnswer> {
  const content = desk.sanitise(given);
  const guess = guessLanguage(`${title}\n${desk.textOf(content)}`);
  const from = guess === to ? null : guess;
  const split = splitText(content, from);
  const blocks = [...fieldBlocks({ title }), ...split.blocks];
  const { outcomes, failure } = await translateBlocks(desk, blocks, { from, to, signal });
  const taken = outcomes.filter(({ state }) => state === 'ok');
  const original = { success: true, translatedTitle: title, translatedContent: content } as const;
  if (failure) return { ...original, fallback: true, code: failure.code };
  if (blocks.length > 0 && taken.length === 0)
    return { ...original, fallback: true, code: 'translation.unfit' };
  const texts = new Map(taken.map(({ id, text }) => [id, text]));
  return {
    success: true,
    translatedTitle: joinFields({ title }, texts).title,
    translatedContent: desk.sanitise(joinText(split, texts, { to })),
    needsReview: blocks.length - taken.length,
    fallback: false,
  };
}
