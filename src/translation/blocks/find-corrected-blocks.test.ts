import { expect, test } from 'vitest';
import type { TranslationFields } from '#blog/editing-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { correctionLimits, findCorrectedBlocks } from './find-corrected-blocks.ts';

const paragraph = 'The garden was <strong>quiet</strong> in the morning, and we took 24 pictures of it.';
const before = `<h2>A garden</h2><p>${paragraph}</p><p>Read <a href="/blog/light">what light does</a>, says @ann.</p>`;

function withContent(content: string, fields: Partial<TranslationFields> = {}): TranslationFields {
  return {
    title: 'A garden in the morning',
    excerpt: '',
    content,
    featured_image_alt: '',
    seo_title: null,
    seo_description: null,
    seo_keywords: ['gardens'],
    ...fields,
  };
}

const find = (after: string, fields: Partial<TranslationFields> = {}, locale: Locale = 'en') =>
  findCorrectedBlocks(withContent(before), withContent(after, fields), locale);
const change = (from: string, to: string) => find(before.replace(from, to));

test.each([
  ['a typing error', 'garden was', 'gardn was'],
  ['punctuation', 'morning, and', 'morning and'],
  ['a capital letter', 'in the morning', 'in the Morning'],
  ['a word more', 'was <strong>', 'was very <strong>'],
  ['a few other words', 'we took 24 pictures of it', 'somebody made 24 photos of it'],
])('%s is a correction of its block', (_, from, to) => {
  const corrected = change(from, to);
  expect(corrected?.map(({ id }) => id)).toEqual(['b2']);
  expect(corrected?.[0]?.after.hash).not.toBe(corrected?.[0]?.before.hash);
});

test('a field is corrected like a block of the text', () => {
  expect(find(before, { title: 'A garden in the mornings' })?.map(({ id }) => id)).toEqual(['title']);
});

test.each([
  ['a number', '24', '42'],
  ['a number more', 'it.', 'it in 2026.'],
  ['the address of a link', '/blog/light', '/blog/shade'],
  ['a name with @', '@ann', '@bob'],
  ['formatting', '<strong>quiet</strong>', '<em>quiet</em>'],
  ['formatting that is gone', '<strong>quiet</strong>', 'quiet'],
  ['another level of a heading', '<h2>A garden</h2>', '<h3>A garden</h3>'],
  ['a new block', '<p>Read', '<p>More.</p><p>Read'],
  ['a new image', '<p>Read', '<img src="/files/1/640.webp" alt=""><p>Read'],
  [
    'more than a few words',
    'we took 24 pictures of it',
    'nobody ever thought about making 24 photos of this place',
  ],
])('%s makes translations outdated', (_, from, to) => {
  expect(change(from, to)).toBeNull();
});

test('an other number in a title of nothing but a number makes translations outdated', () => {
  const withYear = withContent(before, { title: '2025' });
  expect(findCorrectedBlocks(withYear, { ...withYear, title: '2026' }, 'en')).toBeNull();
});

test('another keyword makes translations outdated, and a corrected one does not', () => {
  expect(find(before, { seo_keywords: ['gardens', 'light'] })).toBeNull();
  expect(find(before, { seo_keywords: ['garden'] })?.map(({ id }) => id)).toEqual(['seo_keyword_1']);
});

test('small corrections in many blocks add up', () => {
  const blocks = Array.from(
    { length: correctionLimits.words + 1 },
    (_, index) => `<p>Block ${index} here</p>`,
  );
  const correct = (count: number) =>
    blocks.map((block, index) => (index < count ? block.replace('here', 'there') : block)).join('');
  const text = withContent(blocks.join(''));
  expect(findCorrectedBlocks(text, withContent(correct(correctionLimits.words)), 'en')).toHaveLength(10);
  expect(findCorrectedBlocks(text, withContent(correct(correctionLimits.words + 1)), 'en')).toBeNull();
});

test.each<[Locale, string, string]>([
  ['zh', '早上的花园很安静，我们拍了二十四张照片。', '早晨的花园很安静，我们拍了二十四张照片。'],
  ['th', 'สวนในตอนเช้าเงียบสงบ เราถ่ายรูปไว้หลายรูป', 'สวนในตอนเช้าเงียบสงบมาก เราถ่ายรูปไว้หลายรูป'],
])('words of %s are counted without spaces between them', (locale, from, to) => {
  const toPost = (text: string) => withContent(`<p>${text}</p>`);
  expect(findCorrectedBlocks(toPost(from), toPost(to), locale)).toHaveLength(1);
  const [first = ''] = from.split(/[，\s]/);
  expect(findCorrectedBlocks(toPost(from), toPost(first.repeat(4)), locale)).toBeNull();
});

test('a long text is compared in linear time', () => {
  const long = `<p>${'Some words of a garden. '.repeat(10_000)}</p>`;
  expect(
    findCorrectedBlocks(withContent(long), withContent(long.replaceAll('garden', 'yard')), 'en'),
  ).toBeNull();
});
