import { expect, test } from 'vitest';
import { sanitizeContent } from '#content/sanitize-content.ts';
import { mediaFile, post } from '#database/schema.ts';
import { fail, ok } from '#platform/result.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { drawPng } from '../fixtures/draw-images.ts';
import { dataUrl, openWriter, unwrap } from '../fixtures/open-writer.ts';
import { type FetchImage, readStoredImage, toStoredImage } from '../images.ts';
import { type ImageImporter, importImages, preparePost } from './prepare-post.ts';

const missingId = '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d';

describeDatabases('the images of a saved post', (open) => {
  test('inline, external and stored images are all served from this site', async () => {
    await using fixture = await openWriter(open);
    fixture.remoteImages.set('https://a.example/a.png', await drawPng(20, 10));
    const storedImage = unwrap(await fixture.writer.storeImage(await drawPng(30, 10)));
    const saved = await fixture.save({
      locale: 'en',
      title: 'One',
      featured_image_url: storedImage.src,
      content: `<p><img src="${await dataUrl(10, 10)}" alt="A"><img src="https://a.example/a.png"><img src="https://a.example/gone" alt="G"><img src="${storedImage.src}"></p>`,
    });
    const images = [...saved.content.matchAll(/<img src="\/files\/([^/]+)\/(\d+\.webp)"/g)];
    expect(images.map(([, , name]) => name)).toEqual(['10.webp', '20.webp', '30.webp']);
    for (const [, id = '', name = ''] of images) {
      expect((await readStoredImage(fixture.files, id, name))?.type).toBe('image/webp');
    }
    expect(saved.content).toContain('<a href="https://a.example/gone" rel="noopener">G</a>');
    expect(saved).toMatchObject({
      featured_image_url: storedImage.src,
      featured_image_width: 30,
      featured_image_height: 10,
    });
    const savedAgain = await fixture.save({
      id: saved.id,
      locale: 'en',
      title: 'One',
      content: saved.content,
    });
    expect(savedAgain.content).toBe(saved.content);
    expect(await fixture.database.query.select().from(mediaFile)).toHaveLength(3);
  });

  test('all external images of one save share one timeout', async () => {
    await using fixture = await openWriter(open);
    const signals: (AbortSignal | undefined)[] = [];
    const fetchImage: FetchImage = async (_url, signal) => {
      signals.push(signal);
      return fail('not found');
    };
    const content = '<img src="https://a.example/1"><img src="https://a.example/2">';
    const input = { locale: 'en', title: 'One', content } as const;
    for (let save = 0; save < 2; save++)
      await preparePost({ database: fixture.database, files: fixture.files, fetchImage }, input);
    const [first, second, third] = signals;
    expect(first?.aborted).toBe(false);
    expect([second === first, third === first, signals.length]).toEqual([true, false, 4]);
  });

  test('an unreadable image rejects the post and is reported by its index', async () => {
    await using fixture = await openWriter(open);
    const trySave = async (input: object) => {
      const result = await fixture.writer.savePost({ locale: 'en', title: 'One', ...input });
      return result.ok ? 'saved' : { code: result.error.code, picture: result.error.picture };
    };
    const good = await dataUrl(10, 10);
    const broken = `${good.slice(0, 80)}`;
    expect(await trySave({ content: `<img src="${good}"><img src="${broken}">` })).toEqual({
      code: 'picture.unreadable',
      picture: 1,
    });
    expect(await trySave({ featured_image_url: broken })).toEqual({ code: 'picture.unreadable' });
    expect(await trySave({ featured_image_url: `/files/${missingId}/9.webp` })).toEqual({
      code: 'picture.unreadable',
    });
    for (const url of ['https://a.example/gone', 'ftp://a.example/x', '/about', 'x']) {
      expect(await trySave({ featured_image_url: url })).toEqual({ code: 'picture.foreign' });
    }
    expect(await fixture.database.query.select().from(post)).toEqual([]);
  });
});

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
      picture: 1,
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
