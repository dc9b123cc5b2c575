import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sanitise } from '#blog/sanitise.ts';
import { article, post } from '#database/schema.ts';
import { emptyDatabase, type TestDatabase } from '#test/support/databases.ts';
import { hostileHtml } from '#test/support/hostile-html.ts';
import { archiveOf, openSite } from '#test/support/open-site.ts';
import { type RunDesk, startRunDesk, stepOf } from '#test/support/run-desk.ts';
import { deskSave } from '#test/support/start-desk-edge.ts';
import { stressRuns } from '#test/support/stress.ts';

const documents = (few: number, all: number) => fc.sample(hostileHtml, stressRuns(few, all));

/** Nothing of it is off the list: the list itself is tested beside `sanitise`. */
const expectSound = (stored: string, given: string) =>
  expect([given, sanitise(stored)]).toEqual([given, stored]);

test('what comes in an archive is stored sanitised, or refused', { timeout: 600_000 }, async () => {
  await using database = await emptyDatabase();
  const site = openSite(database);
  for (const content of documents(15, 300)) {
    const taken = await site.take(
      await archiveOf({}, { content, title: content.slice(0, 200), excerpt: content.slice(0, 900) }),
    );
    if (!taken.ok) {
      expect(taken.error.code).toBe('archive.unfit');
      continue;
    }
    const [stored] = await database.query.select().from(post);
    expectSound(stored?.content ?? '', content);
    await database.query.delete(article);
  }
});

describe('through the desk', () => {
  let database: TestDatabase;
  let desk: RunDesk;
  beforeAll(async () => {
    database = await emptyDatabase();
    desk = await startRunDesk(database);
  });
  afterAll(() => desk?.[Symbol.asyncDispose]());

  test('what is created, changed, kept as a working copy or previewed is stored sanitised', {
    timeout: 600_000,
  }, async () => {
    const { ask } = desk.edge;
    const made = (await ask('editor', 'POST /posts', { body: deskSave({}, { locale: 'en' }) })).body;
    let { version } = made;
    for (const [at, content] of documents(15, 300).entries()) {
      const created = await ask('editor', 'POST /posts', { body: deskSave({ content }, { locale: 'en' }) });
      expect(created.status).toBe(201);
      expectSound(created.body.fields.content, content);
      const mode = at % 2 === 0 ? 'autosave' : 'save';
      const changed = await ask('editor', `PUT /posts/${made.id}`, {
        version,
        body: deskSave({ content }, { mode }),
      });
      expect(changed.status).toBe(200);
      version = changed.body.version;
      expectSound(changed.body.fields.content, content);
      const preview = await desk.edge.services.desk.previewPost(made.id);
      expect(preview?.content).toBe(changed.body.fields.content);
    }
    for (const { content } of await database.query.select({ content: post.content }).from(post))
      expect(sanitise(content)).toBe(content);
  });

  test('what a translation makes of hostile text is stored sanitised', { timeout: 600_000 }, async () => {
    const content = documents(12, 200)
      .map(
        (html) =>
          `<h2>A part of the whole text</h2><p>It was quiet in the garden &lt;img src=x onerror=ran()&gt;</p>${html}-->`,
      )
      .join('');
    const made = await desk.write({ title: 'The garden <img src=x onerror=ran()> in the morning', content });
    const run = await desk.run(made.id, { locales: ['de', 'th'] });
    for (const locale of ['de', 'th']) {
      const id = stepOf(run, locale).post?.id;
      const translated = (await desk.ask(`GET /posts/${id}`)).body;
      expectSound(translated.fields.content, content);
      expect(translated.fields.content.length).toBeGreaterThan(100);
    }
  });
});
