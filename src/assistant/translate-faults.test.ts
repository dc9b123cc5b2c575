import { expect, test } from 'vitest';
import type { SceneName } from '#test/fakes/language-model/scenes.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import {
  askedIn,
  shortBlocks as blocks,
  deskOf,
  shortText as html,
  instructionsOf,
  longText,
  options,
  statesOf,
} from '#test/support/block-desk.ts';
import { outline } from '#test/support/outline.ts';
import { checkBlock } from './check-block.ts';
import { joinText } from './join-text.ts';
import { splitText } from './split-text.ts';
import { translateBlocks } from './translate-blocks.ts';

type Expected = { calls: number; unfit?: string; asked?: number };
test.each<[SceneName[], Expected]>([
  [['busy', 'good'], { calls: 2 }],
  [['failing', 'busy', 'good'], { calls: 3 }],
  [['shuffled-blocks'], { calls: 1 }],
  [['named-blocks'], { calls: 1 }],
  [['fenced-json'], { calls: 1 }],
  [['chatty-json'], { calls: 1 }],
  [['string-json'], { calls: 1 }],
  [['no-schema', 'no-schema'], { calls: 2 }],
  [['half-json', 'good'], { calls: 2, asked: 2 }],
  [['wrong-json', 'good'], { calls: 2, asked: 2 }],
  [['not-json', 'good'], { calls: 2, asked: 2 }],
  [['empty', 'good'], { calls: 2, asked: 2 }],
  [['huge', 'good'], { calls: 2, asked: 2 }],
  [['filtered', 'good'], { calls: 2, asked: 2 }],
  [['dropped-block', 'good'], { calls: 2, asked: 2 }],
  [['dropped-tag', 'good'], { calls: 2, asked: 2 }],
  [['moved-tag', 'good'], { calls: 1 }],
  [['invented-link', 'good'], { calls: 2, asked: 2 }],
  [['wrong-language', 'good'], { calls: 2, asked: 2 }],
  [['copied-source', 'good'], { calls: 2, asked: 2 }],
  [['obeys', 'good'], { calls: 2, asked: 2 }],
  [['obeys-quietly', 'good'], { calls: 2, asked: 2 }],
  [['dropped-block', 'dropped-block', 'good'], { calls: 3, asked: 3 }],
  [['silent', 'good'], { calls: 2, asked: 2 }],
  [['cut', 'cut', 'cut', 'good'], { calls: 4, asked: 2 }],
])('%j comes to a good end', async (scenes, { calls, asked = 1 }) => {
  await using fake = await startFakeModel();
  fake.play(...scenes);
  const { outcomes, failure } = await translateBlocks(await deskOf(fake), blocks, options());
  expect(failure).toBeNull();
  expect(statesOf(outcomes)).toEqual(blocks.map(() => 'ok'));
  expect(fake.calls).toHaveLength(calls);
  expect(Math.max(...outcomes.map((outcome) => outcome.asked))).toBe(asked);
  for (const block of blocks) {
    const text = outcomes.find(({ id }) => id === block.id)?.text ?? '';
    expect(checkBlock(block, text, { from: 'en', to: 'de' })).toBeNull();
  }
});

test.each<[SceneName, string]>([
  ['dropped-tag', 'tags'],
  ['invented-link', 'links'],
  ['copied-block', 'copied'],
  ['dropped-block', 'missing'],
])(
  'a block that is never right (%s) keeps its source and says why; the others are done',
  async (scene, fault) => {
    await using fake = await startFakeModel();
    const marked = splitText(
      `${html}<p>This <em>one</em> has fake:${scene} in it and is never right at all.</p>`,
      'en',
    );
    const { outcomes, failure } = await translateBlocks(await deskOf(fake), marked.blocks, options());
    expect(failure).toBeNull();
    const last = marked.blocks.at(-1);
    expect(outcomes.at(-1)).toMatchObject({ state: 'needs_review', text: last?.text, fault, asked: 3 });
    expect(statesOf(outcomes.slice(0, -1))).toEqual(outcomes.slice(1).map(() => 'ok'));
    // All, then only what was not right, then that by itself with the reason.
    expect(askedIn(fake)).toEqual([marked.blocks.map(({ id }) => id), [last?.id], [last?.id]]);
    expect(instructionsOf(fake, 1)).not.toContain('could not be taken');
    expect(instructionsOf(fake, 2)).toContain('could not be taken');
    const taken = outcomes.filter(({ state }) => state === 'ok').map(({ id, text }) => [id, text] as const);
    expect(outline(joinText(marked, new Map(taken), { to: 'de' }))).toBe(
      outline(joinText(marked, new Map(), { to: 'de' })),
    );
  },
);

test.each<SceneName>([
  'copied-source',
  'wrong-language',
  'half-json',
  'obeys',
  'obeys-quietly',
  'wrong-json',
])('a model that is never right (%s) changes nothing, and is not asked without end', async (scene) => {
  await using fake = await startFakeModel();
  fake.playFor('de', [], scene);
  const long = splitText(longText, 'en');
  const { outcomes, failure } = await translateBlocks(await deskOf(fake), long.blocks, options());
  expect(failure).toBeNull();
  const taken = outcomes.filter(({ state }) => state === 'ok');
  // What is cut may hold blocks that are right; what is too short to tell may pass for any language.
  for (const { id, text } of taken) {
    const block = long.blocks.find((one) => one.id === id);
    expect(block && checkBlock(block, text, { from: 'en', to: 'de' })).toBeNull();
  }
  if (scene !== 'half-json') expect(taken.length).toBeLessThan(long.blocks.length / 10);
  expect(fake.calls.length).toBeLessThan(30);
  expect(outline(joinText(long, new Map(taken.map(({ id, text }) => [id, text])), { to: 'de' }))).toBe(
    outline(joinText(long, new Map(), { to: 'de' })),
  );
});

test.each<[SceneName, string, number]>([
  ['busy', 'model.busy', 6],
  ['busy-for-long', 'model.busy', 2],
  ['failing', 'model.unreachable', 6],
  ['unauthorised', 'model.refused', 1],
])('a provider that does not work (%s) ends it with its code', async (scene, code, calls) => {
  await using fake = await startFakeModel();
  fake.playFor('de', [], scene);
  const { outcomes, failure } = await translateBlocks(await deskOf(fake), blocks, options());
  expect(failure).toMatchObject({ code });
  expect(outcomes).toEqual([]);
  expect(fake.calls).toHaveLength(calls);
});

test('a provider that hangs is given up, and what was done before is kept', async () => {
  await using fake = await startFakeModel();
  fake.playFor('de', ['dropped-block'], 'hang');
  const desk = await deskOf(fake, { limits: { longMs: 300 } });
  const { outcomes, failure } = await translateBlocks(desk, blocks, options());
  expect(failure).toEqual({ code: 'model.timeout' });
  expect(statesOf(outcomes)).toEqual(blocks.slice(1).map(() => 'ok'));
});

test('a provider that knows no schemas is asked without from then on; another fault changes nothing', async () => {
  await using fake = await startFakeModel();
  const desk = await deskOf(fake);
  const hasSchema = () => fake.calls.map(({ body }) => body.includes('"response_format"'));
  fake.play('unauthorised', 'no-schema', 'no-schema', 'no-schema');
  await translateBlocks(desk, blocks, options());
  await translateBlocks(desk, blocks, options());
  const { outcomes } = await translateBlocks(desk, blocks, options({ to: 'it' }));
  expect(statesOf(outcomes)).toEqual(blocks.map(() => 'ok'));
  expect(hasSchema()).toEqual([true, true, false, false]);
});
