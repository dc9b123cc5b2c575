import { expect, test } from 'vitest';
import { mediaFile, post } from '#database/schema.ts';
import { fail } from '#platform/result.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { drawPng } from '../fixtures/draw-images.ts';
import { createWriterFixture, dataUrl, unwrap } from '../fixtures/open-writer.ts';
import type { FetchImage } from '../images/import-images.ts';
import { readStoredImage } from '../images.ts';
import { preparePost } from './prepare-post.ts';

const missingId = '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d';

describeDatabases('the images of a saved post', (open) => {
  test('inline, external and stored images are all served from this site', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    fixture.remoteImages.set('https://a.example/a.png', await drawPng(20, 10));
    const storedImage = unwrap(await fixture.writer.storeImage(await drawPng(30, 10)));
    const saved = unwrap(
      await fixture.writer.savePost({
        locale: 'en',
        title: 'One',
        featured_image_url: storedImage.src,
        content: `<p><img src="${await dataUrl(10, 10)}" alt="A"><img src="https://a.example/a.png"><img src="https://a.example/gone" alt="G"><img src="${storedImage.src}"></p>`,
      }),
    );
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
    const savedAgain = unwrap(
      await fixture.writer.savePost({ id: saved.id, locale: 'en', title: 'One', content: saved.content }),
    );
    expect(savedAgain.content).toBe(saved.content);
    expect(await database.query.select().from(mediaFile)).toHaveLength(3);
  });

  test('all external images of one save share one timeout', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    const signals: (AbortSignal | undefined)[] = [];
    const fetchImage: FetchImage = async (_url, signal) => {
      signals.push(signal);
      return fail('not found');
    };
    const content = '<img src="https://a.example/1"><img src="https://a.example/2">';
    const input = { locale: 'en', title: 'One', content } as const;
    for (let save = 0; save < 2; save++)
      await preparePost({ database, files: fixture.files, fetchImage }, input);
    const [first, second, third] = signals;
    expect(first?.aborted).toBe(false);
    expect([second === first, third === first, signals.length]).toEqual([true, false, 4]);
  });

  test('a cover can be a data URL or an external URL', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
    fixture.remoteImages.set('https://a.example/a.png', await drawPng(20, 10));
    const cover = async (featured_image_url: string) =>
      unwrap(await fixture.writer.savePost({ locale: 'en', title: 'One', featured_image_url }))
        .featured_image_width;
    expect(await cover(await dataUrl(10, 10))).toBe(10);
    expect(await cover('https://a.example/a.png')).toBe(20);
  });

  test('an unreadable image rejects the post and is reported by its index', async () => {
    await using database = await open();
    using fixture = createWriterFixture(database);
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
    expect(await database.query.select().from(post)).toEqual([]);
  });
});
