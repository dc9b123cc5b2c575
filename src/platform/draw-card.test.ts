import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createCardDrawer } from './draw-card.ts';

const draw = createCardDrawer();
const drawHeading = (heading: string, lang = 'en') =>
  draw({ lang, brand: 'Brand', tagline: 'Tagline', heading });

test('a card is a PNG picture of 1200 by 630 pixels', async () => {
  const png = await drawHeading('Heading');
  expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});

test('the same words are the same picture', async () => {
  expect(await drawHeading('Heading')).toEqual(await drawHeading('Heading'));
});

// A glyph that is missing is the same box for every character.
test.each([
  ['en', 'ab', 'ba'],
  ['es', 'ñ¿', '¿ñ'],
  ['de', 'ßÜ', 'Üß'],
  ['fr', 'œÇ', 'Çœ'],
  ['vi', 'ếữ', 'ữế'],
  ['vi', 'ơđ', 'đơ'],
  ['th', 'กข', 'ขก'],
  ['th', 'ก่', 'ก้'],
  ['zh-Hans', '帖，', '，帖'],
  ['zh-Hans', '媒存', '存媒'],
])('%s has glyphs of its own for %s', async (lang, one, other) => {
  expect((await drawHeading(one, lang)).equals(await drawHeading(other, lang))).toBe(false);
});

test('a character that no font holds is told by that very box', async () => {
  expect((await drawHeading('ሀለ')).equals(await drawHeading('ለሀ'))).toBe(true);
});

test.each([
  ['th', 'ให้เครดิตผู้สร้างผลงานอย่างไรให้มีความหมายและเป็นประโยชน์ต่อทุกคน'],
  ['zh-Hans', '如何从公开帖子里保存视频并保留原始画质与声音的完整步骤说明和常见问题'],
  ['de', 'Donaudampfschifffahrtsgesellschaftskapitänsmütze'],
])('in %s a heading without spaces stays inside its frame', async (lang, heading) => {
  const beside = { left: 1140, top: 190, width: 60, height: 400 };
  const card = sharp(await drawHeading(heading, lang));
  const pixels = await card.extract(beside).removeAlpha().raw().toBuffer();
  const colours = Array.from({ length: pixels.length / 3 }, (_, index) => pixels.readUIntBE(3 * index, 3));
  expect(new Set(colours).size).toBe(1);
});
