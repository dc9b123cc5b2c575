import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { createSaveRequest, startAdminTestServer } from '#test/support/start-admin-server.ts';

/** SQL and LIKE syntax, control characters, a lone surrogate and markup. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...`'";()$%_&|!\\\0\n`, '\u2019', '\ud800', '😀'),
      fc.constantFrom('--', '/*', '*/', '$$', '$1', '::int', ':*', ' or 1=1 ', '<script>'),
      fc.constantFrom("'; drop table post; --", ' union select null ', ' pg_sleep(9) '),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(''));

describeDatabases('hostile text', (open) => {
  test('changes no rows, causes no server errors and stays fast', async () => {
    await using database = await open();
    await using server = await startAdminTestServer({ overrides: { database } });
    await server.request('owner', 'POST /posts', {
      body: createSaveRequest({ title: 'There', status: 'published' }, { locale: 'en' }),
    });
    const counts = async () => {
      const [row] = await database.query
        .select({
          posts: sql<number>`(select count(*) from post)::int`,
          articles: sql<number>`(select count(*) from article)::int`,
          taxonomy: sql<number>`(select count(*) from category)::int + (select count(*) from tag)::int`,
        })
        .from(sql`installation`);
      return row;
    };
    const before = await counts();
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const encoded = encodeURIComponent(text.toWellFormed());
        const urls = [
          `/api/blog/posts?locale=en&search=${encoded}`,
          `/api/blog/posts?locale=${encoded}`,
          `/api/blog/posts?locale=en&category=${encoded}`,
          `/api/blog/posts?locale=en&search=x&tag=${encoded}`,
          `/api/blog/posts?search=%ff${encoded}`,
          `/api/blog/posts/en/${encoded}`,
          `/api/blog/categories?locale=${encoded}`,
          `/files/${encoded}/480.webp`,
        ];
        const startedAt = performance.now();
        const responses = await Promise.all(urls.map((path) => fetch(server.origin + path)));
        for (const [index, response] of responses.entries()) {
          expect([urls[index], response.status < 500]).toEqual([urls[index], true]);
          await response.body?.cancel();
        }
        const listed = await server.request(
          'owner',
          `GET /posts?locale=en&search=${encoded}&status=${encoded}`,
        );
        const opened = await server.request('owner', `GET /posts/${encoded}`);
        const removed = await server.request('owner', `DELETE /posts/${encoded}`, { version: 1 });
        for (const { status } of [listed, opened, removed]) expect(status).toBeLessThan(500);
        expect(performance.now() - startedAt).toBeLessThan(5000);
      }),
      { numRuns: 12 },
    );
    expect(await counts()).toEqual(before);
  });
});
