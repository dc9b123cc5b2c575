import { plainBlockText } from '#ai/block-text-contract.ts';
import { detectLanguage } from '#i18n/detect-language.ts';
import type { Locale } from '#i18n/locales.ts';
import type { BlockOutcome } from './translate-blocks.ts';

/**
 * Texts that were accepted and then got for another block too. And a short block passes for any language when
 * requested alone: if the model used another language for others, it may have done so for this one.
 */
export function findRejected(outcomes: readonly BlockOutcome[], to: Locale): BlockOutcome[] {
  const isLanguageDoubtful = outcomes.some(({ issue }) => issue === 'language');
  return outcomes.filter(
    ({ state, text, issue }) =>
      issue === 'repeated' ||
      (isLanguageDoubtful && state === 'ok' && detectLanguage(plainBlockText(text)) !== to),
  );
}
