import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sanitizeContent } from '#content/sanitize-content.ts';
import { article, post } from '#database/schema.ts';
import { emptyDatabase, type TestDatabase } from '#test/support/databases.ts';
import { hostileHtml } from '#test/support/hostile-html.ts';
import { buildExport, openSite } from '#test/support/open-site.ts';
import { stressRuns } from '#test/support/stress.ts';
import { findStep, type RunTestServer, startRunTestServer } from '../support/run-harness.ts';
import { createSaveRequest } from '../support/start-admin-server.ts';

const documents = (few: number, all: number) => fc.sample(hostileHtml, stressRuns(few, all));

/** Sanitizing again changes nothing; `sanitizeContent` itself has its own tests. */
const expectSanitized = (stored: string, input: string) =>
  expect([input, sanitizeContent(stored)]).toEqual([input, stored]);

test('imported content is stored sanitized, or the import is rejected', { timeout: 600_000 }, async () => {
  await using database = await emptyDatabase();
  const site = openSite(database);
  for (const content of documents(15, 300)) {
    const result = await site.importZip(
      await buildExport({}, { content, title: content.slice(0, 200), excerpt: content.slice(0, 900) }),
    );
    if (!result.ok) {
      expect(result.error.code).toBe('archive.unfit');
      continue;
    }
    const [stored] = await database.query.select().from(post);
    expectSanitized(stored?.content ?? '', content);
    await database.query.delete(article);
  }
});

describe('through the admin API', () => {
  let database: TestDatabase;
  let server: RunTestServer;
  beforeAll(async () => {
    database = await emptyDatabase();
    server = await startRunTestServer(database);
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  test('content that is created, changed, autosaved or previewed is sanitized', {
    timeout: 600_000,
  }, async () => {
    const { request } = server.adminServer;
    const draft = (await request('editor', 'POST /posts', { body: createSaveRequest({}, { locale: 'en' }) }))
      .body;
    let { version } = draft;
    for (const [at, content] of documents(15, 300).entries()) {
      const created = await request('editor', 'POST /posts', {
        body: createSaveRequest({ content }, { locale: 'en' }),
      });
      expect(created.status).toBe(201);
      expectSanitized(created.body.fields.content, content);
      const mode = at % 2 === 0 ? 'autosave' : 'save';
      const changed = await request('editor', `PUT /posts/${draft.id}`, {
        version,
        body: createSaveRequest({ content }, { mode }),
      });
      expect(changed.status).toBe(200);
      version = changed.body.version;
      expectSanitized(changed.body.fields.content, content);
      const preview = await server.adminServer.services.editor.previewPost(draft.id);
      expect(preview?.content).toBe(changed.body.fields.content);
    }
    for (const { content } of await database.query.select({ content: post.content }).from(post))
      expect(sanitizeContent(content)).toBe(content);
  });

  test('the translation of hostile text is stored sanitized', { timeout: 600_000 }, async () => {
    const content = documents(12, 200)
      .map(
        (html) =>
          `<h2>A part of the whole text</h2><p>It was quiet in the garden &lt;img src=x onerror=ran()&gt;</p>${html}-->`,
      )
      .join('');
    const draft = await server.write({
      title: 'The garden <img src=x onerror=ran()> in the morning',
      content,
    });
    const run = await server.run(draft.id, { locales: ['de', 'th'] });
    for (const locale of ['de', 'th']) {
      const id = findStep(run, locale).post?.id;
      const translated = (await server.request(`GET /posts/${id}`)).body;
      expectSanitized(translated.fields.content, content);
      expect(translated.fields.content.length).toBeGreaterThan(100);
    }
  });
});
