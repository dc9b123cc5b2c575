import en from '#i18n/messages/en.json' with { type: 'json' };
import { createTranslator } from '#i18n/translator.ts';

export const englishTranslator = createTranslator('en', en);
