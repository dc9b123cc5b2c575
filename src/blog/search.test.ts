import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { stressRuns } from '#test/support/stress.ts';
import { buildSearchColumns, parseSearchQuery, type SearchableText } from './search.ts';

/** Runs a search on a text without inserting a row. */
async function find(database: Database, locale: Locale, text: Partial<SearchableText>, search: string) {
  const tokens = buildSearchColumns(locale, { title: '', excerpt: '', text: '', ...text });
  const query = parseSearchQuery(locale, search);
  if (!query) return { substring: false, terms: false };
  const vector = sql`${tokens.search}::text::tsvector`;
  const matchesSubstring = sql<boolean>`${vector} @@ ${query.trigramTsquery}::text::tsquery and position(${query.substring}::text in ${tokens.search_text}::text) > 0`;
  const matchesTerms = sql<boolean>`coalesce(${vector} @@ ${query.termsTsquery}::text::tsquery, false)`;
  const [row] = await database.query
    .select({ substring: matchesSubstring, terms: matchesTerms })
    .from(sql`(select 1) as one`);
  return row;
}

const hostile = [..."'\\\0\ud83d\ude00:*&!(|<->\u001f~ĳẞİΣ下ไม้đ", 'e\u0301', 'ﷺ', 'it’s', ' & ', '😀'];
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
    .map((units) => String.fromCharCode(...units)),
  fc.array(fc.constantFrom(...hostile), { maxLength: 12 }).map((parts) => parts.join('')),
);
const anyLocale = fc.constantFrom(...locales);

describeDatabases('searching the columns of a text', (open) => {
  test('any text can be stored and searched with any query', async () => {
    await using database = await open();
    await fc.assert(
      fc.asyncProperty(anyLocale, anyText, anyText, async (locale, text, search) => {
        await find(database, locale, { title: text, excerpt: search + text, text: text + search }, search);
      }),
      { numRuns: stressRuns(100, 5_000) },
    );
  });

  test('every substring of a title or excerpt is found, whatever the case', async () => {
    await using database = await open();
    const unit = fc.constantFrom(...'aBcÇéIเก下载σΣ \'\\~-😀"');
    const some = fc.string({ unit, minLength: 1, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(some, some, some, fc.boolean(), async (before, part, after, isTitle) => {
        fc.pre(part.trim() !== '');
        const text = { [isTitle ? 'title' : 'excerpt']: before + part + after };
        expect(await find(database, 'en', text, part.toUpperCase())).toMatchObject({ substring: true });
      }),
      { numRuns: stressRuns(100, 5_000) },
    );
  });

  test('a search does not match across title and excerpt', async () => {
    await using database = await open();
    const text = { title: 'Save', excerpt: 'videos' };
    expect((await find(database, 'en', text, 'savevideos'))?.substring).toBe(false);
    expect((await find(database, 'en', text, 'save\u001fvideos'))?.substring).toBe(false);
  });

  test.each<[Locale, string, string]>([
    ['en', 'Paste the link of a public post.', 'LINK post'],
    ['en', 'Paste the link of a public post.', 'publ'],
    ['en', 'Open threads.net in your browser', 'threads'],
    ['fr', 'Enregistrez l’image sans compte.', 'image'],
    ['fr', 'Enregistrez l’image sans compte.', "l'image"],
    ['de', 'Die Größe der Datei', 'grosse'],
    ['de', 'Die Größe der Datei', 'GRÖSSE'],
    ['de', 'Urlaub in Österreich', 'oesterreich'],
    ['de', 'Urlaub in Österreich', 'Oesterr'],
    ['de', 'Urlaub in Oesterreich', 'österreich'],
    ['de', 'Frau Mueller aus Köln', 'müller koeln'],
    ['en', 'A letter by Mrs. Mueller', 'Müller'],
    ['es', 'Qué guarda esta página', 'que pagina'],
    ['pt', 'Baixe o vídeo de uma publicação', 'video publicacao'],
    ['vi', 'Cách tải xuống video từ bài đăng', 'tai xuong'],
    ['vi', 'Cách tải xuống video từ bài đăng', 'bai dang'],
    ['vi', 'Cách tải xuống video từ bài đăng', 'tải xuong'],
    ['zh', '不用注册也不用安装就能下载视频', '不用'],
    ['zh', '不用注册也不用安装就能下载视频', '下载视频'],
    ['zh', '不用注册也不用安装就能下载视频', '载'],
    ['zh', '不用注册也不用安装就能下载视频', '频'],
    ['zh', '下载公开帖子里的4K视频', '4k视频'],
    ['zh', '下载公开帖子里的视频', '下载视频'],
    ['th', 'วิธีดาวน์โหลดวิดีโอจากโพสต์สาธารณะ', 'ดาวน์โหลด'],
    ['th', 'วิธีดาวน์โหลดวิดีโอจากโพสต์สาธารณะ', 'วิดีโอ'],
    ['th', 'วิธีดาวน์โหลดวิดีโอจากโพสต์สาธารณะ', 'โพ'],
    ['th', 'ทำได้ฟรี', 'ทํา'],
  ])('in %s, “%s” is found by the terms “%s”', async (locale, text, search) => {
    await using database = await open();
    expect(await find(database, locale, { text }, search)).toEqual({ substring: false, terms: true });
  });

  test.each<[Locale, string, string]>([
    ['en', 'Paste the link of a public post.', 'link video'],
    ['en', 'Paste the link of a public post.', 'ink'],
    ['de', 'Das Bild ist neu', 'neue'],
    ['en', 'A blunt answer', 'blue'],
    ['vi', 'Giá bán hôm nay', 'bạn'],
    ['zh', '下载视频', '上传'],
    ['th', 'ดาวน์โหลดวิดีโอ', 'รูปภาพ'],
    ['en', 'Paste', '!!!'],
  ])('in %s, “%s” is not found by “%s”', async (locale, text, search) => {
    await using database = await open();
    expect((await find(database, locale, { text }, search))?.terms).toBe(false);
  });

  test('a very long text of one word or of many words fits', async () => {
    await using database = await open();
    const allWords = Array.from({ length: 40_000 }, (_, index) => `${index.toString(36)}wörter`).join(' ');
    const allSigns = Array.from({ length: 20_000 }, (_, index) => String.fromCharCode(0x4e00 + index)).join(
      '',
    );
    expect((await find(database, 'en', { text: 'save '.repeat(100_000) }, 'save'))?.terms).toBe(true);
    expect((await find(database, 'en', { title: 'Numbers', text: allWords }, 'numbers'))?.terms).toBe(true);
    expect((await find(database, 'zh', { text: allSigns.repeat(4) }, allSigns.slice(5, 9)))?.terms).toBe(
      true,
    );
    expect((await find(database, 'en', { text: 'x'.repeat(100_000) }, 'xxx'))?.terms).toBe(true);
  });

  test('a blank search is null', () => {
    expect(parseSearchQuery('en', ' \t\u3000\u001f\0')).toBeNull();
  });
});
