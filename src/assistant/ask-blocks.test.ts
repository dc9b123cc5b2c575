import { expect, test } from 'vitest';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { shortBlocks as blocks, deskOf, options } from '#test/support/block-desk.ts';
import { askBlocks } from './ask-blocks.ts';

test('each block of one answer is judged by itself', async () => {
  await using fake = await startFakeModel();
  fake.play('dropped-block');
  const asked = { ...options(), blocks, around: blocks };
  const answer = await askBlocks(await deskOf(fake), asked);
  if (!answer.ok) throw new Error(answer.error.code);
  expect(answer.value.map(({ block }) => block)).toEqual(blocks);
  const last = blocks.at(-1);
  expect(answer.value.at(-1)).toEqual({ block: last, text: null, fault: 'missing' });
  for (const { text, fault } of answer.value.slice(0, -1)) {
    expect(fault).toBeNull();
    expect(text).toBe(text?.trim());
  }
});

test('an answer that does not come is the failure of all blocks', async () => {
  await using fake = await startFakeModel();
  fake.playFor('de', [], 'unauthorised');
  expect(await askBlocks(await deskOf(fake), { ...options(), blocks, around: blocks })).toMatchObject({
    ok: false,
    error: { code: 'model.refused' },
  });
});
