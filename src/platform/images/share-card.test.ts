import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createImageRenderer } from '../image-renderer.ts';
import { createCoverRenderer } from './cover.ts';
import { cacheShareCards, createShareCardRenderer } from './share-card.ts';

const renderImage = createImageRenderer();
const draw = createShareCardRenderer(renderImage);
const drawCover = createCoverRenderer(renderImage);
const drawHeading = (heading: string, lang = 'en') =>
  draw({ lang, brand: 'Brand', tagline: 'Tagline', heading });

test('a card is a PNG image of 1200 by 630 pixels', async () => {
  const png = await drawHeading('Heading');
  expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});

test('the same text gives the same image', async () => {
  expect(await drawHeading('Heading')).toEqual(await drawHeading('Heading'));
});

const titleArea = { left: 0, top: 0, width: 1200, height: 430 };

// A missing glyph is the same box for every character.
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
  ['en', 'Пв', 'вП'],
  ['en', 'Ђѣ', 'ѣЂ'],
  ['en', 'Ωά', 'άΩ'],
  ['en', 'مح', 'حم'],
  ['en', 'של', 'לש'],
  ['en', 'नम', 'मन'],
])('%s has glyphs of its own for %s', async (lang, text, other) => {
  expect((await drawHeading(text, lang)).equals(await drawHeading(other, lang))).toBe(false);
  expect((await drawCover(lang, text)).equals(await drawCover(lang, other))).toBe(false);
});

test('a title in a script without a font leaves the card and the cover without a title', async () => {
  expect(await drawHeading('ሀለ')).toEqual(await drawHeading(''));
  expect(await drawHeading('Save 한국어')).toEqual(await drawHeading(''));
  const { channels } = await sharp(
    await sharp(await drawCover('en', 'ሀለ'))
      .extract(titleArea)
      .png()
      .toBuffer(),
  ).stats();
  expect(channels.map(({ stdev }) => stdev)).toEqual(channels.map(() => 0));
});

test('signs without a glyph are left out, also of the name of the site', async () => {
  expect(await drawHeading('From A → B ✓')).toEqual(await drawHeading('From A B'));
  const drawBrand = (brand: string) => draw({ lang: 'en', brand, tagline: 'Tagline', heading: 'Heading' });
  expect(await drawBrand('★ Brand ★')).toEqual(await drawBrand('Brand'));
  expect(await drawBrand('한국어')).toEqual(await drawBrand(''));
});

test('a title from right to left begins at the right edge', async () => {
  const findInk = async (title: string) => {
    const card = sharp(await drawHeading(title));
    const half = (left: number) =>
      card.clone().extract({ left, top: 240, width: 500, height: 280 }).png().toBuffer();
    const stats = await Promise.all([72, 590].map(async (left) => sharp(await half(left)).stats()));
    return stats.map(({ channels }) => channels.some(({ stdev }) => stdev > 0));
  };
  expect(await findInk('שלום')).toEqual([false, true]);
  expect(await findInk('Hello')).toEqual([true, false]);
});

test.each([
  ['th', 'ให้เครดิตผู้สร้างผลงานอย่างไรให้มีความหมายและเป็นประโยชน์ต่อทุกคน'],
  ['zh-Hans', '如何从公开帖子里保存视频并保留原始画质与声音的完整步骤说明和常见问题'],
  ['de', 'Donaudampfschifffahrtsgesellschaftskapitänsmütze'],
])('in %s a heading without spaces stays inside its box', async (lang, heading) => {
  const marginArea = { left: 1140, top: 190, width: 60, height: 400 };
  const card = sharp(await drawHeading(heading, lang));
  const pixels = await card.extract(marginArea).removeAlpha().raw().toBuffer();
  const colors = Array.from({ length: pixels.length / 3 }, (_, index) => pixels.readUIntBE(3 * index, 3));
  expect(new Set(colors).size).toBe(1);
});

const titles: [string, string][] = [
  [
    'en',
    'How to save every video, picture and GIF of a public post without an account, an app or a watermark',
  ],
  [
    'es',
    '¿Cómo guardar todos los vídeos, imágenes y GIF de una publicación pública sin cuenta ni aplicación?',
  ],
  [
    'pt-BR',
    'Como salvar todos os vídeos, imagens e GIFs de um post público sem conta, aplicativo ou marca-d’água',
  ],
  [
    'fr',
    'Comment enregistrer chaque vidéo, image et GIF d’une publication publique sans compte ni application ?',
  ],
  [
    'de',
    'Datenschutzgrundverordnung und Urheberrechtsverletzungen: Was beim Herunterladen wirklich erlaubt ist',
  ],
  [
    'it',
    'Come salvare ogni video, immagine e GIF di un post pubblico senza account, senza app e senza filigrana',
  ],
  ['zh-Hans', '如何从公开帖子里保存视频、图片和动图，并保留原始画质与声音：完整步骤说明、常见问题和注意事项'],
  [
    'vi',
    'Hướng dẫn đầy đủ cách lưu video, hình ảnh và ảnh động từ bài đăng công khai mà không cần tài khoản',
  ],
  [
    'id',
    'Cara menyimpan setiap video, gambar, dan GIF dari postingan publik tanpa akun, aplikasi, atau tanda air',
  ],
  ['th', 'วิธีบันทึกวิดีโอ รูปภาพ และภาพเคลื่อนไหวจากโพสต์สาธารณะโดยไม่ต้องมีบัญชีหรือแอปเพิ่มเติม'],
];

test.each(titles.flatMap(([lang, title]) => [title, title.repeat(4)].map((text) => [lang, text] as const)))(
  'in %s a long title leaves the margins of its cover free, also when cropped to 16:9: %s',
  async (lang, title) => {
    const cover = await drawCover(lang, title);
    for (const edge of [
      { left: 0, top: 0, width: 1200, height: 60 },
      { left: 0, top: 60, width: 80, height: 380 },
      { left: 1120, top: 60, width: 80, height: 370 },
    ]) {
      const { channels } = await sharp(await sharp(cover).extract(edge).png().toBuffer()).stats();
      expect(channels.map(({ stdev }) => stdev)).toEqual(channels.map(() => 0));
    }
  },
);

test('each title has its own, deterministic cover', async () => {
  expect(await drawCover('en', 'One')).toEqual(await drawCover('en', 'One'));
  expect((await drawCover('en', 'One')).equals(await drawCover('en', 'Two'))).toBe(false);
});

const createCard = (heading: string) => ({ lang: 'en', brand: 'Brand', tagline: 'Tagline', heading });

function createCountingRenderer() {
  const rendered: string[] = [];
  const draw = cacheShareCards(async ({ heading }) => {
    rendered.push(heading);
    if (heading === 'faulty' && rendered.length === 1) throw new Error('render failed');
    return Buffer.from(heading);
  });
  return { draw, rendered };
}

test('a card is rendered once for concurrent and later requests', async () => {
  const { draw, rendered } = createCountingRenderer();
  const [first, second] = await Promise.all([draw(createCard('a')), draw(createCard('a'))]);
  expect(first).toBe(second);
  expect(await draw(createCard('a'))).toBe(first);
  await draw(createCard('b'));
  expect(rendered).toEqual(['a', 'b']);
});

test('a failure is not cached', async () => {
  const { draw } = createCountingRenderer();
  await expect(draw(createCard('faulty'))).rejects.toThrow('render failed');
  expect((await draw(createCard('faulty'))).toString()).toBe('faulty');
});

test('the least recently used cards are evicted', async () => {
  const { draw, rendered } = createCountingRenderer();
  for (let number = 0; number <= 200; number += 1) await draw(createCard(`${number}`));
  await draw(createCard('200'));
  expect(rendered).toHaveLength(201);
  await draw(createCard('0'));
  expect(rendered).toHaveLength(202);
});
