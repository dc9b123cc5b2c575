import type { GenerateRequest, TranslateResponse } from '#ai/contract.ts';
import type { SuggestionDeps } from '#ai/suggestions.ts';
import { detectLanguage } from '#i18n/detect-language.ts';
import { joinFields, joinHtml, splitFields } from './blocks/post-text.ts';
import { splitHtml } from './blocks/split-html.ts';
import { translateBlocks } from './blocks/translate-blocks.ts';

type TranslateRequest = Extract<GenerateRequest, { type: 'translate' }>;

export async function translateText(
  deps: SuggestionDeps,
  { title, content: html, targetLocale: to }: TranslateRequest,
  signal: AbortSignal,
): Promise<TranslateResponse> {
  const content = deps.sanitize(html);
  const guess = detectLanguage(`${title}\n${deps.htmlToText(content)}`);
  const from = guess === to ? null : guess;
  const split = splitHtml(content, from);
  const blocks = [...splitFields({ title }), ...split.blocks];
  const { outcomes, failure } = await translateBlocks(deps, blocks, { from, to, signal });
  const accepted = outcomes.filter(({ state }) => state === 'ok');
  const original = { success: true, translatedTitle: title, translatedContent: content } as const;
  if (failure) return { ...original, fallback: true, code: failure.code };
  if (blocks.length > 0 && accepted.length === 0)
    return { ...original, fallback: true, code: 'translation.unfit' };
  const texts = new Map(accepted.map(({ id, text }) => [id, text]));
  return {
    success: true,
    translatedTitle: joinFields({ title }, texts).title,
    translatedContent: deps.sanitize(joinHtml(split, texts, { to })),
    needsReview: blocks.length - accepted.length,
    fallback: false,
  };
}
