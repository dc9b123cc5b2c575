import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { emptyImportReport } from '#backup/contract.ts';
import { listedDetailsMax, listedPostsMax } from '#backup/data-job-contract.ts';
import { summarizeImport } from '#backup/jobs/summarize-import.ts';
import { drawPng } from '#blog/fixtures/draw-images.ts';
import { article, author, category, mediaFile, post, revision, tag } from '#database/schema.ts';
import { describeDatabases, emptyDatabase, type TestDatabase } from '#test/support/databases.ts';
import { articleEntry, buildExport, createZip, headEntry, postEntry } from '#test/support/open-site.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { startDataServer } from '#test/support/start-data-server.ts';

const imageId = '0199c7f0-7a11-8a2b-9c3d-0000000000f1';
const taxon = { slug: 'a', names: { en: 'A' } };

async function buildFullExport(): Promise<Buffer> {
  const content = `<p>x</p><img src="/files/${imageId}/60.webp" alt="a" width="60" height="40">`;
  const more = { category: 'a', tags: ['a'], author: { slug: 'grace', name: 'Grace' }, cover: imageId };
  return buildExport(
    more,
    { content },
    {
      'categories.json': JSON.stringify([{ ...taxon, color: '#123456', descriptions: {} }]),
      'tags.json': JSON.stringify([taxon]),
      [`files/${imageId}.webp`]: await drawPng(60, 40),
    },
  );
}

const tables = [article, post, category, tag, mediaFile, author, revision];

async function hashRows({ query }: TestDatabase): Promise<string> {
  const rows = await Promise.all(tables.map((table) => query.select().from(table)));
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}

describeDatabases('an import of the data page', (open) => {
  test('says what it would change and changes nothing before it is confirmed', async () => {
    const database = await open();
    await using server = await startDataServer(database);
    const before = await hashRows(database);
    const archive = await buildFullExport();
    const job = await server.check('import', archive);
    expect(job).toMatchObject({
      phase: 'checked',
      failure: null,
      import: {
        counts: { created: 1, changed: 0, kept: 0, unchanged: 0, refused: 0 },
        missingPictures: 0,
        posts: [{ locale: 'en', slug: 'one', outcome: 'created' }],
      },
    });
    expect(await hashRows(database)).toBe(before);

    const applied = await server.request('owner', `POST /data/jobs/${job.id}/apply`, { body: {} });
    expect([applied.status, applied.body.progressToken]).toEqual([202, null]);
    const done = await server.waitForPhase('done');
    expect(done.import?.counts).toMatchObject({ created: 1 });
    expect(server.listJobFiles()).toEqual([]);
    const [stored] = await database.query.select().from(post);
    const [image] = await database.query.select().from(mediaFile);
    expect(stored?.content).toContain(`src="/files/${image?.id}/60.webp"`);
    expect(await database.query.select().from(article)).toMatchObject([
      { coverFileId: image?.id, categoryId: expect.anything(), authorId: expect.anything() },
    ]);

    const again = await server.check('import', archive);
    expect(again.import?.counts).toMatchObject({ unchanged: 1, created: 0, changed: 0, kept: 0 });
  });

  test('keeps posts that differ, or replaces them if the owner says so', async () => {
    const database = await open();
    await using server = await startDataServer(database);
    const first = await server.check('import', await buildExport());
    await server.request('owner', `POST /data/jobs/${first.id}/apply`, { body: {} });
    await server.waitForPhase('done');
    const other = await buildExport({}, { title: 'Other' });
    const kept = await server.check('import', other);
    expect(kept.import?.counts).toMatchObject({ kept: 1, changed: 0 });
    const before = await hashRows(database);
    const replaced = await server.check('import', other, true);
    expect(replaced).toMatchObject({ replacesPosts: true, import: { counts: { kept: 0, changed: 1 } } });
    expect(await hashRows(database)).toBe(before);
    await server.request('owner', `POST /data/jobs/${replaced.id}/apply`, { body: {} });
    await server.waitForPhase('done');
    expect(await database.query.select({ title: post.title }).from(post)).toEqual([{ title: 'Other' }]);
  });
});

test('a dry run finds what can’t be imported, and why', async () => {
  const database = await emptyDatabase();
  await using server = await startDataServer(database);
  const created = await server.request('owner', 'POST /posts', {
    body: createSaveRequest({ title: 'Here', slug: 'here' }, { locale: 'de' }),
  });
  const otherArticle = '0199c7f0-7a11-8a2b-9c3d-0000000000aa';
  const archive = await createZip({
    'unspool.json': JSON.stringify({ ...headEntry, articles: 2, posts: 3 }),
    'categories.json': '[]',
    'tags.json': '[]',
    // The language exists under another id.
    [`articles/${created.body.article_id}.json`]: JSON.stringify({
      ...articleEntry,
      id: created.body.article_id,
      posts: [{ ...postEntry, locale: 'de' }],
    }),
    [`articles/${otherArticle}.json`]: JSON.stringify({
      ...articleEntry,
      id: otherArticle,
      cover: imageId,
      posts: [{ ...postEntry, id: '0199c7f0-7a11-8a2b-9c3d-0000000000ab' }],
    }),
  });
  const before = await hashRows(database);
  const job = await server.check('import', archive);
  expect(job.import).toMatchObject({ counts: { refused: 1, created: 1 }, missingPictures: 1 });
  expect(job.import?.posts[0]).toMatchObject({ locale: 'de', outcome: 'refused', code: 'language.taken' });
  expect(await hashRows(database)).toBe(before);
});

test('a canceled import leaves nothing behind', async () => {
  const database = await emptyDatabase();
  await using server = await startDataServer(database);
  const job = await server.check('import', await buildExport());
  expect(server.listJobFiles()).toHaveLength(1);
  expect((await server.request('owner', `DELETE /data/jobs/${job.id}`)).status).toBe(200);
  expect(server.listJobFiles()).toEqual([]);
  expect((await server.request('owner', 'GET /data/jobs')).body).toEqual({ job: null });
  const gone = await server.request('owner', `POST /data/jobs/${job.id}/apply`, { body: {} });
  expect([gone.status, gone.body.code]).toEqual([404, 'data.gone']);
  expect(await database.query.select().from(post)).toEqual([]);
});

test('the report lists a limited number of posts, and those that failed first', async () => {
  const entry = { article: 'a', locale: 'en', slug: 's' };
  const posts = [
    ...Array.from({ length: listedPostsMax + 5 }, () => ({ ...entry, outcome: 'created' as const })),
    { ...entry, outcome: 'refused' as const, code: 'post.unfit' },
  ];
  const summary = summarizeImport({ ...emptyImportReport('unspool'), posts });
  expect(summary.counts).toMatchObject({ created: listedPostsMax + 5, refused: 1 });
  expect(summary.posts).toHaveLength(listedPostsMax);
  expect(summary.posts[0]).toMatchObject({ outcome: 'refused' });
});

test('the report adds up what can’t be imported, and lists a limited number of names', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `name ${index}`);
  const losses = [
    { code: 'form' as const, count: 1, details: [] },
    { code: 'custom_fields' as const, count: 20, details: names(20) },
  ];
  const entry = { article: 'a', locale: 'en', slug: 's', outcome: 'created' as const };
  const posts = [entry, ...Array.from({ length: listedPostsMax + 5 }, () => ({ ...entry, losses }))];
  const file = [{ code: 'members' as const, count: 3, details: [] }];
  const summary = summarizeImport({ ...emptyImportReport('ghost'), posts, losses: file });
  expect(summary.losses).toEqual([
    {
      code: 'custom_fields',
      count: 20 * (listedPostsMax + 5),
      details: names(listedDetailsMax.loss),
    },
    { code: 'form', count: listedPostsMax + 5, details: [] },
    { code: 'members', count: 3, details: [] },
  ]);
  // Posts without losses come last.
  expect(summary.posts.map((listed) => listed.losses?.length)).toEqual(
    Array.from({ length: listedPostsMax }, () => 2),
  );
  expect(summary.posts[0]?.losses?.[1]).toEqual({
    code: 'custom_fields',
    count: 20,
    details: names(listedDetailsMax.postLoss),
  });
  const details = summary.posts.flatMap((listed) => listed.losses?.flatMap((loss) => loss.details) ?? []);
  expect(details.length).toBeLessThanOrEqual(listedDetailsMax.posts);
});
