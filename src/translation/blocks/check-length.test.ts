import { expect, test } from 'vitest';
import type { Locale } from '#i18n/locales.ts';
import { hasSameSentences } from './check-length.ts';

const three: Record<Locale, string[]> = {
  en: ['The water is cold.', 'The boat leaves at six in the evening.', 'Bring a warm jacket.'],
  es: ['El agua está fría.', 'El barco sale a las seis de la tarde.', 'Trae una chaqueta abrigada.'],
  pt: ['A água está fria.', 'O barco sai às seis da tarde.', 'Traga um casaco quente.'],
  fr: ['L’eau est froide.', 'Le bateau part à six heures du soir.', 'Prenez une veste chaude.'],
  de: ['Das Wasser ist kalt.', 'Das Boot fährt um sechs Uhr abends ab.', 'Nimm eine warme Jacke mit.'],
  it: ['L’acqua è fredda.', 'La barca parte alle sei di sera.', 'Porta una giacca calda.'],
  zh: ['海水很冷。', '船在晚上六点钟准时开。', '请带上一件厚外套。'],
  vi: ['Nước rất lạnh.', 'Thuyền rời bến lúc sáu giờ tối.', 'Hãy mang theo áo ấm.'],
  id: ['Airnya dingin.', 'Kapal berangkat pukul enam sore.', 'Bawalah jaket yang hangat.'],
  th: ['น้ำเย็นมาก', 'เรือออกเวลาหกโมงเย็น', 'อย่าลืมเอาเสื้อกันหนาวตัวหนามาด้วย'],
};
const join = (sentences: string[] | undefined, locale: Locale) =>
  sentences?.join(locale === 'zh' ? '' : ' ') ?? '';
const locales = Object.keys(three) as Locale[];

test.each(locales)('from %s, finds that two of three sentences are missing or were added', (from) => {
  const source = join(three[from], from);
  for (const to of locales) {
    expect([to, hasSameSentences(join(three[to], to), to, source, from)]).toEqual([to, true]);
    if (from === 'th') continue;
    expect([to, hasSameSentences(join(three[to].slice(0, 1), to), to, source, from)]).toEqual([to, false]);
    if (to === 'th') continue;
    const repeated = join([...three[to], ...three[to]], to);
    expect([to, hasSameSentences(repeated, to, source, from)]).toEqual([to, false]);
  }
});

test('sentences may be merged or split', () => {
  const source = 'It was late. It was dark. We were tired and wanted nothing more than to go home at last.';
  const merged = 'Es war spät und dunkel, wir waren müde und wollten nur noch endlich nach Hause gehen.';
  expect(hasSameSentences(merged, 'de', source, 'en')).toBe(true);
  expect(hasSameSentences(source, 'en', merged, 'de')).toBe(true);
});

test('an abbreviation may look like the end of a sentence', () => {
  expect(hasSameSentences('钱先生也来要了一块木头。', 'zh', 'Mr. Qian asked for wood, too.', 'en')).toBe(
    true,
  );
});
