import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slugHistory } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { describeDatabases } from '#test/support/databases.ts';
import type { PostInput } from './contract.ts';
import { openWriter, unwrap } from './fixtures/open-writer.ts';
import { normalizeUnicode } from './search.ts';
import { normalizeSlug, numberedSlug, slugFromTitle, unicodeSlug } from './slug.ts';
import { latinTitleSlug } from './title-slug.ts';

test.each<[Locale, string, string]>([
  ['en', 'How to Save a Video', 'how-to-save-a-video'],
  ['en', 'C++ & C#: 100% fun', 'c-c-100-fun'],
  ['en', 'a  \t b -- c', 'a-b-c'],
  ['en', ' x ', 'x'],
  ['zh', '视频', ''],
  ['de', 'Über Äpfel, Öl und Straßen', 'ueber-aepfel-oel-und-strassen'],
  ['de', 'u\u0308ber GRO\u1e9eE Cafés', 'ueber-grosse-cafes'],
  ['en', 'Über naïve cafés', 'uber-naive-cafes'],
  ['fr', 'Été : œufs, cœur & façade', 'ete-oeufs-coeur-facade'],
  ['es', 'El año del pingüino', 'el-ano-del-pinguino'],
  ['pt', 'Coleção de imagens à mão', 'colecao-de-imagens-a-mao'],
  ['vi', 'Trump gây bàn tán vì ngồi bàn họp nhỏ', 'trump-gay-ban-tan-vi-ngoi-ban-hop-nho'],
  ['it', 'Perché è così', 'perche-e-cosi'],
  ['en', 'Łódź, Ærø, Þingvellir, Đà Nẵng, Ħamrun', 'lodz-aero-thingvellir-da-nang-hamrun'],
  ['en', 'İstanbul’da ılık', 'istanbulda-ilik'],
  ['en', 'Ｗｉｄｅ ﬁne™', 'wide-fine'],
  ['en', 'Ⅷ ﬁn: ① of １０ in m²', 'viii-fin-1-of-10-in-m2'],
])('in %s the editor turns %j into %j', (locale, title, slug) => {
  expect(latinTitleSlug(locale, title)).toBe(slug);
});

test.each<[Locale, string, string]>([
  ['de', 'Über Größe & Maß', 'ueber-groesse-mass'],
  ['fr', "L'été à Angoulême", 'lete-a-angouleme'],
  ['vi', 'Tải video từ Đà Nẵng', 'tai-video-tu-da-nang'],
  ['zh', '如何下载Threads视频？', '如何-下载-threads-视频'],
  ['th', 'ดาวน์โหลดวิดีโอ', 'ดาวน์โหลด-วิดีโอ'],
  ['en', '!!!', ''],
])('in %s the Unicode slug of %j is %j', (locale, title, slug) => {
  expect(unicodeSlug(locale, title)).toBe(slug);
});

test.each<[Locale, string, string]>([
  ['en', ' Hello, World! ', 'hello-world'],
  ['de', 'Über uns', 'ueber-uns'],
  ['fr', 'Été', 'ete'],
  ['de', 'Größe 视频', 'groesse-视频'],
  ['zh', 'Threads 视频下载', 'threads-视频-下载'],
  ['th', '10 วิธี', '10-วิธี'],
  ['en', '— …', ''],
  ['en', '🎉 Party 🎉', 'party'],
  ['zh', '１０ 个技巧 ②', '10-个-技巧'],
])('in %s a post titled %j gets the slug %j', (locale, title, slug) => {
  expect(slugFromTitle(locale, title)).toBe(slug);
});

test.each([
  ['  My Post  ', 'my-post'],
  ['a/b\\c', 'a-b-c'],
  ['../../etc/passwd', 'etc-passwd'],
  ['a?b#c%d&e', 'abcde'],
  ['e\u0301te\u0301', 'été'],
  ['ไทย-中文_x', 'ไทย-中文_x'],
  ['///', ''],
  ['a\0b\ud800', 'ab'],
  ['e\u200d\u0301', 'é'],
  ['\u0e17\u0e4d\u0e32', 'ทำ'],
])('the entered slug %j becomes %j', (input, slug) => expect(normalizeSlug(input)).toBe(slug));

describe('any input', () => {
  const locale = fc.constantFrom(...locales);
  const tricky = fc.constantFrom(...'e\u0301\u0327\u200d\u0e4d\u0e32\u0e48ßᴬﬁΩ\u0345İẞ-/ .');
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(tricky, { maxLength: 300 }).map((characters) => characters.join('')),
  );

  test('a slug is short, stable when normalized again, and URL-safe', () => {
    fc.assert(
      fc.property(locale, text, (language, input) => {
        expect(slugFromTitle(language, input).length).toBeLessThanOrEqual(80);
        expect(encodeURIComponent(slugFromTitle(language, input)).length).toBeLessThanOrEqual(240);
        expect(normalizeSlug(input).length).toBeLessThanOrEqual(200);
        for (const slug of [slugFromTitle(language, input), normalizeSlug(input)]) {
          expect(slug).not.toMatch(/[\s/\\?#%.]|^-|-$|--/);
          expect(normalizeSlug(slug)).toBe(slug);
          expect(normalizeUnicode(slug)).toBe(slug);
          expect(decodeURIComponent(new URL(`/blog/${slug}`, 'http://a.example').pathname)).toBe(
            `/blog/${slug}`,
          );
        }
      }),
    );
  });

  test('a long title ends with a whole word', () => {
    expect(slugFromTitle('en', 'word '.repeat(80))).toBe(`${'word-'.repeat(15)}word`);
    expect(slugFromTitle('en', 'x'.repeat(300))).toBe('x'.repeat(80));
    expect(encodeURIComponent(slugFromTitle('th', 'ก'.repeat(300))).length).toBeLessThanOrEqual(240);
  });
});

test('a numbered slug is no longer than other slugs', () => {
  expect(numberedSlug('a-title', 1)).toBe('a-title');
  expect(numberedSlug('a-title', 12)).toBe('a-title-12');
  expect(numberedSlug(`${'word-'.repeat(15)}word`, 100)).toBe(`${'word-'.repeat(15)}100`);
  expect(numberedSlug('x'.repeat(80), 2)).toBe(`${'x'.repeat(78)}-2`);
});

describeDatabases('choosing the slug of a saved post', (open) => {
  test('a missing slug is derived from the title and numbered if it is taken', async () => {
    await using fixture = await openWriter(open);
    const slug = async (input: Partial<PostInput>) =>
      (await fixture.save({ locale: 'en', title: 'A Title!', ...input })).slug;
    expect(await slug({})).toBe('a-title');
    expect(await slug({})).toBe('a-title-2');
    expect(await slug({ slug: ' / ' })).toBe('a-title-3');
    expect(await slug({ locale: 'de' })).toBe('a-title');
    expect(await slug({ locale: 'zh', title: '视频' })).toBe('视频');
    expect(await slug({ title: '…' })).toMatch(/^post-[0-9a-z]{1,8}$/);
    expect(await slug({ title: 'Page' })).toBe('page-2');
    expect(await slug({ slug: 'My Own/Slug' })).toBe('my-own-slug');
  });

  test('concurrent saves with the same title get different slugs', async () => {
    await using fixture = await openWriter(open);
    const saved = await Promise.all(
      Array.from({ length: 60 }, () => fixture.writer.savePost({ locale: 'en', title: 'Same' })),
    );
    expect(new Set(saved.map((result) => unwrap(result).slug)).size).toBe(60);
  });

  test('a requested slug that is taken or reserved is rejected', async () => {
    await using fixture = await openWriter(open);
    await fixture.save({ locale: 'en', title: 'One' });
    for (const slug of ['one', ' ONE ', 'feed']) {
      expect(await fixture.writer.savePost({ locale: 'en', title: 'Two', slug })).toEqual({
        ok: false,
        error: { code: 'slug.taken' },
      });
    }
  });

  test('former slugs redirect to the current one after any number of changes', async () => {
    await using fixture = await openWriter(open);
    const { reader } = fixture;
    const { id } = await fixture.save({ locale: 'en', title: 'a', status: 'published' });
    const rename = async (slug: string) => await fixture.save({ id, locale: 'en', title: 'a', slug });
    await rename('b');
    await rename('c');
    expect(await reader.findPost('en', 'a')).toEqual({ kind: 'moved', slug: 'c' });
    expect(await reader.findPost('en', 'b')).toEqual({ kind: 'moved', slug: 'c' });
    await rename('a');
    expect(await reader.findPost('en', 'a')).toMatchObject({ kind: 'post' });
    expect(await reader.findPost('en', 'c')).toEqual({ kind: 'moved', slug: 'a' });
    await rename('a');
    expect((await fixture.database.query.select().from(slugHistory)).map((row) => row.slug).sort()).toEqual([
      'b',
      'c',
    ]);
  });

  test('a former slug is not derived from a title, but can be requested', async () => {
    await using fixture = await openWriter(open);
    const { reader } = fixture;
    const first = await fixture.save({ locale: 'en', title: 'Old', status: 'published' });
    await fixture.save({ id: first.id, locale: 'en', title: 'Old', slug: 'new-one' });
    const derived = await fixture.save({ locale: 'en', title: 'Old', status: 'published' });
    expect(derived.slug).toBe('old-2');
    const explicit = await fixture.writer.savePost({
      locale: 'en',
      title: 'x',
      slug: 'old',
      status: 'published',
    });
    expect(await reader.findPost('en', 'old')).toMatchObject({
      kind: 'post',
      post: { id: unwrap(explicit).id },
    });
  });

  test('a former slug that a draft requests redirects until the draft is published', async () => {
    await using fixture = await openWriter(open);
    const { reader } = fixture;
    const first = await fixture.save({ locale: 'en', title: 'Old', status: 'published' });
    await fixture.save({ id: first.id, locale: 'en', title: 'Old', slug: 'new-one' });
    const draft = await fixture.save({ locale: 'en', title: 'x', slug: 'old' });
    expect(await reader.findPost('en', 'old')).toEqual({ kind: 'moved', slug: 'new-one' });
    await fixture.save({ id: draft.id, locale: 'en', title: 'x', status: 'published' });
    expect(await reader.findPost('en', 'old')).toMatchObject({ kind: 'post', post: { id: draft.id } });
  });

  test('renaming a draft or changing its language leaves no former slug', async () => {
    await using fixture = await openWriter(open);
    const draft = await fixture.save({ locale: 'en', title: 'a' });
    await fixture.save({ id: draft.id, locale: 'en', title: 'a', slug: 'b' });
    expect(await fixture.database.query.select().from(slugHistory)).toEqual([]);
    await fixture.save({ id: draft.id, locale: 'en', title: 'a', status: 'published' });
    await fixture.save({ id: draft.id, locale: 'en', title: 'a', slug: 'c' });
    await fixture.save({ id: draft.id, locale: 'de', title: 'a' });
    expect(await fixture.database.query.select().from(slugHistory)).toEqual([]);
    expect(fixture.changes.at(-1)?.locales).toEqual(['en', 'de']);
  });
});

describeDatabases('adding a former slug', (open) => {
  test('a former slug redirects to its post in its own language and is stored once', async () => {
    await using fixture = await openWriter(open);
    const { reader } = fixture;
    await fixture.save({ locale: 'en', title: 'Current', status: 'published' });
    await fixture.writer.addFormerSlug({ locale: 'en', slug: 'current' }, 'old');
    await fixture.writer.addFormerSlug({ locale: 'en', slug: 'current' }, 'old');
    await fixture.writer.addFormerSlug({ locale: 'en', slug: 'nowhere' }, 'older');
    expect(await reader.findPost('en', 'old')).toEqual({ kind: 'moved', slug: 'current' });
    expect(await reader.findPost('de', 'old')).toEqual({ kind: 'missing' });
    expect(await fixture.database.query.select().from(slugHistory)).toHaveLength(1);
  });

  test('a slug that a post has now is not added, published or not', async () => {
    await using fixture = await openWriter(open);
    await fixture.save({ locale: 'en', title: 'Current', status: 'published' });
    const draft = await fixture.save({ locale: 'en', title: 'Taken' });
    for (const former of ['taken', 'current'])
      await fixture.writer.addFormerSlug({ locale: 'en', slug: 'current' }, former);
    expect(await fixture.database.query.select().from(slugHistory)).toEqual([]);
    await fixture.save({ id: draft.id, locale: 'en', title: 'Taken', status: 'published' });
    await fixture.save({ id: draft.id, locale: 'en', title: 'Taken', slug: 'gone' });
    expect(await fixture.database.query.select().from(slugHistory)).toHaveLength(1);
  });
});
