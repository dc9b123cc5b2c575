import { expect, test } from 'vitest';
import { fail, ok } from '#platform/result.ts';
import { drawPng } from '../fixtures/draw-images.ts';
import { sanitizeContent } from '../sanitize-content.ts';
import { toStoredImage } from './image-urls.ts';
import { type ImageImporter, importImages } from './import-images.ts';

const png = await drawPng(12, 8);
const inside = `data:image/png;base64,${png.toString('base64')}`;
const known = toStoredImage({ id: '0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d', width: 300, height: 200 });
const stored = toStoredImage({ id: '00000000-0000-8000-8000-000000000001', width: 12, height: 8 });
const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

const importer: ImageImporter = {
  store: async (bytes) => (same(bytes, png) ? ok(stored) : fail({ code: 'picture.unreadable' })),
  find: async (id) => (id === known.id ? known : null),
  fetchImage: async (url) => {
    if (url === 'https://a.example/a.png') return ok(png);
    return url === 'https://a.example/page' ? ok(Buffer.from('<html>')) : fail('not found');
  },
};
const importHtml = async (html: string, customImporter: ImageImporter = importer) => {
  const result = await importImages(html, customImporter);
  return result.ok ? result.value : result.error;
};
const tag = (alt = '') => `<img src="${stored.src}" alt="${alt}" width="12" height="8">`;

test('an inline image is stored and keeps its position', async () => {
  expect(await importHtml(`<p>a<img alt='"A" &lt;b' class=x src="${inside}"/>b</p>`)).toBe(
    `<p>a${tag('&quot;A&quot; &lt;b')}b</p>`,
  );
  const escaped = inside.replaceAll('+', '%2B').replaceAll('/', '%2F').replace('image%2Fpng', 'image/png');
  const lines = `${inside.slice(0, 60)}\n ${inside.slice(60)}`;
  expect(await importHtml(`<IMG SRC="${escaped}"><img src="${lines}">`)).toBe(tag() + tag());
  const percent = `data:,${[...png].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`;
  expect(await importHtml(`<img src="${percent}">`)).toBe(tag());
});

test('an invalid inline image is reported by its index', async () => {
  for (const broken of [
    'data:',
    'data:image/png;base64,',
    'data:image/png;base64,AAAA',
    'data:text/html,<b>x</b>',
  ]) {
    expect(await importHtml(`<img src="${inside}"><img src='${broken}'>`)).toEqual({
      code: 'picture.unreadable',
      index: 1,
    });
  }
});

test('an external image is fetched, or becomes a link if that fails', async () => {
  expect(await importHtml('<img src="https://a.example/a.png" alt="A">')).toBe(tag('A'));
  expect(await importHtml('<img src="//a.example/a.png">')).toBe(tag());
  expect(await importHtml('<img src="https://a.example/gone" alt="A &amp; b">')).toBe(
    '<a href="https://a.example/gone">A &amp; b</a>',
  );
  expect(await importHtml('<img src="https://a.example/page">')).toBe(
    '<a href="https://a.example/page">https://a.example/page</a>',
  );
  expect(
    await importHtml('<img src="https://a.example/a.png" alt="A">', { ...importer, fetchImage: null }),
  ).toBe('<a href="https://a.example/a.png">A</a>');
});

test('a stored image gets its own size, and a missing one becomes a link', async () => {
  expect(await importHtml(`<img src="/files/${known.id}/9.webp" width="5000" alt="A">`)).toBe(
    `<img src="${known.src}" alt="A" width="300" height="200">`,
  );
  const missingUrl = `/files/${stored.id}/300.webp`;
  expect(await importHtml(`<img src="${missingUrl}" alt="A">`)).toBe(`<a href="${missingUrl}">A</a>`);
});

test('an image without a valid URL is replaced by its alt text', async () => {
  const srcs = ['file:///c:/a.png', 'cid:1', 'javascript:alert(1)', 'a.png', '', 'https://'];
  const html = srcs.map((src) => `<p><img src="${src}" alt="w&lt;"></p>`).join('');
  expect(sanitizeContent((await importHtml(html)) as string)).toBe('<p>w&lt;</p>'.repeat(srcs.length));
});

test('only tags count as images, and images below 20,000 nested elements are ignored', async () => {
  const text = `<!-- <img src="${inside}"> --><script>"<img src='x'>"</script><p title="<img src=x>">a</p>`;
  expect(await importHtml(text)).toBe(text);
  const deep = await importHtml(`<img src="${inside}">${'<div>'.repeat(20_000)}<img src="${inside}">`);
  expect(sanitizeContent(deep as string)).toBe(`<p>${tag()}</p>`);
});

test('importing an imported text again changes nothing', async () => {
  const firstPass = sanitizeContent((await importHtml(`<p><img src="${inside}" alt="A"></p>`)) as string);
  const storedImporter = { ...importer, find: async () => stored };
  const secondPass = sanitizeContent((await importHtml(firstPass, storedImporter)) as string);
  expect(secondPass).toBe(firstPass);
});
