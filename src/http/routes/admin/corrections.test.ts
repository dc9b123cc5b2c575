import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { findStep, type RunTestServer, startRunTestServer } from '#test/support/run-harness.ts';

let harness: RunTestServer;
beforeAll(async () => {
  harness = await startRunTestServer(await emptyDatabase());
});
afterAll(() => harness?.[Symbol.asyncDispose]());

const locales = ['fr', 'de'] as const;
const open = async (id: string): Promise<EditorPost> => (await harness.request(`GET /posts/${id}`)).body;
const list = async (id: string) => (await harness.request(`GET /posts/${id}/correction`)).body;
const keep = async (id: string) =>
  harness.request(`POST /posts/${id}/correction`, undefined, (await open(id)).version);

let count = 0;
/** A published post with its German and French translations. Each has other words, so that no memory fits. */
async function writeTranslated() {
  count += 1;
  const content = `<p>The ${count} gardens were qiuet in the morning</p><p>We were happy with all ${count} of them</p>`;
  const post: EditorPost = await harness.write({ title: `Gardens ${count} in the morning`, content });
  const run = await harness.run(post.id, { locales });
  const idOf = (locale: string) => findStep(run, locale).post?.id ?? '';
  return { id: post.id, germanId: idOf('de'), frenchId: idOf('fr') };
}

const correct = (id: string, from = 'qiuet', to = 'quiet') =>
  harness.save(id, ({ content }) => ({ content: content.replace(from, to) }));

async function outdated(id: string): Promise<string[]> {
  const { languages } = await open(id);
  return languages.flatMap(({ locale, translation }) => (translation === 'outdated' ? locale : []));
}

test('after a correction the translations stay as they are, and no later run pays for it', async () => {
  const { id, germanId } = await writeTranslated();
  expect(await list(id)).toEqual({ locales: [] });
  const before = await open(germanId);
  await correct(id);
  expect(await outdated(id)).toEqual(['fr', 'de']);
  expect(await list(id)).toEqual({ locales });
  const kept = await keep(id);
  expect([kept.status, kept.body.id]).toEqual([200, id]);
  expect((await keep(id)).status, 'once more').toBe(200);
  expect(await outdated(id)).toEqual([]);
  const { version, fields, updated_at } = before;
  expect(await open(germanId)).toMatchObject({ version, fields, updated_at, status: 'published' });
  expect(await list(id)).toEqual({ locales: [] });

  const calls = harness.fake.calls.length;
  expect((await harness.run(id, { locales })).status).toBe('done');
  expect(harness.fake.calls.length).toBe(calls);
  expect((await open(germanId)).fields.content).toBe(fields.content);
});

test('a person’s translation of a corrected block stays, without a suggestion', async () => {
  const { id, germanId } = await writeTranslated();
  const byHand = 'Am Morgen war es in den Gärten still';
  await harness.save(germanId, ({ content }) => ({ content: content.replace(/<p>[^<]*/, `<p>${byHand}`) }));
  await harness.run(id, { locales });
  await correct(id);
  await keep(id);
  await harness.run(id, { locales });
  expect((await open(germanId)).fields.content).toContain(byHand);
  expect((await harness.request(`GET /posts/${germanId}/translation`)).body.offers).toEqual([]);
});

/** Saves a correction that readers don't see yet. Returns the form. */
async function correctUnpublished(id: string, from = 'qiuet', to = 'quiet') {
  const { fields, version } = await open(id);
  const corrected = { ...fields, content: fields.content.replace(from, to) };
  const saved = await harness.request(`PUT /posts/${id}`, { mode: 'autosave', fields: corrected }, version);
  expect(saved.body.has_working_copy).toBe(true);
  return { fields: corrected, version: saved.body.version as number };
}

test('an unpublished correction is offered, and its translations can be kept once it is published', async () => {
  const { id } = await writeTranslated();
  const { fields, version } = await correctUnpublished(id);
  expect(await list(id)).toEqual({ locales });
  expect(await keep(id)).toMatchObject({ status: 409, body: { code: 'correction.missing' } });
  expect(await outdated(id)).toEqual([]);
  await harness.request(`PUT /posts/${id}`, { mode: 'publish', fields }, version);
  expect((await keep(id)).status).toBe(200);
  expect(await outdated(id)).toEqual([]);
});

test('corrections one after the other are compared with the text that was last kept', async () => {
  const { id } = await writeTranslated();
  for (const [from, to] of [
    ['qiuet', 'quiet'],
    ['happy', 'glad'],
  ] as const) {
    await correct(id, from, to);
    expect(await list(id), to).toEqual({ locales });
    expect((await keep(id)).status, to).toBe(200);
  }
});

test('a translation that waits in a working copy is kept too', async () => {
  const { id, germanId } = await writeTranslated();
  await correct(id, 'happy', 'glad to be at last and for once very happy');
  await harness.run(id, { choice: 'drafts', locales });
  expect((await open(germanId)).has_working_copy).toBe(true);
  await correct(id);
  expect((await keep(id)).status).toBe(200);
  expect(await outdated(id)).toEqual([]);
});

test('a suggestion for a corrected block stays with it', async () => {
  const { id, germanId } = await writeTranslated();
  await harness.save(germanId, ({ content }) => ({ content: content.replace(/<p>[^<]*/, '<p>Von Hand') }));
  await correct(id, 'in the morning', 'in the morning, and in the evening of all days');
  await harness.run(id, { locales });
  const read = async () => (await harness.request(`GET /posts/${germanId}/translation`)).body.offers;
  const [before] = await read();
  expect(before).toMatchObject({ yours: 'Von Hand', hasPlace: true });
  await correct(id);
  await keep(id);
  const [after] = await read();
  expect(after).toMatchObject({ yours: 'Von Hand', offered: before.offered, hasPlace: true });
  expect(after.source).toBe(before.source.replace('qiuet', 'quiet'));
});

test('one of two equal blocks can be corrected', async () => {
  const { id, germanId } = await writeTranslated();
  const twice = '<p>The gardens of all were qiuet</p>';
  await correct(id, '</p><p>', `</p>${twice}${twice}<p>`);
  await harness.run(id, { locales });
  const { fields } = await open(germanId);
  await correct(id, twice, twice.replace('qiuet', 'quiet'));
  expect((await keep(id)).status).toBe(200);
  const calls = harness.fake.calls.length;
  await harness.run(id, { locales });
  expect(harness.fake.calls.length).toBe(calls);
  expect((await open(germanId)).fields.content).toBe(fields.content);
});

test('while a run translates the post, nothing is offered or kept', async () => {
  const { id } = await writeTranslated();
  await correct(id);
  harness.play('es', [], 'hang');
  const called = harness.calls(1);
  const { id: runId } = await harness.start(id, { locales: ['es'] });
  await called;
  expect(await list(id)).toEqual({ locales: [] });
  expect(await keep(id)).toMatchObject({ status: 409, body: { code: 'run.live' } });
  await harness.request(`POST /runs/${runId}/cancel`, {});
  harness.play('es', []);
  expect(await outdated(id)).toEqual(['fr', 'de']);
  expect((await keep(id)).status).toBe(200);
});

test('what is more than a correction stays outdated', async () => {
  const { id, frenchId } = await writeTranslated();
  await correct(id, 'morning', 'morning of 2026');
  expect(await list(id)).toEqual({ locales: [] });
  expect(await keep(id)).toMatchObject({ status: 409, body: { code: 'correction.missing' } });
  expect(await outdated(id)).toEqual(['fr', 'de']);
  // One language is translated anew, and only that one can be kept after the next correction.
  await harness.run(id, { locales: ['fr'] });
  await correct(id);
  expect(await list(id)).toEqual({ locales: ['fr'] });
  await keep(id);
  expect(await outdated(id)).toEqual(['de']);
  expect((await open(frenchId)).status).toBe('published');
});

test('a language that failed is never marked as current with the text from before the correction', async () => {
  const { id } = await writeTranslated();
  harness.play('es', [], 'refusal');
  const { id: runId } = await harness.run(id, { locales: ['es'] });
  await correct(id);
  expect((await keep(id)).status).toBe(200);
  harness.play('es', []);
  const requested = async (translate: () => Promise<unknown>) => {
    const before = harness.fake.calls.length;
    await translate();
    return harness.fake.calls.slice(before).map(({ body }) => body.match(/qiuet|quiet/)?.[0]);
  };
  const retry = async () => {
    await harness.request(`POST /runs/${runId}/retry`, {});
    return harness.ended(runId);
  };
  expect(await requested(retry), 'a run has the text of its start').toEqual(['qiuet']);
  expect(await outdated(id)).toEqual(['es']);
  expect(await requested(() => harness.run(id, { locales: ['es'] }))).toEqual(['quiet']);
  expect(await outdated(id)).toEqual([]);
});

test('another version of the original, an unknown one and a missing version are rejected', async () => {
  const { id } = await writeTranslated();
  const { version } = await open(id);
  await correct(id);
  const answers = [
    await harness.request(`POST /posts/${id}/correction`, undefined, version),
    await harness.request(`POST /posts/${id}/correction`),
    await harness.request(`POST /posts/${crypto.randomUUID()}/correction`, undefined, 1),
    await harness.request(`GET /posts/${crypto.randomUUID()}/correction`),
  ];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'post.conflict'],
    [428, 'version.missing'],
    [404, 'post.missing'],
    [404, 'post.missing'],
  ]);
  expect(await outdated(id)).toEqual(['fr', 'de']);
});
