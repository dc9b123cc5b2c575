import { expect, test } from 'vitest';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { shortBlocks as blocks, createModelDeps, options } from '#test/support/block-deps.ts';
import { requestBlocks } from './request-blocks.ts';

test('validates each block of a response separately', async () => {
  await using fake = await startFakeModel();
  fake.play('dropped-block');
  const request = { ...options(), blocks, contextBlocks: blocks };
  const result = await requestBlocks(await createModelDeps(fake), request);
  if (!result.ok) throw new Error(result.error.code);
  expect(result.value.map(({ block }) => block)).toEqual(blocks);
  const last = blocks.at(-1);
  expect(result.value.at(-1)).toEqual({ block: last, text: null, issue: 'missing' });
  for (const { text, issue } of result.value.slice(0, -1)) {
    expect(issue).toBeNull();
    expect(text).toBe(text?.trim());
  }
});

test('fails as a whole if the provider rejects the request', async () => {
  await using fake = await startFakeModel();
  fake.playFor('de', [], 'unauthorized');
  expect(
    await requestBlocks(await createModelDeps(fake), { ...options(), blocks, contextBlocks: blocks }),
  ).toMatchObject({
    ok: false,
    error: { code: 'model.refused' },
  });
});
