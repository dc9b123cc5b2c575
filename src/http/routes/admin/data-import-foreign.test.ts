import { expect, test } from 'vitest';
import { german, ghostExport, ghostPost } from '#backup/importers/fixtures/ghost-export.ts';
import { wordPressExport } from '#backup/importers/fixtures/wordpress-export.ts';
import { post, redirect } from '#database/schema.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { type DataTestServer, startDataServer } from '#test/support/start-data-server.ts';

async function apply(server: DataTestServer, id: string) {
  await server.request('owner', `POST /data/jobs/${id}/apply`, { body: {} });
  return server.waitForPhase('done');
}

test('an export of WordPress is recognized, and the language chosen for it applies to the import', async () => {
  const database = await emptyDatabase();
  await using server = await startDataServer(database);
  const items = [
    { id: 7, name: 'one', content: german, status: 'private', meta: { mood: 'good' } },
    {
      id: 8,
      name: 'two',
      content: `<p>Zwei <img src="https://images.invalid/a.png"></p><form></form>`,
      terms: [['category', 'notes', 'Notes'] as [string, string, string]],
    },
  ];
  const bytes = Buffer.from(wordPressExport(items));
  const detected = await server.check('import', bytes);
  expect(detected.import?.posts.find(({ slug }) => slug === 'one')).toMatchObject({ locale: 'de' });
  const checked = await server.check('import', bytes, false, { locale: 'it' });
  expect(checked.import).toMatchObject({
    format: 'wordpress',
    counts: { created: 2 },
    categories: 1,
    authors: 1,
    missingPictures: 1,
    posts: [
      { slug: 'one', locale: 'it', losses: [{ code: 'post.private' }, { code: 'custom_fields' }] },
      { slug: 'two', locale: 'it' },
    ],
  });
  expect(checked.import?.losses).toEqual(
    expect.arrayContaining([
      { code: 'custom_fields', count: 1, details: ['mood'] },
      { code: 'form', count: 1, details: [] },
      { code: 'picture.missing', count: 1, details: ['https://images.invalid/a.png'] },
    ]),
  );
  expect(await database.query.select().from(post)).toEqual([]);
  const done = await apply(server, checked.id);
  expect(done.import?.losses).toEqual(checked.import?.losses);
  expect((await database.query.select().from(post)).map(({ locale }) => locale)).toEqual(['it', 'it']);
});

test('images of other sites are requested only if the owner asks for it', async () => {
  await using server = await startDataServer(await emptyDatabase());
  const html = '<p><img src="https://images.invalid/a.png"></p>';
  const bytes = Buffer.from(wordPressExport([{ id: 7, content: html }]));
  const without = await server.check('import', bytes);
  expect(without.import?.missingPictures).toBe(1);
  // A dry run only foresees it.
  const fetching = await server.check('import', bytes, false, { fetchImages: true });
  expect(fetching.import?.missingPictures).toBe(0);
  expect((await apply(server, fetching.id)).import?.missingPictures).toBe(1);
});

test('the URL of the former site completes an export of Ghost', async () => {
  const database = await emptyDatabase();
  await using server = await startDataServer(database);
  const image = '<p>x</p><img src="__GHOST_URL__/content/images/a.png" alt="">';
  const bytes = Buffer.from(ghostExport({ posts: [ghostPost({ html: image })], users: [], tags: [] }));
  const listLost = (job: Awaited<ReturnType<typeof server.readJob>>) => job.import?.losses[0]?.details;
  expect(listLost(await server.check('import', bytes))).toEqual(['/content/images/a.png']);
  const siteUrl = 'https://old.example';
  const checked = await server.check('import', bytes, false, { siteUrl });
  expect(checked.import?.format).toBe('ghost');
  expect(listLost(checked)).toEqual(['https://old.example/content/images/a.png']);
  await apply(server, checked.id);
  const [stored] = await database.query.select().from(post);
  expect(stored?.content).toContain('https://old.example/content/images/a.png');
  expect(await database.query.select({ path: redirect.path }).from(redirect)).not.toEqual([]);
});

test('wrong options are rejected before anything is uploaded', async () => {
  await using server = await startDataServer(await emptyDatabase());
  const start = async (options: object) =>
    (await server.request('owner', 'POST /data/jobs', { body: { kind: 'import', size: 10, options } })).body;
  for (const siteUrl of ['', 'old.example', 'ftp://old.example', 'https://ada:secret@old.example'])
    expect(await start({ siteUrl })).toMatchObject({
      code: 'data.site_url',
      error: expect.stringMatching(/^The URL of the former site isn’t valid/),
    });
  for (const options of [
    { locale: 'xx' },
    { fetchImages: 'yes' },
    { siteUrl: 'x'.repeat(2001) },
    { other: 1 },
  ])
    expect((await start(options)).code).toBe('fields.unfit');
  expect(await server.readJob()).toBeNull();
  expect(server.listJobFiles()).toEqual([]);
});
