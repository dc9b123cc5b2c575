import { expect, test } from 'vitest';
import type { Locale } from '#i18n/locales.ts';
import { hasUntranslatedWords } from './find-untranslated.ts';

const translations: Record<Locale, [first: string, second: string]> = {
  en: ['The old boat lies at the harbor wall.', 'Nobody has used it since the storm.'],
  es: ['El viejo barco está en el muelle del puerto.', 'Nadie lo ha usado desde la tormenta.'],
  pt: ['O velho barco está no muro do porto.', 'Ninguém o usou desde a tempestade.'],
  fr: ['Le vieux bateau est amarré au mur du port.', 'Personne ne s’en est servi depuis la tempête.'],
  de: ['Das alte Boot liegt an der Hafenmauer.', 'Seit dem Sturm hat es niemand mehr benutzt.'],
  it: ['La vecchia barca è ferma al muro del porto.', 'Nessuno la usa più dai giorni della tempesta.'],
  zh: ['那条旧船停在港口的墙边。', '自从风暴之后就没有人用过它。'],
  vi: ['Con thuyền cũ nằm bên bờ tường của bến cảng.', 'Từ sau cơn bão không ai dùng đến nó nữa.'],
  id: ['Perahu tua itu ada di dinding pelabuhan.', 'Tidak ada yang memakainya sejak badai itu.'],
  th: ['เรือเก่าลำนั้นจอดอยู่ริมกำแพงท่าเรือ', 'ไม่มีใครใช้มันเลยตั้งแต่เกิดพายุ'],
};
const entries = Object.entries(translations) as [Locale, [string, string]][];

test.each(entries)('from %s, finds a sentence that was left as it is', (from, [first, second]) => {
  const source = `${first} ${second}`;
  for (const [to, [ownFirst, ownSecond]] of entries) {
    if (to === from) continue;
    expect([to, hasUntranslatedWords(`${ownFirst} ${ownSecond}`, to, source, from)]).toEqual([to, false]);
    expect([to, hasUntranslatedWords(`${ownFirst} ${second}`, to, source, from)]).toEqual([to, true]);
    expect([to, hasUntranslatedWords(`${first} ${ownSecond}`, to, source, from)]).toEqual([to, true]);
  }
});

test.each<[string, boolean]>([
  ['Er hat die Karte of the old town dabei', true],
  ['Er hat die Karte der Altstadt dabei', false],
  ['Er hat „the map of the old town“ dabei', false],
  ['Er hat die Karte (the map of the old town) dabei', false],
  ['Er hat The Map of the Old Town dabei', false],
])('words of the source are no names or quotations: %j', (text, expected) => {
  const source = 'He has the map of the old town with him, The Map of the Old Town';
  expect(hasUntranslatedWords(text, 'de', source, 'en')).toBe(expected);
});
