import { expect, test } from 'vitest';
import { mediaFile, post } from '#database/schema.ts';
import { fail } from '#platform/result.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { drawPng } from './fixtures/draw-pictures.ts';
import { dataUrl, openWriter, unwrap } from './fixtures/open-writer.ts';
import { preparePost } from './prepare-post.ts';
import { readPicture } from './read-picture.ts';
import type { FetchPicture } from './take-in-pictures.ts';

const missingId = '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d';

describeDatabases('the pictures of a saved post', (open) => {
  test('come from inside the text, from other sites and from ours, and are served by us', async () => {
    await using database = await open();
    using desk = openWriter(database);
    desk.pictures.set('https://a.example/a.png', await drawPng(20, 10));
    const ours = unwrap(await desk.writer.storePicture(await drawPng(30, 10)));
    const saved = unwrap(
      await desk.writer.savePost({
        ...{ locale: 'en', title: 'One', featured_image_url: ours.src },
        content: `<p><img src="${await dataUrl(10, 10)}" alt="A"><img src="https://a.example/a.png"><img src="https://a.example/gone" alt="G"><img src="${ours.src}"></p>`,
      }),
    );
    const pictures = [...saved.content.matchAll(/<img src="\/files\/([^/]+)\/(\d+\.webp)"/g)];
    expect(pictures.map(([, , name]) => name)).toEqual(['10.webp', '20.webp', '30.webp']);
    for (const [, id = '', name = ''] of pictures) {
      expect((await readPicture(desk.files, id, name))?.type).toBe('image/webp');
    }
    expect(saved.content).toContain('<a href="https://a.example/gone" rel="noopener">G</a>');
    expect(saved).toMatchObject({
      featured_image_url: ours.src,
      featured_image_width: 30,
      featured_image_height: 10,
    });
    const again = unwrap(
      await desk.writer.savePost({ id: saved.id, locale: 'en', title: 'One', content: saved.content }),
    );
    expect(again.content).toBe(saved.content);
    expect(await database.query.select().from(mediaFile)).toHaveLength(3);
  });

  test('of other sites share one time to be fetched in, each save anew', async () => {
    await using database = await open();
    using desk = openWriter(database);
    const signals: (AbortSignal | undefined)[] = [];
    const fetchPicture: FetchPicture = async (_address, signal) => {
      signals.push(signal);
      return fail('nothing there');
    };
    const content = '<img src="https://a.example/1"><img src="https://a.example/2">';
    const input = { locale: 'en', title: 'One', content } as const;
    for (let save = 0; save < 2; save++)
      await preparePost({ database, files: desk.files, fetchPicture }, input);
    const [first, second, third] = signals;
    expect(first?.aborted).toBe(false);
    expect([second === first, third === first, signals.length]).toEqual([true, false, 4]);
  });

  test('a cover may be a picture itself or be fetched', async () => {
    await using database = await open();
    using desk = openWriter(database);
    desk.pictures.set('https://a.example/a.png', await drawPng(20, 10));
    const cover = async (featured_image_url: string) =>
      unwrap(await desk.writer.savePost({ locale: 'en', title: 'One', featured_image_url }))
        .featured_image_width;
    expect(await cover(await dataUrl(10, 10))).toBe(10);
    expect(await cover('https://a.example/a.png')).toBe(20);
  });

  test('one that cannot be read refuses the post and says which it was', async () => {
    await using database = await open();
    using desk = openWriter(database);
    const refusal = async (input: object) => {
      const result = await desk.writer.savePost({ locale: 'en', title: 'One', ...input });
      return result.ok ? 'saved' : { code: result.error.code, picture: result.error.picture };
    };
    const good = await dataUrl(10, 10);
    const broken = `${good.slice(0, 80)}`;
    expect(await refusal({ content: `<img src="${good}"><img src="${broken}">` })).toEqual({
      ...{ code: 'picture.unreadable', picture: 1 },
    });
    expect(await refusal({ featured_image_url: broken })).toEqual({ code: 'picture.unreadable' });
    expect(await refusal({ featured_image_url: `/files/${missingId}/9.webp` })).toEqual({
      code: 'picture.unreadable',
    });
    for (const foreign of ['https://a.example/gone', 'ftp://a.example/x', '/about', 'x']) {
      expect(await refusal({ featured_image_url: foreign })).toEqual({ code: 'picture.foreign' });
    }
    expect(await database.query.select().from(post)).toEqual([]);
  });
});
