import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { deskSave, startDeskEdge } from '#test/support/start-desk-edge.ts';

/** What closes a string, begins a comment or another statement, is a pattern, a number too large, or no text at all. */
const hostile = fc
  .array(
    fc.constantFrom(
      ...[
        "'",
        '"',
        '\\',
        ';',
        '--',
        '/*',
        '*/',
        ')',
        '(',
        '$$',
        '$1',
        '%',
        '_',
        '\0',
        '\n',
        '::int',
        ' or 1=1 ',
      ],
      ...[
        "'; drop table post; --",
        ' union select null ',
        ' pg_sleep(9) ',
        '\u2019',
        '\ud800',
        '😀',
        '<script>',
        '&',
        '|',
        '!',
        ':*',
      ],
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(''));

describeDatabases('text of whatever kind', (open) => {
  test('asks for nothing but itself: no row is gained or lost, nothing fails, nothing takes long', async () => {
    await using database = await open();
    await using edge = await startDeskEdge({ overrides: { database } });
    await edge.ask('owner', 'POST /posts', {
      body: deskSave({ title: 'There', status: 'published' }, { locale: 'en' }),
    });
    const counts = async () => {
      const [row] = await database.query
        .select({
          posts: sql<number>`(select count(*) from post)::int`,
          articles: sql<number>`(select count(*) from article)::int`,
          shelves: sql<number>`(select count(*) from category)::int + (select count(*) from tag)::int`,
        })
        .from(sql`installation`);
      return row;
    };
    const before = await counts();
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const said = encodeURIComponent(text.toWellFormed());
        const addresses = [
          `/api/blog/posts?locale=en&search=${said}`,
          `/api/blog/posts?locale=${said}`,
          `/api/blog/posts?locale=en&category=${said}`,
          `/api/blog/posts/en/${said}`,
          `/api/blog/categories?locale=${said}`,
          `/files/${said}/480.webp`,
        ];
        const begun = performance.now();
        const answers = await Promise.all(addresses.map((path) => fetch(edge.origin + path)));
        for (const [index, answer] of answers.entries()) {
          expect([addresses[index], answer.status < 500]).toEqual([addresses[index], true]);
          await answer.body?.cancel();
        }
        const listed = await edge.ask('owner', `GET /posts?locale=en&search=${said}&status=${said}`);
        const opened = await edge.ask('owner', `GET /posts/${said}`);
        const removed = await edge.ask('owner', `DELETE /posts/${said}`, { version: 1 });
        for (const { status } of [listed, opened, removed]) expect(status).toBeLessThan(500);
        expect(performance.now() - begun).toBeLessThan(5000);
      }),
      { numRuns: 12 },
    );
    expect(await counts()).toEqual(before);
  });
});
