import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyDatabase } from '#test/support/databases.ts';
import { findStep, type RunTestServer, startRunTestServer } from '#test/support/run-harness.ts';

let harness: RunTestServer;
beforeAll(async () => {
  harness = await startRunTestServer(await emptyDatabase());
});
afterAll(() => harness?.[Symbol.asyncDispose]());

test('only an owner can switch the note on, and only a machine translation then has it', async () => {
  const { adminServer, write, run, request } = harness;
  const { machineNote } = adminServer.services;
  const post = await write({
    title: 'A garden in the evening',
    content: '<p>It was quiet in the garden.</p>',
  });
  const german = findStep(await run(post.id, { locales: ['de'], choice: 'passed' }), 'de').post?.id ?? '';
  expect(await machineNote.isShownOn(german)).toBe(false);
  const call = 'PUT /translation/note';
  expect((await adminServer.request('editor', call, { body: { shown: true } })).status).toBe(403);
  expect((await adminServer.request('owner', call, { body: { shown: 'yes' } })).status).toBe(400);
  expect((await adminServer.request('owner', call, { body: { shown: true } })).body).toEqual({ shown: true });
  expect(await machineNote.isOn()).toBe(true);
  expect(await machineNote.isShownOn(german)).toBe(true);
  expect(await machineNote.isShownOn(post.id)).toBe(false);
  const path = `/posts/${post.id}/side-by-side/de`;
  const { blocks, post: translation } = (await request(`GET ${path}`)).body;
  const accepted = blocks.map(({ id, hash, text }: Record<string, string>) => ({
    id,
    hash,
    text,
    accepted: true,
  }));
  await request(`PUT ${path}`, { blocks: accepted }, translation.version);
  expect(await machineNote.isShownOn(german)).toBe(false);
  await adminServer.request('owner', call, { body: { shown: false } });
  expect(await machineNote.isOn()).toBe(false);
});
