import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { post } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { articleEntry, buildExport, headEntry, openSite, postEntry } from '#test/support/open-site.ts';
import { contentArticleSchema, contentTagsSchema } from './content-schema.ts';

const odd: unknown[] = [
  ...[-1, 0, 0.5, 2 ** 31 - 1, 2 ** 31, 3_000_000_000, 2 ** 53, 1e308, true, null, [], {}, [[]], [null]],
  ...[
    '',
    ' ',
    '0',
    'a\u0000',
    '\u001b[2J',
    '\ufeff',
    '\u2028',
    '__proto__',
    'constructor',
    'de',
    'A b/c',
    '🏳️‍⚧️',
  ],
  ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '1000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'],
  ...['2026-02-30T00:00:00Z', '2026-01-01T24:00:00Z', '2026-12-31T23:59:60Z', '2026-01-01T00:00:00+99:00'],
  ...['-271821-04-20T00:00:00Z', `2026-01-01T00:00:00.${'9'.repeat(300)}Z`, 'infinity', 'now'],
  ...['0199C7F0-7A11-8A2B-9C3D-00000000000B', '00000000-0000-0000-0000-000000000000', '{0199c7f0}'],
  ...['x'.repeat(200), 'x'.repeat(100_000), 'ก'.repeat(300), `${'<b>'.repeat(3000)}`, '&#0;&#xd800;&#xffff;'],
];

describeDatabases('an archive with an unusual value in every field that accepts it', (open) => {
  test('is imported, and a second import of its export changes nothing', async () => {
    const site = openSite(await open());
    const fields = new Set<string>();
    for (const value of odd) {
      const fits = (more: object, postChange: object = {}) =>
        contentArticleSchema.safeParse({ ...articleEntry, posts: [{ ...postEntry, ...postChange }], ...more })
          .success;
      const findAccepted = (entry: object, fitsOne: (change: object) => boolean) =>
        Object.keys(entry).flatMap((name) =>
          [value, [value]]
            .map((candidate) => [name, candidate] as const)
            .filter(([, candidate]) => fitsOne({ [name]: candidate })),
        );
      const postValues = findAccepted(postEntry, (change) => fits({}, change));
      const { id: _, ...articleRest } = articleEntry;
      const more = findAccepted(articleRest, fits);
      const taxon = { slug: value, names: { en: value } };
      const isValidTaxon = contentTagsSchema.safeParse([taxon]).success;
      if (postValues.length + more.length === 0 && !isValidTaxon) continue;
      const bytes = await buildExport(
        { ...Object.fromEntries(more), posts: [{ ...postEntry, ...Object.fromEntries(postValues) }] },
        {},
        isValidTaxon
          ? {
              'tags.json': JSON.stringify([taxon]),
              'categories.json': JSON.stringify([
                { ...taxon, color: '#123456', descriptions: { en: value } },
              ]),
            }
          : {},
      );
      const result = await site.importZip(bytes, true).catch((error) => error);
      expect([value, result]).toEqual([value, expect.objectContaining({ ok: true })]);
      for (const [name] of [...postValues, ...more]) fields.add(name);
    }
    expect(fields.size).toBeGreaterThanOrEqual(20);
    const again = await site.importZip(await site.exported());
    expect(again.ok && new Set(again.value.posts.map(({ outcome }) => outcome))).toEqual(
      new Set(['unchanged']),
    );
  }, 60_000);

  test('imports the other articles if the database rejects one', async () => {
    const database = await open();
    const site = openSite(database);
    await database.query.execute(
      sql`create function refuse() returns trigger language plpgsql as $$ begin if new.title = 'No' then raise exception using errcode = '22003'; end if; return new; end $$`,
    );
    await database.query.execute(
      sql`create trigger refuse before insert on post for each row execute function refuse()`,
    );
    const other = '0199c7f0-7a11-8a2b-9c3d-00000000000a';
    const second = { ...articleEntry, id: other, posts: [{ ...postEntry, id: other, slug: 'two' }] };
    const bytes = await buildExport(
      {},
      { title: 'No' },
      {
        'unspool.json': JSON.stringify({ ...headEntry, articles: 2 }),
        [`articles/${other}.json`]: JSON.stringify(second),
      },
    );
    const result = await site.importZip(bytes);
    await database.query.execute(sql`drop function refuse cascade`);
    expect(result).toMatchObject({
      value: { posts: [{ slug: 'one', outcome: 'refused', code: 'post.unfit' }, { outcome: 'created' }] },
    });
    expect(await database.query.select().from(post)).toHaveLength(1);
  });

  test('a text of more than 2 MB is refused, and only its article', async () => {
    const content = Array.from({ length: 310_000 }, (_, index) => index).join(' ');
    const result = await openSite(await open()).importZip(await buildExport({}, { content }));
    expect(result).toMatchObject({ value: { posts: [{ outcome: 'refused', code: 'text.too_long' }] } });
  });
});
