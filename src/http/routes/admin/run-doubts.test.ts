import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { modelCall, translationBlock } from '#database/schema.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { findStep, startRunTestServer } from '#test/support/run-harness.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { seedKeys, seedText } from '#translation/fixtures/varied-posts.ts';
import type { SideBySideBlock } from '#translation/side-by-side-contract.ts';

const title = 'A picture in the morning';
const doubted = 'Nobody saw the fox in the garden.';
const lost = 'Todos vieron el zorro en el jardín.';
const content = `<p>It needs light and a little patience in the morning.</p><p>${doubted}</p>`;

/** A model that loses the "not". */
async function startServer(environment: Record<string, string> = {}) {
  const database = await emptyDatabase();
  const server = await startRunTestServer(database, { AI_REVIEW_THRESHOLD: '60', ...environment });
  server.fake.answer(({ text, instructions }) =>
    text === doubted && instructions.includes('into Spanish') ? lost : null,
  );
  return { database, server };
}

type Server = Awaited<ReturnType<typeof startServer>>['server'];

async function readTranslation(server: Server, id: string, locale: string) {
  const { body } = await server.request(`GET /posts/${id}/side-by-side/${locale}`);
  return body;
}

test('a doubtful block is kept as the translation, and its language waits for a person', async () => {
  const { server } = await startServer();
  await using _ = server;
  const post = await server.write({ title, content });
  const run = await server.run(post.id, { locales: ['es', 'de'], choice: 'passed' });
  expect(findStep(run, 'de')).toMatchObject({ status: 'published', code: null });
  const step = findStep(run, 'es');
  expect(step).toMatchObject({ status: 'saved', code: 'translation.review' });
  expect(step.blocks.total - step.blocks.accepted).toBe(1);
  const { blocks } = await readTranslation(server, post.id, 'es');
  expect(blocks.find(({ source }: { source: string }) => source === doubted)).toMatchObject({
    text: lost,
    state: 'machine',
  });
});

test('without a threshold, a doubtful language is published as before, and remembered', async () => {
  const { server } = await startServer({ AI_REVIEW_THRESHOLD: '0' });
  await using _ = server;
  const post = await server.write({ title, content });
  const run = await server.run(post.id, { locales: ['es'], choice: 'passed' });
  expect(findStep(run, 'es')).toMatchObject({ status: 'published', code: null });
  const actor = { id: 'someone', name: 'Ada', mayPublish: true };
  const review = await server.adminServer.services.postReviews.read(post.id, actor);
  expect(review?.languages.find(({ locale }) => locale === 'es')?.blocks).toMatchObject([{ text: lost }]);
  const calls = server.fake.calls.length;
  const second = await server.write({ title, content, slug: 'second' });
  await server.run(second.id, { locales: ['es'], choice: 'passed' });
  expect(server.fake.calls.length).toBe(calls);
});

test('a second model whose tokens end between two calls is no silent success, even without a threshold', async () => {
  const { database, server } = await startServer({ AI_REVIEW_THRESHOLD: '0', AI_REVIEW_MODEL: 'reader' });
  await using _ = server;
  const setBudget = (AI_REVIEW_BUDGET: string) =>
    server.adminServer.services.settings.save({ AI_REVIEW_BUDGET }, { name: 'Ada' });
  expect(await setBudget('9000')).toMatchObject({ ok: true });
  const long = seedKeys.slice(0, 4).map((key) => seedText(key, 'en'));
  const post = await server.write({ title, content: long.join('') });
  const run = await server.run(post.id, { locales: ['es'], choice: 'passed' });
  expect(findStep(run, 'es')).toMatchObject({ status: 'published', code: null });
  expect(run).toMatchObject({ status: 'done', is_reading_incomplete: true });
  const isReview = eq(modelCall.kind, 'review');
  expect(await database.query.$count(modelCall, isReview)).toBeGreaterThan(0);
  const actor = { id: 'someone', name: 'Ada', mayPublish: true };
  const review = await server.adminServer.services.postReviews.read(post.id, actor);
  const { blocks = 0, unread = 0 } = review?.languages.find(({ locale }) => locale === 'es')?.score ?? {};
  expect(unread).toBeGreaterThan(0);
  expect(blocks).toBeGreaterThan(unread);
  await setBudget('900000');
  await server.request(`POST /runs/${run.id}/retry`, { locale: 'es' });
  expect(await server.ended(run.id)).toMatchObject({ status: 'done', is_reading_incomplete: false });
});

test('a doubtful text is not remembered until a person accepts it', async () => {
  const { server } = await startServer();
  await using _ = server;
  const first = await server.write({ title, content });
  await server.run(first.id, { locales: ['es'], choice: 'passed' });
  const countRequests = () => server.fake.calls.length;
  const before = countRequests();
  const second = await server.write({ title, content, slug: 'second' });
  await server.run(second.id, { locales: ['es'], choice: 'passed' });
  expect(countRequests()).toBeGreaterThan(before);
  const { post, blocks } = await readTranslation(server, second.id, 'es');
  const { id, hash } = blocks.find(({ source }: { source: string }) => source === doubted);
  const edits = { blocks: [{ id, hash, text: lost, accepted: true }] };
  const saved = await server.request(`PUT /posts/${second.id}/side-by-side/es`, edits, post.version);
  expect(saved.status).toBe(200);
  const after = countRequests();
  const third = await server.write({ title, content, slug: 'third' });
  const run = await server.run(third.id, { locales: ['es'], choice: 'passed' });
  expect(findStep(run, 'es')).toMatchObject({ status: 'published', code: null });
  expect(countRequests()).toBe(after);
});

test('what the threshold holds is not what the side-by-side editor translates again', async () => {
  const { server } = await startServer();
  await using _ = server;
  const post = await server.write({ title, content });
  await server.run(post.id, { locales: ['es'], choice: 'passed' });
  const { blocks } = await readTranslation(server, post.id, 'es');
  const ids = blocks.map(({ id }: { id: string }) => id);
  server.fake.answer(({ text }) => (text === doubted ? 'Nadie vio el zorro en el jardín.' : null));
  const calls = server.fake.calls.length;
  const { body } = await server.request(`POST /posts/${post.id}/side-by-side/es/translate`, { blocks: ids });
  const texts = body.blocks.map(({ text }: { text: string }) => text);
  expect(texts).toHaveLength(ids.length);
  expect(texts.at(-1)).toBe('Nadie vio el zorro en el jardín.');
  expect(server.fake.calls.length).toBe(calls + 1);
});

test('what the side-by-side editor translates is read, and marked there and in the review', async () => {
  const { server } = await startServer();
  await using _ = server;
  const post = await server.write({ title, content });
  const findDoubted = (page: { blocks: SideBySideBlock[] }) => {
    const block = page.blocks.find(({ source }) => source === doubted);
    if (!block) throw new Error('the block is missing');
    return block;
  };
  const { id, hash } = findDoubted(await readTranslation(server, post.id, 'es'));
  const path = `/posts/${post.id}/side-by-side/es`;
  const translated = await server.request(`POST ${path}/translate`, { blocks: [id] });
  expect(translated.body.blocks).toEqual([{ id, hash, text: lost }]);
  const edits = { blocks: [{ id, hash, text: lost, accepted: false }] };
  const saved = (await server.request(`PUT ${path}`, edits, 0)).body;
  expect(findDoubted(saved)).toMatchObject({
    state: 'machine',
    doubt: { score: 50, doubts: [{ kind: 'meaning', found_by: 'rule' }] },
  });
  const actor = { id: 'someone', name: 'Ada', mayPublish: true };
  const review = await server.adminServer.services.postReviews.read(post.id, actor);
  expect(review?.languages.find(({ locale }) => locale === 'es')?.blocks).toMatchObject([{ text: lost }]);
  const accepted = { blocks: [{ id, hash, text: lost, accepted: true }] };
  const fine = (await server.request(`PUT ${path}`, accepted, saved.post.version)).body;
  expect(findDoubted(fine)).toMatchObject({ state: 'edited', doubt: null });
});

test('a run that continues has its scores, and does not pay for a doubtful block again', async () => {
  const { database, server } = await startServer();
  await using _ = server;
  const post = await server.write({ title, content });
  const run = await server.run(post.id, { locales: ['es'], choice: 'passed' });
  const calls = server.fake.calls.length;
  const rows = await database.query.select().from(translationBlock);
  expect(rows.map(({ text }) => text)).toContain(lost);
  await server.request(`POST /runs/${run.id}/retry`, { locale: 'es' });
  expect(findStep(await server.ended(run.id), 'es')).toMatchObject({ code: 'translation.review' });
  expect(server.fake.calls.length).toBe(calls);
  // The next run requests it once, although its assessment is that of the first one.
  const second = await server.write({ title, content, slug: 'second' });
  const next = await server.run(second.id, { locales: ['es'], choice: 'passed' });
  expect(server.fake.calls.length).toBe(calls + 1);
  await server.request(`POST /runs/${next.id}/retry`, { locale: 'es' });
  await server.ended(next.id);
  expect(server.fake.calls.length).toBe(calls + 1);
});

test('the text that a person keeps by discarding an update is not taken for their translation', async () => {
  const { database, server } = await startServer();
  await using _ = server;
  const { id } = await server.write({
    title,
    content: '<p>The first walk was long.</p><p>It needs light.</p>',
    status: 'published',
  });
  await server.run(id, { locales: ['es'] });
  const translation = async () => {
    const { languages } = (await server.request(`GET /posts/${id}`)).body;
    const spanish = languages.find(({ locale }: { locale: string }) => locale === 'es');
    return (await server.request(`GET /posts/${spanish.id}`)).body;
  };
  const first = await translation();
  const byHand = first.fields.content.replace(/<p>.*?<\/p>/, '<p>Escrito a mano</p>');
  await server.save(first.id, () => ({ content: byHand, status: 'published' }));
  await server.save(id, ({ content: before }) => ({
    content: `${before.replace('It needs light.', doubted)}<p>It rained all day.</p>`,
  }));
  await server.run(id, { locales: ['es'] });
  const update = await translation();
  expect(update).toMatchObject({ status: 'published', has_working_copy: true });
  expect(update.fields.content).toContain(lost);
  const discarded = await server.request(`DELETE /posts/${update.id}/working-copy`, {}, update.version);
  expect(discarded.body.fields.content).toBe(byHand);

  const again = await server.run(id, { locales: ['es'] });
  expect(findStep(again, 'es')).toMatchObject({ status: 'saved', code: 'translation.review' });
  expect((await translation()).fields.content).toBe(update.fields.content);
  const human = (await database.query.select().from(translationBlock)).filter(
    ({ origin }) => origin === 'human',
  );
  expect(human.map(({ text }) => text)).toEqual(['Escrito a mano']);
});

test('the text that a person keeps by discarding their own edit side by side stays a machine’s', async () => {
  const { server } = await startServer();
  await using _ = server;
  const { id } = await server.write({ title, content: '<p>It needs light.</p>', status: 'published' });
  await server.run(id, { locales: ['es'] });
  const before = await readTranslation(server, id, 'es');
  const { id: block, hash } = before.blocks.find(
    ({ source }: { source: string }) => source === 'It needs light.',
  );
  const edits = { blocks: [{ id: block, hash, text: 'Hace falta luz.' }] };
  const saved = await server.request(`PUT /posts/${id}/side-by-side/es`, edits, before.post.version);
  expect(saved.body.post).toMatchObject({ status: 'published', has_working_copy: true });
  const { id: postId, version } = saved.body.post;
  expect((await server.request(`DELETE /posts/${postId}/working-copy`, {}, version)).status).toBe(200);
  expect((await readTranslation(server, id, 'es')).blocks).toEqual(before.blocks);
});

test('an earlier text that a person publishes again after an update stays, and a first record goes with its copy', async () => {
  const { server } = await startServer();
  await using _ = server;
  const { id } = await server.write({ title, content: '<p>It needs light.</p>', status: 'published' });
  const run = await server.run(id, { locales: ['es'] });
  const postId = findStep(run, 'es').post?.id ?? '';
  const openSpanish = async () => (await server.request(`GET /posts/${postId}`)).body;
  const publish = (content: string) => server.save(postId, () => ({ content, status: 'published' }));
  const first = (await openSpanish()).fields.content;
  await server.save(id, () => ({ content: '<p>It needs a lot of light.</p>' }));
  await server.run(id, { locales: ['es'], choice: 'drafts' });
  const update = await openSpanish();
  expect(update).toMatchObject({ status: 'published', has_working_copy: true });
  await publish(update.fields.content);
  const { fields: published, version } = await openSpanish();
  const restored = { mode: 'autosave', fields: { ...published, content: first } };
  expect((await server.request(`PUT /posts/${postId}`, restored, version)).status).toBe(200);
  await publish(first);
  await server.run(id, { locales: ['es'] });
  expect((await openSpanish()).fields.content).toBe(first);

  const human = await server.write({ title, content: '<p>Hello.</p>', slug: 'human', status: 'published' });
  const article_id = (await server.request(`GET /posts/${human.id}`)).body.article_id;
  const fields = { title: 'Hola', content: '<p>Hola.</p>', status: 'published' };
  const body = createSaveRequest(fields, { locale: 'es', article_id });
  const translation = (await server.request('POST /posts', body)).body;
  const { post, blocks } = await readTranslation(server, human.id, 'es');
  const { id: block, hash } = blocks.find(({ source }: { source: string }) => source === 'Hello.');
  const edits = { blocks: [{ id: block, hash, text: '¡Hola!' }] };
  const saved = await server.request(`PUT /posts/${human.id}/side-by-side/es`, edits, post.version);
  await server.request(`DELETE /posts/${translation.id}/working-copy`, {}, saved.body.post.version);
  const skipped = findStep(await server.run(human.id, { locales: ['es'] }), 'es');
  expect(skipped).toMatchObject({ code: 'translation.human' });
});
