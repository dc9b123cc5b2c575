import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ArticleTranslation, EditorPost } from '#blog/editing-contract.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { findStep, type RunTestServer, startRunTestServer } from '#test/support/run-harness.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import type { ReviewState, StoredStyleGuide } from '#translation/contract.ts';

let harness: RunTestServer;
beforeAll(async () => {
  harness = await startRunTestServer(await emptyDatabase(), { AI_DAILY_BUDGET: '9000000' });
});
afterAll(() => harness?.[Symbol.asyncDispose]());

const german = { locales: ['de'] };

const open = async (id: string): Promise<EditorPost> => (await harness.request(`GET /posts/${id}`)).body;

const readReviewState = async (id: string): Promise<ReviewState> =>
  (await harness.request(`GET /posts/${id}/translation`)).body;

const change = (id: string, fields: object) => harness.save(id, () => fields);

let postCount = 0;
function write(content: string): Promise<EditorPost> {
  postCount += 1;
  return harness.write({ title: `A garden in the evening ${postCount}`, content });
}

/** Runs a German translation to its end and returns the id of the German post. */
async function translate(id: string): Promise<string> {
  return findStep(await harness.run(id, german), 'de').post?.id ?? '';
}

const takeSuggestion = (id: string, hash: string | undefined, version: number) =>
  harness.request(`POST /posts/${id}/offers/${hash}/take`, undefined, version);

const buildContent = (what: string, first = 'It needs light in the morning.') =>
  `<h2>What a ${what} needs</h2><p>${first}</p><p>We were happy with every ${what} of them.</p>`;

/** Creates a post and has a run translate it into German. */
async function translated(what: string, fields: object = {}) {
  const post = await harness.write({
    title: `A ${what} in the morning`,
    content: buildContent(what),
    ...fields,
  });
  const step = findStep(await harness.run(post.id, german), 'de');
  expect(step).toMatchObject({ status: 'published', code: null });
  return { id: post.id as string, germanId: step.post?.id ?? '' };
}
const readFields = async (id: string) => (await open(id)).fields;

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
  const translation = await open(id);
  await change(id, { content: translation.fields.content.replace(/^<p>.*?<\/p>/, `<p>${manualText}</p>`) });
  await change(original.id, { content: changed(before) });
  await translate(original.id);
  return { original, id, before };
}

describe('a manual edit of a translation', () => {
  test('stays in every later run, with a suggestion each time until the user edits it again', async () => {
    const { id, germanId } = await translated('boat');
    const byHand = 'Von Hand geschrieben, was es in der Früh braucht.';
    await harness.save(germanId, (fields) => ({
      content: fields.content.replace(/<p>[^<]*/, `<p>${byHand}`),
    }));
    await harness.save(id, () => ({ content: buildContent('boat', 'It needs wind in the evening.') }));
    for (const round of ['first', 'second', 'third']) {
      await harness.run(id, german);
      expect((await readFields(germanId)).content, round).toContain(byHand);
      expect(await readReviewState(germanId), round).toMatchObject({
        made_by: 'both',
        offers: [{ hasPlace: true, yours: byHand, source: 'It needs wind in the evening.' }],
      });
    }
    const improvedText = 'Von Hand, mit Wind am Abend.';
    await harness.save(germanId, (fields) => ({ content: fields.content.replace(byHand, improvedText) }));
    await harness.run(id, german);
    expect((await readFields(germanId)).content).toContain(improvedText);
    expect((await readReviewState(germanId)).offers).toEqual([]);
  });

  test('stays in emptied fields, fields the original lacks, and keyword lists', async () => {
    const fields = { excerpt: 'What a coat needs, in short.', seo_keywords: ['warm coat', 'long winter'] };
    const { id, germanId } = await translated('coat', fields);
    const edits = { excerpt: '', seo_title: 'Mäntel für den Winter', seo_keywords: ['Mantel'] };
    await harness.save(germanId, () => edits);
    for (const first of ['It needs wool.', 'It needs wool and buttons for the winter.']) {
      await harness.save(id, () => ({ content: buildContent('coat', first) }));
      expect(findStep(await harness.run(id, german), 'de')).toMatchObject({
        status: 'published',
        code: null,
      });
      expect(await readFields(germanId)).toMatchObject(edits);
    }
  });

  test('stays in an untranslated draft, which otherwise follows the original', async () => {
    harness.play('de', [], 'unauthorized');
    const post = await harness.write({ title: 'A tree in the morning', content: buildContent('tree') });
    const first = findStep(await harness.run(post.id, german), 'de');
    const germanId = first.post?.id ?? '';
    expect((await readFields(germanId)).title).toBe('A tree in the morning');
    await harness.save(post.id, () => ({ content: buildContent('tree', 'It needs water in the evening.') }));
    await harness.run(post.id, german);
    expect((await readFields(germanId)).content).toContain('water in the evening');
    await harness.save(germanId, (fields) => ({
      title: 'Ein Baum am Morgen, von Hand',
      content: fields.content.replace(
        'It needs water in the evening.',
        'Er braucht abends Wasser, von Hand.',
      ),
    }));
    harness.play('de', []);
    const last = findStep(await harness.run(post.id, german), 'de');
    expect(last).toMatchObject({ status: 'published', code: null });
    const translatedFields = await readFields(germanId);
    expect(translatedFields.title).toBe('Ein Baum am Morgen, von Hand');
    expect(translatedFields.content).toContain('Er braucht abends Wasser, von Hand.');
    expect(translatedFields.content).not.toContain('We were happy');
  });

  test('is never published by a run before the user publishes it', async () => {
    const { id, germanId } = await translated('chair');
    const opened = (await harness.request(`GET /posts/${germanId}`)).body;
    const published = async () => {
      const response = await fetch(
        `${harness.adminServer.origin}/api/blog/posts/${opened.fields.slug}?locale=de`,
      );
      return (await response.json()).content as string;
    };
    const before = await published();
    const autosavedFields = {
      ...opened.fields,
      content: opened.fields.content.replace(/<p>[^<]*/, '<p>Halb ge'),
    };
    const autosave = createSaveRequest(autosavedFields, { mode: 'autosave' });
    expect((await harness.request(`PUT /posts/${germanId}`, autosave, opened.version)).status).toBe(200);
    await harness.save(id, () => ({ title: 'A chair in the evening', content: buildContent('chair') }));
    const finalState = await harness.run(id, german);
    expect(finalState.status).toBe('done_with_errors');
    expect(findStep(finalState, 'de')).toMatchObject({ status: 'saved', code: 'translation.edited' });
    expect(await published()).toBe(before);
    expect((await readFields(germanId)).content).toContain('Halb ge');
  });

  test('is not replaced when the original gains a link there', async () => {
    const link = '<a href="https://example.org/">was quiet</a>';
    const { id } = await createEditedTranslation((text) => text.replace('was quiet', link));
    expect((await open(id)).fields.content).toContain(`<p>${manualText}</p>`);
    const [suggestion] = (await readReviewState(id)).offers;
    const { version } = await open(id);
    await takeSuggestion(id, suggestion?.hash, version);
    expect((await open(id)).fields.content).toMatch(/^<p>[^<]*<a href="https:\/\/example\.org\/"/);
  });

  test('is replaced in the draft when the suggestion is applied, and becomes machine text', async () => {
    const { original, id, before } = await createEditedTranslation();
    const [suggestion] = (await readReviewState(id)).offers;
    const { version } = await open(id);
    const stale = await takeSuggestion(id, suggestion?.hash, 1);
    expect([stale.status, stale.body.code]).toEqual([409, 'post.conflict']);
    const applied = await takeSuggestion(id, suggestion?.hash, version);
    expect(applied.status).toBe(200);
    expect(applied.body.fields.content).toContain(`<p>${suggestion?.offered}</p>`);
    expect(applied.body).toMatchObject({ status: 'published', has_working_copy: true });
    const after = await readReviewState(id);
    expect([after.made_by, after.offers]).toEqual(['machine', []]);
    const rejected = await takeSuggestion(id, suggestion?.hash, applied.body.version);
    expect([rejected.status, rejected.body.code]).toEqual([404, 'offer.missing']);
    await change(original.id, { content: before.replace('quiet', 'silent') });
    await translate(original.id);
    expect((await open(id)).fields.content).not.toContain(suggestion?.offered);
    expect((await readReviewState(id)).offers).toEqual([]);
  });

  test('gets no new suggestion after a dismissal until its source changes again', async () => {
    const { original, id, before } = await createEditedTranslation();
    const [suggestion] = (await readReviewState(id)).offers;
    expect((await harness.request(`POST /posts/${id}/offers/${suggestion?.hash}/keep`)).status).toBe(200);
    const calls = harness.fake.calls.length;
    await translate(original.id);
    expect(harness.fake.calls.length, 'calls for what is decided').toBe(calls);
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
    const dismissResponse = await harness.adminServer.request(
      'author',
      `POST /posts/${id}/offers/${suggestion?.hash}/keep`,
    );
    expect([dismissResponse.status, dismissResponse.body.code]).toEqual([403, 'role.forbids']);
    const { version } = await open(id);
    const applyResponse = await harness.adminServer.request(
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
    const { body } = await harness.request('GET /posts?locale=en&page=1&search=&status=');
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
    harness.play('de', [], 'lost-number');
    await change(original.id, { content: `${twoParagraphs}<p>There were 24 birds in 3 of the trees</p>` });
    const id = await translate(original.id);
    harness.play('de', []);
    expect(await listed(original.id)).toMatchObject({ review: 1, status: 'draft' });
    expect((await readReviewState(id)).review).toEqual(['There were 24 birds in 3 of the trees']);
    const translation = await open(id);
    await change(id, { content: translation.fields.content.replace('There were', 'Es waren') });
    expect(await listed(original.id)).not.toHaveProperty('review');
    await change(id, { content: translation.fields.content });
    expect(await listed(original.id)).toMatchObject({ review: 1 });
    expect((await harness.request(`POST /posts/${id}/translation/approve`)).status).toBe(200);
    expect(await listed(original.id)).not.toHaveProperty('review');
    await translate(original.id);
    expect(findGerman(await open(id))).toMatchObject({ status: 'published' });
  });

  test('shows an untranslated language', async () => {
    const original = await write(twoParagraphs.replace('quiet', 'not to be translated'));
    harness.play('de', [], 'unauthorized');
    const id = await translate(original.id);
    harness.play('de', []);
    expect(await listed(original.id)).toMatchObject({ translation: 'untranslated' });
    expect((await readReviewState(id)).made_by).toBe('nobody');
  });
});

test('a run cannot start from a translation', async () => {
  const original = await write(twoParagraphs);
  const id = await translate(original.id);
  for (const path of ['translations', 'translations/estimate']) {
    const response = await harness.request(`POST /posts/${id}/${path}`, {});
    expect([response.status, response.body.code]).toEqual([422, 'run.translation']);
  }
});

describe('the style guide of a language', () => {
  const style = (more: object = {}) => ({ address: 'free', style: '', terms: [], ...more });
  const put = (body: object) => harness.request('PUT /translation/styles/de', body);

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
    const unknown = await harness.request('PUT /translation/styles/xx', style());
    expect(unknown.body.code).toBe('fields.unfit');
  });

  test('is sent to the model and invalidates only the affected stored translations', async () => {
    const original = await write(
      '<p>The lighthouse was white in the morning</p><p>The sailors were singing all day</p>',
    );
    await translate(original.id);
    const collectCalls = async () => {
      const before = harness.fake.calls.length;
      await translate(original.id);
      return harness.fake.calls.slice(before).map(({ body }) => body);
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
    const styles: StoredStyleGuide[] = (await harness.request('GET /translation/styles')).body.styles;
    const german = styles.find(({ locale }) => locale === 'de');
    expect(german).toMatchObject({ address: 'formal', style: 'Short sentences.', terms: [] });
    expect(german?.remembered).toBeGreaterThan(0);
    await put(style());
  });
});

test('spending reports the tokens of today and of the latest runs', async () => {
  const original = await write(twoParagraphs.replace('garden', 'harbour'));
  const before = (await harness.request('GET /translation/spending')).body;
  await translate(original.id);
  const { today, runs } = (await harness.request('GET /translation/spending')).body;
  expect(runs[0]).toMatchObject({ post_id: original.id, title: original.fields.title, locales: ['de'] });
  expect(runs[0].tokens).toBeGreaterThan(0);
  expect(today).toEqual({ tokens: before.today.tokens + runs[0].tokens, budget: 9_000_000 });
});
