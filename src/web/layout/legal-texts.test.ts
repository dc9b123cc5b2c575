import { expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { formatLegalText } from './legal-texts.ts';

test.each(locales)(
  '%s: the privacy text says that the address of a result stays in the browser',
  (locale) => {
    const paragraphs = formatLegalText(serverTranslator(locale), 'privacy', 90);
    expect(paragraphs.filter((text) => text.includes('#'))).toHaveLength(1);
  },
);
