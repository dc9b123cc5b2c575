import en from '#i18n/messages/en.json' with { type: 'json' };
import { createTranslator } from '#i18n/translate.ts';

/** For tests: the words as they are written. */
export const english = createTranslator('en', en);
