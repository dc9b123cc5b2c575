import { expect, test } from 'vitest';
import { createImageRenderer } from '../image-renderer.ts';
import { fitHeading, toDrawableText } from './heading.ts';

const box = { width: 1000, height: 320, sizes: [76, 64, 54, 46, 40] };
const renderImage = createImageRenderer();

async function fitInBox(heading: string, lang = 'en') {
  let fitted: Awaited<ReturnType<typeof fitHeading>> | undefined;
  await renderImage(lang, async (measure, hasGlyph) => {
    fitted = await fitHeading(toDrawableText(heading, hasGlyph), lang, box, measure);
    const { width, height } = await measure(fitted.text, { ...fitted.style, width: box.width });
    expect(width).toBeLessThanOrEqual(box.width);
    expect(height).toBeLessThanOrEqual(box.height);
    return { type: 'container', style: {} };
  });
  return { text: fitted?.text ?? '', fontSize: fitted?.style.fontSize ?? 0, style: fitted?.style };
}

test('a short heading is large and unchanged', async () => {
  expect(await fitInBox('Save  a video\n')).toMatchObject({ text: 'Save a video', fontSize: 76 });
});

test('longer headings get smaller font sizes and stay in the box', async () => {
  const sizes: number[] = [];
  for (const wordCount of [4, 16, 22, 30, 44])
    sizes.push((await fitInBox('wordy '.repeat(wordCount))).fontSize);
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  expect(new Set(sizes).size).toBeGreaterThan(2);
});

test('text that fits in no size is truncated between graphemes', async () => {
  const { text, fontSize } = await fitInBox('ก่'.repeat(400), 'th');
  expect(fontSize).toBe(40);
  expect(text.replaceAll('\u200b', '')).toMatch(/^(ก่){50,390}…$/);
});

test('a word longer than a line is broken', async () => {
  expect(await fitInBox('Donaudampfschifffahrtsgesellschaftskapitänsmütze'.repeat(2))).toMatchObject({
    style: { overflowWrap: 'anywhere' },
  });
  expect((await fitInBox('Donaudampfschifffahrtsgesellschaft und mehr')).style).not.toHaveProperty(
    'overflowWrap',
  );
});

test('Chinese breaks between clauses if the size allows it, else between words', async () => {
  const splitLines = async (heading: string) => (await fitInBox(heading, 'zh-Hans')).text.split('\u200b');
  expect(await splitLines('在 Threads 上保存视频，只需三步')).toEqual([
    '在\u00a0Threads\u00a0上保存视频，',
    '只需三步',
  ]);
  const segments = await splitLines('如何从公开帖子里保存视频和图片并保留原始画质与声音的完整步骤说明');
  expect(segments.length).toBeGreaterThan(5);
  expect(segments).toContain('视频');
});

test('letters and digits that are decorated are drawn as plain ones', async () => {
  expect(await fitInBox('𝕊𝕒𝕧𝕖 ① video in ⅓ of the time')).toMatchObject({
    text: 'Save 1 video in 1⁄3 of the time',
  });
});

test('emoji are removed because the fonts lack them', async () => {
  expect(await fitInBox('Save 🎉 it ❤️ all™ 👨‍👩‍👧')).toMatchObject({ text: 'Save it all™' });
});

test.each([
  ['From A → B in 3 steps ✓', 'From A B in 3 steps'],
  ['Ελληνικά ≠ ∑', 'Ελληνικά'],
  ['Привет из Москвы', 'Привет из Москвы'],
  ['cafe\u0301', 'café'],
  ['Save a video 한국어', ''],
  ['ሀለ', ''],
  ['→ ✓', ''],
])('of %j, %j can be drawn', async (title, expected) => {
  expect((await fitInBox(title)).text).toBe(expected);
});

test.each([
  ['مرحبا بالعالم', 'rtl'],
  ['«שלום» and more', 'rtl'],
  ['Shalom שלום', undefined],
])('the first letter of %j decides about its direction', async (title, direction) => {
  expect((await fitInBox(title)).style?.direction).toBe(direction);
});
