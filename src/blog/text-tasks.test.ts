import { expect, test } from 'vitest';
import { measureCpuMs } from '#test/support/measure-cpu.ts';
import { stressRuns } from '#test/support/stress.ts';
import { textBytesMax } from './contract.ts';
import { textTasks } from './text-tasks.ts';

const fields = { locale: 'en', title: 'T', excerpt: '', featured_image_alt: '' } as const;
const seo = { seo_title: null, seo_description: null, seo_keywords: [] };
const prepare = (content: string) => {
  const extracted = textTasks.extractImages(content);
  if (!extracted) throw new Error('too long');
  return textTasks.prepareText({ ...fields, ...seo, content: extracted.rest });
};

const bombs: [string, string?][] = [
  ['&'],
  [' '],
  ['<a '],
  ['<ul><li>'],
  ['a'],
  ...(
    [
      ...[
        ['>'],
        ['<'],
        ['"'],
        ['\n'],
        ['&nbsp;'],
        ['&amp;'],
        ['&#x'],
        ['&lt', 'a'],
        ['a\u0301'],
        ['</p>'],
        ['</'],
        ['<!'],
        ['<?'],
      ],
      ...[
        ['word '],
        ['漢'],
        ['สวัสดี'],
        ['👩‍👩‍👧'],
        ["l'a "],
        ['\u1100\u1161'],
        ['\ud800'],
        ['<br>'],
        ['<b>a</b>'],
        ['<p>x</p>'],
      ],
      ...[
        ['<li>a</li>'],
        ['<tr><td>'],
        ['<table><tr><td>a'],
        ['<span lang=de>a</span>'],
        ['<img src=x>'],
        ['<svg><a>'],
      ],
      ...[
        [' a', '<a'],
        ['b="c" ', '<a '],
        ['a ', '<a href="'],
        ['-', '<!--'],
        ['a   ', '<pre>'],
        ['<', '<style>'],
        ['<script>'],
      ],
      ...[
        ['<tr><td rowspan=100 colspan=100>a</td></tr>', '<table>'],
        ['data:'],
        ['<![CDATA['],
        ['<h2>a</h2>'],
      ],
    ] as [string, string?][]
  ).slice(0, stressRuns(0, 99)),
];

const fill = ([part, start = '']: [string, string?], bytes: number) =>
  start + part.repeat(Math.floor((bytes - start.length) / Buffer.byteLength(part)));

test.each(bombs)('2 MB of %j are prepared and rendered in linear time', { timeout: 120_000 }, (...bomb) => {
  const measure = (bytes: number) => {
    const html = fill(bomb, bytes);
    let content = '';
    const preparedMs = measureCpuMs(() => {
      content = prepare(html)?.fields.content ?? '';
    });
    return { preparedMs, renderedMs: measureCpuMs(() => textTasks.renderContent(content)) };
  };
  const [quarter, whole] = [measure(textBytesMax / 4), measure(textBytesMax)];
  // Quadratic time would be 16 times as much. The constant covers what a first call compiles.
  expect(whole.preparedMs).toBeLessThan(8 * quarter.preparedMs + 200);
  expect(whole.renderedMs).toBeLessThan(8 * quarter.renderedMs + 200);
});

test('the limit counts bytes without inline images, before and after sanitizing', () => {
  const image = `<img src="data:image/png;base64,${'A'.repeat(4_000_000)}" alt="A">`;
  const atLimit = (html: string) => html + 'é'.repeat((textBytesMax - Buffer.byteLength(html)) / 2);
  const tag = '<img src="" alt="A">';
  const extracted = textTasks.extractImages(`${image}${atLimit(tag).slice(tag.length)}`);
  expect(extracted?.images).toEqual([{ before: '', src: '', alt: 'A', bytes: Buffer.alloc(3_000_000) }]);
  expect(textTasks.extractImages(`${image}${atLimit('')}`)).toBeNull();
  expect(textTasks.extractImages(`${atLimit('<ul>')} `)).toBeNull();
  // An inline image outside an `img` is text.
  expect(textTasks.extractImages(image.replace('img', 'p'))).toBeNull();
  expect(prepare('&'.repeat(190_000) + 'a'.repeat(1_400_000))).toBeNull();
});
