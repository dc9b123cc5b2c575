import { expect, test } from 'vitest';
import { fail, ok } from '#platform/result.ts';
import { drawPng } from './fixtures/draw-pictures.ts';
import { pictureOf } from './picture-address.ts';
import { sanitise } from './sanitise.ts';
import { type PictureIntake, takeInPictures } from './take-in-pictures.ts';

const png = await drawPng(12, 8);
const inside = `data:image/png;base64,${png.toString('base64')}`;
const known = pictureOf({ id: '0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d', width: 300, height: 200 });
const stored = pictureOf({ id: '00000000-0000-8000-8000-000000000001', width: 12, height: 8 });
const same = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;

/** Knows one picture, stores one picture, and finds it at one address. */
const intake: PictureIntake = {
  store: async (bytes) => (same(bytes, png) ? ok(stored) : fail({ code: 'picture.unreadable' })),
  find: async (id) => (id === known.id ? known : null),
  fetchPicture: async (address) => {
    if (address === 'https://a.example/a.png') return ok(png);
    return address === 'https://a.example/page' ? ok(Buffer.from('<html>')) : fail('nothing there');
  },
};
const taken = async (html: string, with_: PictureIntake = intake) => {
  const result = await takeInPictures(html, with_);
  return result.ok ? result.value : result.error;
};
const tag = (alt = '') => `<img src="${stored.src}" alt="${alt}" width="12" height="8">`;

test('a picture inside the text is stored and stands where it stood', async () => {
  expect(await taken(`<p>a<img alt='"A" &lt;b' class=x src="${inside}"/>b</p>`)).toBe(
    `<p>a${tag('&quot;A&quot; &lt;b')}b</p>`,
  );
  const escaped = inside.replaceAll('+', '%2B').replaceAll('/', '%2F').replace('image%2Fpng', 'image/png');
  const lines = `${inside.slice(0, 60)}\n ${inside.slice(60)}`;
  expect(await taken(`<IMG SRC="${escaped}"><img src="${lines}">`)).toBe(tag() + tag());
  const percent = `data:,${[...png].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`;
  expect(await taken(`<img src="${percent}">`)).toBe(tag());
});

test('a picture inside the text that is none is named by its place', async () => {
  for (const broken of [
    'data:',
    'data:image/png;base64,',
    'data:image/png;base64,AAAA',
    'data:text/html,<b>x</b>',
  ]) {
    expect(await taken(`<img src="${inside}"><img src='${broken}'>`)).toEqual({
      code: 'picture.unreadable',
      index: 1,
    });
  }
});

test('a picture of another site is fetched, and a link where that fails', async () => {
  expect(await taken('<img src="https://a.example/a.png" alt="A">')).toBe(tag('A'));
  expect(await taken('<img src="//a.example/a.png">')).toBe(tag());
  expect(await taken('<img src="https://a.example/gone" alt="A &amp; b">')).toBe(
    '<a href="https://a.example/gone">A &amp; b</a>',
  );
  expect(await taken('<img src="https://a.example/page">')).toBe(
    '<a href="https://a.example/page">https://a.example/page</a>',
  );
  expect(await taken('<img src="https://a.example/a.png" alt="A">', { ...intake, fetchPicture: null })).toBe(
    '<a href="https://a.example/a.png">A</a>',
  );
});

test('a picture of ours gets its own size; one that is gone becomes a link', async () => {
  expect(await taken(`<img src="/files/${known.id}/9.webp" width="5000" alt="A">`)).toBe(
    `<img src="${known.src}" alt="A" width="300" height="200">`,
  );
  const gone = `/files/${stored.id}/300.webp`;
  expect(await taken(`<img src="${gone}" alt="A">`)).toBe(`<a href="${gone}">A</a>`);
});

test('what is no address leaves its words', async () => {
  const srcs = ['file:///c:/a.png', 'cid:1', 'javascript:alert(1)', 'a.png', '', 'https://'];
  const html = srcs.map((src) => `<p><img src="${src}" alt="w&lt;"></p>`).join('');
  expect(sanitise((await taken(html)) as string)).toBe('<p>w&lt;</p>'.repeat(srcs.length));
});

test('only tags are pictures, and none where 20,000 elements are nested', async () => {
  const text = `<!-- <img src="${inside}"> --><script>"<img src='x'>"</script><p title="<img src=x>">a</p>`;
  expect(await taken(text)).toBe(text);
  const deep = await taken(`<img src="${inside}">${'<div>'.repeat(20_000)}<img src="${inside}">`);
  expect(sanitise(deep as string)).toBe(`<p>${tag()}</p>`);
});

test('a text that was taken in stays as it is when it is taken in again', async () => {
  const once = sanitise((await taken(`<p><img src="${inside}" alt="A"></p>`)) as string);
  const keeping = { ...intake, find: async () => stored };
  const twice = sanitise((await taken(once, keeping)) as string);
  expect(twice).toBe(once);
});
