import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { findStep, type RunTestServer, startRunTestServer } from '#test/support/run-harness.ts';
import { translatableLimits } from '#translation/contract.ts';
import type { SideBySide, SideBySideBlock } from '#translation/side-by-side-contract.ts';
import { savePostLimitBytes } from '../../contract.ts';

let harness: RunTestServer;
beforeAll(async () => {
  harness = await startRunTestServer(await emptyDatabase(), { AI_DAILY_BUDGET: '9000000' });
});
afterAll(() => harness?.[Symbol.asyncDispose]());

const content =
  '<h2>What a garden needs</h2><p>It needs <strong>light</strong> in the morning.</p><p>The birds were singing.</p>';

const path = (id: string) => `/posts/${id}/side-by-side/de`;
const read = async (id: string): Promise<SideBySide> => (await harness.request(`GET ${path(id)}`)).body;
const open = async (id = ''): Promise<EditorPost> => (await harness.request(`GET /posts/${id}`)).body;

let count = 0;
const write = (text = content): Promise<EditorPost> => {
  count += 1;
  return harness.write({ title: `A quiet garden ${count}`, content: text });
};

/** Finds a block by the beginning of its source. */
function findBlock({ blocks }: SideBySide, source: string): SideBySideBlock {
  const block = blocks.find((candidate) => candidate.source.startsWith(source));
  if (!block) throw new Error(`no block starts with ${source}`);
  return block;
}

const edit = ({ id, hash }: SideBySideBlock, text: string, accepted = false) => ({
  id,
  hash,
  text,
  accepted,
});
const save = (id: string, version: number, blocks: ReturnType<typeof edit>[]) =>
  harness.request(`PUT ${path(id)}`, { blocks }, version);
const states = ({ blocks }: SideBySide) => blocks.map(({ state }) => state);

test('a language that is missing is created as a draft with the first block', async () => {
  const original = await write();
  const empty = await read(original.id);
  expect(empty).toMatchObject({ post: null, isAligned: true, mayEdit: true });
  expect(states(empty)).toEqual(['missing', 'missing', 'missing', 'missing']);
  const saved = await save(original.id, 0, [
    edit(findBlock(empty, 'It needs'), 'Er braucht am Morgen <1>Licht</1>.'),
  ]);
  expect(saved.status).toBe(200);
  expect(states(saved.body)).toEqual(['missing', 'missing', 'edited', 'missing']);
  const german = await open(saved.body.post.id);
  expect(german).toMatchObject({ locale: 'de', status: 'draft' });
  expect(german.fields.content).toContain('<p>Er braucht am Morgen <strong>Licht</strong>.</p>');
  expect(german.fields.content).toContain('The birds were singing.');
  expect(german.languages.find(({ locale }) => locale === 'de')).toMatchObject({ from: 'en', review: 3 });
});

test('markup that differs from the original is refused with a sentence, and nothing is saved', async () => {
  const original = await write();
  const block = findBlock(await read(original.id), 'It needs');
  for (const text of ['Ohne Fettdruck', '<1>Licht', '<1></1>Licht', 'Licht <1>hier</1> <2>da</2>']) {
    const refused = await save(original.id, 0, [edit(block, text)]);
    expect(refused.status, text).toBe(422);
    expect(refused.body).toMatchObject({ code: 'block.tags', block: block.id });
    expect(refused.body.error).toMatch(/^The numbered tags must be the same/);
  }
  expect((await read(original.id)).post).toBeNull();
});

test('a text that is too long to translate is refused everywhere, and stays editable', async () => {
  const original = await write(`<p>word</p>`.repeat(translatableLimits.tags / 2 + 1));
  expect(await read(original.id)).toMatchObject({ isAligned: false, isTooLong: true, blocks: [] });
  const hash = '0'.repeat(32);
  const refused = [
    await save(original.id, 0, [{ id: 'b1', hash, text: 'Wort', accepted: false }]),
    await harness.request(`POST ${path(original.id)}/translate`, { blocks: ['b1'] }),
    await harness.request(`POST /posts/${original.id}/translations/estimate`, {}),
    await harness.request(`POST /posts/${original.id}/translations`, {}),
  ];
  for (const { status, body } of refused) expect([status, body.code]).toEqual([413, 'run.too_long']);
  expect(await open(original.id)).toMatchObject({ status: 'draft' });
  expect((await harness.request(`GET /posts/${original.id}/translation`)).body).toMatchObject({ review: [] });
});

test('a body that takes no place among the saves in flight is postponed', async () => {
  const original = await write();
  const { origin, getCookie } = harness.adminServer;
  const unfinished = request(`${origin}/api/admin/posts`, {
    method: 'POST',
    headers: {
      origin,
      cookie: getCookie('editor'),
      'content-type': 'application/json',
      'content-length': savePostLimitBytes,
      expect: '100-continue',
    },
  });
  unfinished.on('error', () => undefined);
  await new Promise<void>((resolve) => unfinished.once('continue', resolve).flushHeaders());
  unfinished.write('{');
  const edits = [edit(findBlock(await read(original.id), 'The birds'), 'Die Vögel sangen.')];
  await expect.poll(async () => (await save(original.id, 0, edits)).status).toBe(503);
  unfinished.destroy();
  await expect.poll(async () => (await save(original.id, 0, edits)).status).toBe(200);
});

test('HTML that is typed stays text', async () => {
  const original = await write();
  const block = findBlock(await read(original.id), 'The birds');
  const saved = await save(original.id, 0, [edit(block, '<img src=x onerror=alert(1)> &lt;b&gt;')]);
  const { fields } = await open(saved.body.post.id);
  expect(fields.content).not.toContain('<img');
  expect(fields.content).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

test('a save that is based on another version is refused with the current post', async () => {
  const original = await write();
  const block = findBlock(await read(original.id), 'The birds');
  const first = await save(original.id, 0, [edit(block, 'Die Vögel sangen.')]);
  const second = await save(original.id, 0, [edit(block, 'Vögel sangen.')]);
  expect(second.status).toBe(409);
  expect(second.body).toMatchObject({ code: 'post.conflict', current: { id: first.body.post.id } });
  expect(findBlock(await read(original.id), 'The birds').text).toBe('Die Vögel sangen.');
});

test('accepting the blocks of a machine translation makes them a person’s, and no run changes them', async () => {
  const original = await write();
  const run = await harness.run(original.id, { locales: ['de'], choice: 'drafts' });
  const machine = await read(original.id);
  expect(states(machine)).toEqual(['machine', 'machine', 'machine', 'machine']);
  const accepted = await save(
    original.id,
    machine.post?.version ?? 0,
    machine.blocks.map((block) => edit(block, block.text ?? '', true)),
  );
  expect(states(accepted.body)).toEqual(['edited', 'edited', 'edited', 'edited']);
  expect(accepted.body.post.id).toBe(findStep(run, 'de').post?.id);
  const before = await open(accepted.body.post.id);
  await harness.run(original.id, { locales: ['de'], choice: 'drafts' });
  expect((await open(accepted.body.post.id)).fields.content).toBe(before.fields.content);
});

test('an accepted text goes to the translation memory, an autosaved one doesn’t', async () => {
  const first = await write('<p>A sentence about stones.</p><p>A sentence about water.</p>');
  const page = await read(first.id);
  await save(first.id, 0, [
    edit(findBlock(page, 'A sentence about stones'), 'Ein Satz über Steine.', true),
    edit(findBlock(page, 'A sentence about water'), 'Ein halber'),
  ]);
  const second = await write('<p>A sentence about stones.</p><p>A sentence about water.</p>');
  const other = await read(second.id);
  const ids = ['A sentence about stones', 'A sentence about water'].map((text) => findBlock(other, text).id);
  const { body } = await harness.request(`POST ${path(second.id)}/translate`, { blocks: ids });
  expect(body.failure).toBeNull();
  const texts = body.blocks.map(({ text }: { text: string }) => text);
  expect(texts[0]).toBe('Ein Satz über Steine.');
  expect(texts[1]).not.toBe('Ein halber');
});

test('one block is translated without a save, and its text counts as the machine’s', async () => {
  const original = await write('<p>The river was cold in spring.</p>');
  const block = findBlock(await read(original.id), 'The river');
  const { body } = await harness.request(`POST ${path(original.id)}/translate`, { blocks: [block.id] });
  expect(body.blocks).toHaveLength(1);
  expect((await read(original.id)).post).toBeNull();
  const saved = await save(original.id, 0, [edit(block, body.blocks[0].text)]);
  expect(findBlock(saved.body, 'The river').state).toBe('machine');
});

test('after a change of the original, only the changed block is outdated, and keeps its text', async () => {
  const original = await write();
  await harness.run(original.id, { locales: ['de'], choice: 'drafts' });
  const before = await read(original.id);
  await harness.save(original.id, () => ({ content: content.replace('The birds', 'Many birds') }));
  const changed = await read(original.id);
  expect(states(changed)).toEqual(['machine', 'machine', 'machine', 'outdated']);
  const block = findBlock(changed, 'Many birds');
  expect(block.text).toBe(findBlock(before, 'The birds').text);
  const heading = findBlock(changed, 'What a garden');
  const other = await save(original.id, changed.post?.version ?? 0, [
    edit(heading, heading.text ?? '', true),
  ]);
  expect(states(other.body)).toEqual(['machine', 'edited', 'machine', 'outdated']);
  const german = async () => {
    const { languages } = await open(original.id);
    return languages.find(({ locale }) => locale === 'de')?.translation;
  };
  expect(await german()).toBe('outdated');
  const done = await save(original.id, other.body.post.version, [edit(block, 'Viele Vögel sangen.', true)]);
  expect(states(done.body)).toEqual(['machine', 'edited', 'machine', 'edited']);
  expect(await german()).toBeUndefined();
});

test('a published translation is not changed for readers', async () => {
  const original = await write();
  await harness.run(original.id, { locales: ['de'], choice: 'passed' });
  const page = await read(original.id);
  expect(page.post?.status).toBe('published');
  const saved = await save(original.id, page.post?.version ?? 0, [
    edit(findBlock(page, 'The birds'), 'Die Vögel sangen leise.', true),
  ]);
  expect(saved.body.post).toMatchObject({ status: 'published', has_working_copy: true });
});

test('a translation with another structure is left to the editor', async () => {
  const original = await write();
  const body = {
    mode: 'save',
    locale: 'de',
    article_id: original.article_id,
    fields: { ...original.fields, slug: '', title: 'Ein Garten', content: '<p>Nur ein Absatz.</p>' },
  };
  expect((await harness.request('POST /posts', body)).status).toBe(201);
  expect(await read(original.id)).toMatchObject({ isAligned: false, blocks: [] });
});

test('a translation written by hand is aligned with its original', async () => {
  const original = await write();
  const german = content
    .replace('What a garden needs', 'Was ein Garten braucht')
    .replace('It needs <strong>light</strong> in the morning', 'Er braucht morgens <strong>Licht</strong>')
    .replace('The birds were singing', 'Die Vögel sangen');
  const body = {
    mode: 'save',
    locale: 'de',
    article_id: original.article_id,
    fields: { ...original.fields, slug: '', title: 'Ein Garten', content: german },
  };
  await harness.request('POST /posts', body);
  const page = await read(original.id);
  expect(states(page)).toEqual(['edited', 'edited', 'edited', 'edited']);
  expect(findBlock(page, 'It needs').text).toBe('Er braucht morgens <1>Licht</1>.');
});

test('the language of the original and unknown posts are not found', async () => {
  const { id } = await write();
  expect((await harness.request(`GET /posts/${id}/side-by-side/en`)).status).toBe(404);
  expect((await harness.request(`GET /posts/${id}/side-by-side/xx`)).status).toBe(404);
});
