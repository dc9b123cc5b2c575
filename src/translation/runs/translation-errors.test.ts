import { expect, test } from 'vitest';
import type { SceneName } from '#test/fakes/language-model/scenes.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import {
  shortBlocks as blocks,
  createModelDeps,
  getInstructions,
  getStates,
  shortText as html,
  listRequestedIds,
  longText,
  options,
} from '#test/support/block-deps.ts';
import { outline } from '#test/support/outline.ts';
import { checkBlock } from '../blocks/check-block.ts';
import { joinHtml } from '../blocks/join-html.ts';
import { splitHtml } from '../blocks/split-html.ts';
import { translateBlocks } from '../blocks/translate-blocks.ts';

type Expected = { calls: number; invalid?: string; attempts?: number };
test.each<[SceneName[], Expected]>([
  [['busy', 'good'], { calls: 2 }],
  [['failing', 'busy', 'good'], { calls: 3 }],
  [['shuffled-blocks'], { calls: 1 }],
  [['named-blocks'], { calls: 1 }],
  [['fenced-json'], { calls: 1 }],
  [['chatty-json'], { calls: 1 }],
  [['string-json'], { calls: 1 }],
  [['no-schema', 'no-schema'], { calls: 2 }],
  [['half-json', 'good'], { calls: 2, attempts: 2 }],
  [['wrong-json', 'good'], { calls: 2, attempts: 2 }],
  [['not-json', 'good'], { calls: 2, attempts: 2 }],
  [['empty', 'good'], { calls: 2, attempts: 2 }],
  [['huge', 'good'], { calls: 2, attempts: 2 }],
  [['filtered', 'good'], { calls: 2, attempts: 2 }],
  [['dropped-block', 'good'], { calls: 2, attempts: 2 }],
  [['dropped-tag', 'good'], { calls: 2, attempts: 2 }],
  [['moved-tag', 'good'], { calls: 1 }],
  [['invented-link', 'good'], { calls: 2, attempts: 2 }],
  [['wrong-language', 'good'], { calls: 2, attempts: 2 }],
  [['copied-source', 'good'], { calls: 2, attempts: 2 }],
  [['obeys', 'good'], { calls: 2, attempts: 2 }],
  [['obeys-quietly', 'good'], { calls: 2, attempts: 2 }],
  [['dropped-block', 'dropped-block', 'good'], { calls: 3, attempts: 3 }],
  [['silent', 'good'], { calls: 2, attempts: 2 }],
  [['cut', 'cut', 'cut', 'good'], { calls: 4, attempts: 2 }],
])('recovers from %j', async (scenes, { calls, attempts = 1 }) => {
  await using fake = await startFakeModel();
  fake.play(...scenes);
  const { outcomes, failure } = await translateBlocks(await createModelDeps(fake), blocks, options());
  expect(failure).toBeNull();
  expect(getStates(outcomes)).toEqual(blocks.map(() => 'ok'));
  expect(fake.calls).toHaveLength(calls);
  expect(Math.max(...outcomes.map((outcome) => outcome.attempts))).toBe(attempts);
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
  'a block that always fails (%s) keeps its source and has the issue; the others succeed',
  async (scene, issue) => {
    await using fake = await startFakeModel();
    const split = splitHtml(
      `${html}<p>This <em>one</em> has fake:${scene} in it and is never right at all.</p>`,
      'en',
    );
    const { outcomes, failure } = await translateBlocks(await createModelDeps(fake), split.blocks, options());
    expect(failure).toBeNull();
    const last = split.blocks.at(-1);
    expect(outcomes.at(-1)).toMatchObject({
      state: 'needs_review',
      text: last?.text,
      issue,
      attempts: 3,
    });
    expect(getStates(outcomes.slice(0, -1))).toEqual(outcomes.slice(1).map(() => 'ok'));
    // All blocks, then only the failed one, then the same by itself with the reason.
    expect(listRequestedIds(fake)).toEqual([split.blocks.map(({ id }) => id), [last?.id], [last?.id]]);
    expect(getInstructions(fake, 1)).not.toContain('could not be taken');
    expect(getInstructions(fake, 2)).toContain('could not be taken');
    const accepted = outcomes
      .filter(({ state }) => state === 'ok')
      .map(({ id, text }) => [id, text] as const);
    expect(outline(joinHtml(split, new Map(accepted), { to: 'de' }))).toBe(
      outline(joinHtml(split, new Map(), { to: 'de' })),
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
])('a model that always fails (%s) changes nothing, in a limited number of calls', async (scene) => {
  await using fake = await startFakeModel();
  fake.playFor('de', [], scene);
  const long = splitHtml(longText, 'en');
  const { outcomes, failure } = await translateBlocks(await createModelDeps(fake), long.blocks, options());
  expect(failure).toBeNull();
  const accepted = outcomes.filter(({ state }) => state === 'ok');
  // Truncated output may have valid blocks, and short blocks may pass for any language.
  for (const { id, text } of accepted) {
    const block = long.blocks.find((candidate) => candidate.id === id);
    expect(block && checkBlock(block, text, { from: 'en', to: 'de' })).toBeNull();
  }
  if (scene !== 'half-json') expect(accepted.length).toBeLessThan(long.blocks.length / 10);
  expect(fake.calls.length).toBeLessThan(30);
  expect(outline(joinHtml(long, new Map(accepted.map(({ id, text }) => [id, text])), { to: 'de' }))).toBe(
    outline(joinHtml(long, new Map(), { to: 'de' })),
  );
});

test.each<[SceneName, string, number]>([
  ['busy', 'model.busy', 6],
  ['busy-for-long', 'model.busy', 2],
  ['failing', 'model.unreachable', 6],
  ['unauthorized', 'model.refused', 1],
])('a failing provider (%s) stops the translation with its code', async (scene, code, calls) => {
  await using fake = await startFakeModel();
  fake.playFor('de', [], scene);
  const { outcomes, failure } = await translateBlocks(await createModelDeps(fake), blocks, options());
  expect(failure).toMatchObject({ code });
  expect(outcomes).toEqual([]);
  expect(fake.calls).toHaveLength(calls);
});

test('a hanging provider times out, and finished blocks are kept', async () => {
  await using fake = await startFakeModel();
  fake.playFor('de', ['dropped-block'], 'hang');
  const deps = await createModelDeps(fake, { limits: { longTimeoutMs: 300 } });
  const { outcomes, failure } = await translateBlocks(deps, blocks, options());
  expect(failure).toEqual({ code: 'model.timeout' });
  expect(getStates(outcomes)).toEqual(blocks.slice(1).map(() => 'ok'));
});

test('sends no schema once the provider has rejected one, but does after another error', async () => {
  await using fake = await startFakeModel();
  const deps = await createModelDeps(fake);
  const hasSchema = () => fake.calls.map(({ body }) => body.includes('"response_format"'));
  fake.play('unauthorized', 'no-schema', 'no-schema', 'no-schema');
  await translateBlocks(deps, blocks, options());
  await translateBlocks(deps, blocks, options());
  const { outcomes } = await translateBlocks(deps, blocks, options({ to: 'it' }));
  expect(getStates(outcomes)).toEqual(blocks.map(() => 'ok'));
  expect(hasSchema()).toEqual([true, true, false, false]);
});
