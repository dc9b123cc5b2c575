import { expect, test } from 'vitest';
import { createCardRenderer } from './card-renderer.ts';
import { fitHeading } from './fit-heading.ts';

const box = { width: 1000, height: 320, sizes: [76, 64, 54, 46, 40] };
const paint = createCardRenderer();

async function fitInBox(heading: string, lang = 'en') {
  let fitted: Awaited<ReturnType<typeof fitHeading>> | undefined;
  await paint(lang, async (measure) => {
    fitted = await fitHeading(heading, lang, box, measure);
    const { width, height } = await measure(fitted.text, { ...fitted.style, width: box.width });
    expect(width).toBeLessThanOrEqual(box.width);
    expect(height).toBeLessThanOrEqual(box.height);
    return { type: 'container', style: {} };
  });
  return { text: fitted?.text ?? '', fontSize: fitted?.style.fontSize ?? 0, style: fitted?.style };
}

test('a short heading is set large and left as it is', async () => {
  expect(await fitInBox('Save  a video\n')).toMatchObject({ text: 'Save a video', fontSize: 76 });
});

test('the longer a heading, the smaller it is set, and it stays in its box', async () => {
  const sizes: number[] = [];
  for (const words of [4, 16, 22, 30, 44]) sizes.push((await fitInBox('wordy '.repeat(words))).fontSize);
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  expect(new Set(sizes).size).toBeGreaterThan(2);
});

test('what fits in no size is cut between letters, with all their marks', async () => {
  const { text, fontSize } = await fitInBox('ก่'.repeat(400), 'th');
  expect(fontSize).toBe(40);
  expect(text.replaceAll('\u200b', '')).toMatch(/^(ก่){50,390}…$/);
});

test('a word that is longer than a line breaks', async () => {
  expect(await fitInBox('Donaudampfschifffahrtsgesellschaftskapitänsmütze'.repeat(2))).toMatchObject({
    style: { overflowWrap: 'anywhere' },
  });
  expect((await fitInBox('Donaudampfschifffahrtsgesellschaft und mehr')).style).not.toHaveProperty(
    'overflowWrap',
  );
});

test('Chinese breaks between clauses where that takes no much smaller type, else between words', async () => {
  const broken = async (heading: string) => (await fitInBox(heading, 'zh-Hans')).text.split('\u200b');
  expect(await broken('在 Threads 上保存视频，只需三步')).toEqual([
    '在\u00a0Threads\u00a0上保存视频，',
    '只需三步',
  ]);
  const words = await broken('如何从公开帖子里保存视频和图片并保留原始画质与声音的完整步骤说明');
  expect(words.length).toBeGreaterThan(5);
  expect(words).toContain('视频');
});

test('pictures among the letters are left out, since no font of the cards has them', async () => {
  expect(await fitInBox('Save 🎉 it ❤️ all™ 👨‍👩‍👧')).toMatchObject({ text: 'Save it all™' });
});
