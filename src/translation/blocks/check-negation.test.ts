import { expect, test } from 'vitest';
import type { Locale } from '#i18n/locales.ts';
import { hasSameNegation } from './check-negation.ts';

/** "You must not delete the original.", and the opposite. */
const sentences: Record<Locale, [negative: string, positive: string]> = {
  en: ['You must not delete the original.', 'You must delete the original.'],
  es: ['No debes borrar el original.', 'Debes borrar el original.'],
  pt: ['Você não deve apagar o original.', 'Você deve apagar o original.'],
  fr: ['Vous ne devez pas supprimer l’original.', 'Vous devez supprimer l’original.'],
  de: ['Du darfst das Original nicht löschen.', 'Du sollst das Original löschen.'],
  it: ['Non devi cancellare l’originale.', 'Devi cancellare l’originale.'],
  zh: ['你不应该删除原件。', '你应该删除原件。'],
  vi: ['Bạn không được xóa bản gốc.', 'Bạn phải xóa bản gốc.'],
  id: ['Anda tidak boleh menghapus aslinya.', 'Anda harus menghapus aslinya.'],
  th: ['คุณต้องไม่ลบต้นฉบับ', 'คุณต้องลบต้นฉบับ'],
};
const entries = Object.entries(sentences) as [Locale, [string, string]][];

test.each(entries)(
  'from %s, finds a "not" that was lost or added in any language',
  (from, [negative, positive]) => {
    for (const [to, [negativeText, positiveText]] of entries) {
      const result = (text: string, source: string) => [to, hasSameNegation(text, to, source, from)];
      expect(result(negativeText, negative)).toEqual([to, true]);
      expect(result(positiveText, positive)).toEqual([to, true]);
      expect(result(positiveText, negative)).toEqual([to, false]);
      expect(result(negativeText, positive)).toEqual([to, false]);
    }
  },
);

test.each<[Locale, string, Locale, string]>([
  ['en', 'Don’t forget your hat', 'de', 'Denk an deinen Hut'],
  ['en', 'It’s cheap, isn’t it?', 'es', 'Es barato, ¿verdad?'],
  ['en', 'Not only cheap but also good', 'fr', 'Bon marché, et bon en plus'],
  ['en', 'No sooner had we left than it rained', 'it', 'Eravamo appena usciti che pioveva'],
  ['en', 'I can’t wait to see it', 'pt', 'Mal posso esperar para ver'],
  ['en', 'The order is random', 'de', 'Die Reihenfolge ist unbestimmt'],
  ['en', 'It is impossible', 'zh', '这不可能'],
  ['en', 'Anyone can do it', 'fr', 'N’importe qui peut le faire'],
  ['en', 'But it is different', 'zh', '不过这很不同'],
  ['en', 'It takes about an hour', 'zh', '差不多要一个小时'],
  ['en', 'Is it far?', 'zh', '远不远？'],
  ['en', 'Is it far?', 'vi', 'Có xa không?'],
  ['en', 'Is it far?', 'th', 'ไกลหรือไม่'],
  ['en', 'It is a kind of soup', 'th', 'เป็นอย่างหนึ่งของซุป'],
  ['en', 'The space grows', 'vi', 'Không gian lớn dần'],
  ['en', 'Wait until it is done', 'it', 'Aspetta finché non è pronto'],
  ['en', 'The sign says “Do not enter”', 'de', 'Auf dem Schild steht „Do not enter“'],
  ['es', 'Sin embargo, funciona', 'en', 'However, it works'],
  ['id', 'Paling tidak, bawa topi', 'en', 'At least bring a hat'],
])('from %s, %j into %s as %j says the same', (from, source, to, text) => {
  expect(hasSameNegation(text, to, source, from)).toBe(true);
});

test('compares sentence by sentence where both have as many', () => {
  const source = 'It is cold. I don’t like it. Nobody does.';
  expect(hasSameNegation('Es ist kalt. Ich mag es. Niemand mag es.', 'de', source, 'en')).toBe(false);
  expect(hasSameNegation('Es ist kalt, und ich mag es nicht. Niemand.', 'de', source, 'en')).toBe(true);
});
