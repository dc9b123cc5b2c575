import { createTranslator } from '#i18n/translator.ts';
import { messages } from './messages.ts';

export const englishTranslator = createTranslator('en', messages.en);
