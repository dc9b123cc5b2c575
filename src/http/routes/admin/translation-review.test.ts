import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ArticleTranslation, EditorPost } from '#blog/editing-contract.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import {
  type AdminTestServer,
  createSaveRequest,
  startAdminTestServer,
} from '#test/support/start-admin-server.ts';
import { waitForRunEnd } from '#test/support/wait-for-run.ts';
import type { ReviewState, StoredStyleGuide } from '#translation/contract.ts';

let fake: FakeModel;
let server: AdminTestServer;
beforeAll(async () => {
  fake = await startFakeModel();
  const modelLimits = { pauseMs: 1, timeoutMs: 15_000, longTimeoutMs: 15_000, idleMs: 100 };
  server = await startAdminTestServer({
    environment: { ...fake.environment, AI_DAILY_BUDGET: '9000000' },
    overrides: { modelLimits },
  });
  await server.services.start();
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await fake?.[Symbol.asyncDispose]();
});

const open = async (id: string): Promise<EditorPost> =>
  (await server.request('editor', `GET /posts/${id}`)).body;

const readReviewState = async (id: string): Promise<ReviewState> =>
  (await server.request('editor', `GET /posts/${id}/translation`)).body;

const change = async (id: string, fields: object) => {
  const before = await open(id);
  const body = createSaveRequest({ ...before.fields, ...fields });
  return server.request('editor', `PUT /posts/${id}`, { version: before.version, body });
};

let postCount = 0;
async function write(content: string): Promise<EditorPost> {
  postCount += 1;
  const body = createSaveRequest(
    { title: `A garden in the evening ${postCount}`, content },
    { locale: 'en' },
  );
  return (await server.request('editor', 'POST /posts', { body })).body;
}

/** Runs a German translation to its end and returns the id of the German post. */
async function translate(id: string): Promise<string> {
  const started = await server.request('editor', `POST /posts/${id}/translations`, {
    body: { locales: ['de'] },
  });
  const run = await waitForRunEnd(
    async () => (await server.request('editor', `GET /runs/${started.body.id}`)).body,
  );
  return run.steps.find(({ locale }) => locale === 'de')?.post?.id ?? '';
}

const twoParagraphs = '<p>The garden was quiet in the morning</p><p>The birds were singing in the trees</p>';
const findGerman = ({ languages }: EditorPost) => languages.find(({ locale }) => locale === 'de');
const manualText = 'Im Garten war es still';

const subjects = ['garden', 'meadow', 'harbour', 'valley', 'forest'];

/**
 * Creates a German translation whose first paragraph was edited by hand and whose original has changed since.
 * Each call uses another subject, because manual edits are remembered across articles.
 */
async function createEditedTranslation(changed = (text: string) => text.replace('quiet', 'very quiet')) {
  const subject = subjects.shift() ?? '';
  const before = twoParagraphs.replace('garden', subject);
  const original = await write(before);
  const id = await translate(original.id);
  const german = await open(id);
  await change(id, { content: german.fields.content.replace(/^<p>.*?<\/p>/, `<p>${manualText}</p>`) });
  await change(original.id, { content: changed(before) });
  await translate(original.id);
  return { original, id, before };
}

describe('a manual edit of a translation', () => {
  test('stays through repeated runs with one suggestion beside it', async () => {
    const { original, id } = await createEditedTranslation();
    for (const again of [false, true]) {
      if (again) await translate(original.id);
      expect((await open(id)).fields.content).toContain(`<p>${manualText}</p>`);
      const reviewState = await readReviewState(id);
      expect(reviewState.made_by).toBe('both');
      expect(reviewState.offers).toMatchObject([
        { source: 'The garden was very quiet in the morning', yours: manualText, hasPlace: true },
      ]);
    }
  });

  test('is not replaced when the original gains a link there', async () => {
    const link = '<a href="https://example.org/">was quiet</a>';
    const { id } = await createEditedTranslation((text) => text.replace('was quiet', link));
    expect((await open(id)).fields.content).toContain(`<p>${manualText}</p>`);
    const [suggestion] = (await readReviewState(id)).offers;
    const { version } = await open(id);
    await server.request('editor', `POST /posts/${id}/offers/${suggestion?.hash}/take`, { version });
    expect((await open(id)).fields.content).toMatch(/^<p>[^<]*<a href="https:\/\/example\.org\/"/);
  });

  test('is replaced in the draft when the suggestion is applied, and becomes machine text', async () => {
    const { original, id, before } = await createEditedTranslation();
    const [suggestion] = (await readReviewState(id)).offers;
    const { version } = await open(id);
    const stale = await server.request('editor', `POST /posts/${id}/offers/${suggestion?.hash}/take`, {
      version: 1,
    });
    expect([stale.status, stale.body.code]).toEqual([409, 'post.conflict']);
    const applied = await server.request('editor', `POST /posts/${id}/offers/${suggestion?.hash}/take`, {
      version,
    });
    expect(applied.status).toBe(200);
    expect(applied.body.fields.content).toContain(`<p>${suggestion?.offered}</p>`);
    expect(applied.body).toMatchObject({ status: 'published', has_working_copy: true });
    const after = await readReviewState(id);
    expect([after.made_by, after.offers]).toEqual(['machine', []]);
    const rejected = await server.request('editor', `POST /posts/${id}/offers/${suggestion?.hash}/take`, {
      version: applied.body.version,
    });
    expect([rejected.status, rejected.body.code]).toEqual([404, 'offer.missing']);
    await change(original.id, { content: before.replace('quiet', 'silent') });
    await translate(original.id);
    expect((await open(id)).fields.content).not.toContain(suggestion?.offered);
    expect((await readReviewState(id)).offers).toEqual([]);
  });

  test('gets no new suggestion after a dismissal until its source changes again', async () => {
    const { original, id, before } = await createEditedTranslation();
    const [suggestion] = (await readReviewState(id)).offers;
    expect((await server.request('editor', `POST /posts/${id}/offers/${suggestion?.hash}/keep`)).status).toBe(
      200,
    );
    const calls = fake.calls.length;
    await translate(original.id);
    expect(fake.calls.length, 'calls for what is decided').toBe(calls);
    expect((await readReviewState(id)).offers).toEqual([]);
    await change(original.id, { content: before.replace('quiet', 'dark') });
    await translate(original.id);
    expect((await readReviewState(id)).offers).toMatchObject([
      { source: expect.stringContaining('was dark in the morning') },
    ]);
    expect((await open(id)).fields.content).toContain(`<p>${manualText}</p>`);
  });

  test('can be resolved only by users who may change the post', async () => {
    const { id } = await createEditedTranslation();
    const [suggestion] = (await readReviewState(id)).offers;
    const dismissResponse = await server.request(
      'author',
      `POST /posts/${id}/offers/${suggestion?.hash}/keep`,
    );
    expect([dismissResponse.status, dismissResponse.body.code]).toEqual([403, 'role.forbids']);
    const { version } = await open(id);
    const applyResponse = await server.request(
      'author',
      `POST /posts/${id}/offers/${suggestion?.hash}/take`,
      {
        version,
      },
    );
    expect([applyResponse.status, applyResponse.body.code]).toEqual([403, 'role.forbids']);
    expect((await readReviewState(id)).offers).toHaveLength(1);
  });
});

describe('the translation status of a language', () => {
  const listed = async (id: string): Promise<ArticleTranslation | undefined> => {
    const { body } = await server.request('editor', 'GET /posts?locale=en&page=1&search=&status=');
    const post = body.posts.find((summary: { id: string }) => summary.id === id);
    return post.languages.find(({ locale }: ArticleTranslation) => locale === 'de');
  };

  test('shows an outdated translation and its source language', async () => {
    const original = await write(twoParagraphs);
    const id = await translate(original.id);
    expect(await listed(original.id)).toMatchObject({ from: 'en' });
    expect(await listed(original.id)).not.toHaveProperty('translation');
    await change(original.id, { content: `${twoParagraphs}<p>One more sentence for the evening</p>` });
    expect(await listed(original.id)).toMatchObject({ translation: 'outdated' });
    expect(findGerman(await open(id))).toMatchObject({ translation: 'outdated', from: 'en' });
    await translate(original.id);
    expect(await listed(original.id)).not.toHaveProperty('translation');
  });

  test('shows text that needs review until a user edits or approves it', async () => {
    const original = await write(twoParagraphs);
    fake.playFor('de', [], 'lost-number');
    await change(original.id, { content: `${twoParagraphs}<p>There were 24 birds in 3 of the trees</p>` });
    const id = await translate(original.id);
    fake.playFor('de', []);
    expect(await listed(original.id)).toMatchObject({ review: 1, status: 'draft' });
    expect((await readReviewState(id)).review).toEqual(['There were 24 birds in 3 of the trees']);
    const german = await open(id);
    await change(id, { content: german.fields.content.replace('There were', 'Es waren') });
    expect(await listed(original.id)).not.toHaveProperty('review');
    await change(id, { content: german.fields.content });
    expect(await listed(original.id)).toMatchObject({ review: 1 });
    expect((await server.request('editor', `POST /posts/${id}/translation/approve`)).status).toBe(200);
    expect(await listed(original.id)).not.toHaveProperty('review');
    await translate(original.id);
    expect(findGerman(await open(id))).toMatchObject({ status: 'published' });
  });

  test('shows an untranslated language', async () => {
    const original = await write(twoParagraphs.replace('quiet', 'not to be translated'));
    fake.playFor('de', [], 'unauthorized');
    const id = await translate(original.id);
    fake.playFor('de', []);
    expect(await listed(original.id)).toMatchObject({ translation: 'untranslated' });
    expect((await readReviewState(id)).made_by).toBe('nobody');
  });
});

test('a run cannot start from a translation', async () => {
  const original = await write(twoParagraphs);
  const id = await translate(original.id);
  for (const path of ['translations', 'translations/estimate']) {
    const response = await server.request('editor', `POST /posts/${id}/${path}`, { body: {} });
    expect([response.status, response.body.code]).toEqual([422, 'run.translation']);
  }
});

describe('the style guide of a language', () => {
  const style = (more: object = {}) => ({ address: 'free', style: '', terms: [], ...more });
  const put = (body: object) => server.request('editor', 'PUT /translation/styles/de', { body });

  test('is rejected when it is too long or malformed', async () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ source: `word ${index}`, target: 'x' }));
    for (const wrong of [
      style({ style: 'x'.repeat(501) }),
      style({ address: 'rude' }),
      style({ terms: many }),
      style({ terms: [{ source: 'x'.repeat(81), target: 'x' }] }),
      style({ terms: [{ source: 'x', target: ' ' }] }),
      style({
        terms: [
          { source: 'Post', target: 'a' },
          { source: 'post', target: 'b' },
        ],
      }),
      style({ more: true }),
      { style: '' },
    ])
      expect((await put(wrong)).body.code).toBe('fields.unfit');
    const unknown = await server.request('editor', 'PUT /translation/styles/xx', { body: style() });
    expect(unknown.body.code).toBe('fields.unfit');
  });

  test('is sent to the model and invalidates only the affected stored translations', async () => {
    const original = await write(
      '<p>The lighthouse was white in the morning</p><p>The sailors were singing all day</p>',
    );
    await translate(original.id);
    const collectCalls = async () => {
      const before = fake.calls.length;
      await translate(original.id);
      return fake.calls.slice(before).map(({ body }) => body);
    };
    expect(await collectCalls()).toEqual([]);
    await put(style({ terms: [{ source: 'lighthouse', target: 'Leuchtturm' }] }));
    const [first = '', ...rest] = await collectCalls();
    expect(first).toContain('Translate \\"lighthouse\\" as \\"Leuchtturm\\".');
    expect([first, ...rest].filter((body) => /\{\\\\\\"id\\\\\\"[^}]*sailors/.test(body))).toEqual([]);
    await put(style({ address: 'formal', style: 'Short\n sentences.' }));
    const [prompt = ''] = await collectCalls();
    expect(prompt).toContain('Style: Address the reader formally. Short sentences.');
    expect(prompt).toContain('sailors');
    const styles: StoredStyleGuide[] = (await server.request('editor', 'GET /translation/styles')).body
      .styles;
    const german = styles.find(({ locale }) => locale === 'de');
    expect(german).toMatchObject({ address: 'formal', style: 'Short sentences.', terms: [] });
    expect(german?.remembered).toBeGreaterThan(0);
    await put(style());
  });
});

test('spending reports the tokens of today and of the latest runs', async () => {
  const original = await write(twoParagraphs.replace('garden', 'harbour'));
  const before = (await server.request('editor', 'GET /translation/spending')).body;
  await translate(original.id);
  const { today, runs } = (await server.request('editor', 'GET /translation/spending')).body;
  expect(runs[0]).toMatchObject({ post_id: original.id, title: original.fields.title, locales: ['de'] });
  expect(runs[0].tokens).toBeGreaterThan(0);
  expect(today).toEqual({ tokens: before.today.tokens + runs[0].tokens, budget: 9_000_000 });
});
