import { expect, test } from 'vitest';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { shortBlocks as blocks, createModelDeps, getStates, options } from '#test/support/block-deps.ts';
import { createPlainBlock } from './block.ts';
import { createRepetitionFinder } from './find-repetition.ts';
import { type BlockOutcome, translateBlocks } from './translate-blocks.ts';

const title = blocks[0]?.text ?? '';
const refusal = 'Lo siento, pero no puedo ayudar con esa solicitud.';
const repeated = 'Este mensaje es siempre igual para todos los textos.';

test('a refused block keeps its source, and nothing of its batch is accepted', async () => {
  await using fake = await startFakeModel();
  fake.answer(({ text }) => (text === title ? refusal : null));
  const reported: BlockOutcome[][] = [];
  const onBlocks = (outcomes: readonly BlockOutcome[]) => void reported.push([...outcomes]);
  const { outcomes, failure } = await translateBlocks(
    await createModelDeps(fake),
    blocks,
    options({ to: 'es', onBlocks }),
  );
  expect(failure).toBeNull();
  expect(outcomes[0]).toMatchObject({ state: 'needs_review', text: title, issue: 'refused' });
  expect(getStates(outcomes.slice(1))).toEqual(blocks.slice(1).map(() => 'ok'));
  // Two batches with the title were discarded. Each of the others was translated by itself.
  expect(fake.calls).toHaveLength(2 + blocks.length);
  expect(reported.map((done) => done.length)).toEqual(blocks.map(() => 1));
});

test('a text that comes for every block is no translation, even if each is asked for alone', async () => {
  await using fake = await startFakeModel();
  fake.answer(() => repeated);
  const plain = ['A picture in the morning', 'What a good picture needs', 'In the end we kept three'].map(
    (text, index) => createPlainBlock({ id: `b${index}`, kind: 'paragraph', text }),
  );
  const { outcomes } = await translateBlocks(await createModelDeps(fake), plain, options({ to: 'es' }));
  expect(outcomes.map(({ state, issue }) => [state, issue])).toEqual(
    plain.map(() => ['needs_review', 'repeated']),
  );
});

test('a text that was accepted before another block got it too is taken back', async () => {
  await using fake = await startFakeModel();
  const long = Array.from({ length: 3 }, (_, index) =>
    createPlainBlock({
      id: `b${index}`,
      kind: 'paragraph',
      text: `${['Pictures', 'Gardens', 'Mornings'][index]} ${'are what we like to see here. '.repeat(55)}`,
    }),
  );
  const short = createPlainBlock({ id: 'b3', kind: 'paragraph', text: 'Nobody knows that' });
  const first = createPlainBlock({ id: 'b4', kind: 'paragraph', text: 'We like to see pictures' });
  fake.answer(({ text }) => (text === short.text || text === first.text ? repeated : null));
  const { outcomes } = await translateBlocks(
    await createModelDeps(fake),
    [first, ...long, short],
    options({ to: 'es' }),
  );
  expect(fake.calls.length).toBeGreaterThan(2);
  expect(outcomes.map(({ state }) => state)).toEqual(['needs_review', 'ok', 'ok', 'ok', 'needs_review']);
  expect(outcomes[0]).toMatchObject({ issue: 'repeated', text: first.text });
});

test.each([
  ['Save', 'Store', 'Speichern', false],
  ['You cannot do that here', 'You can’t do that here', 'Das geht hier leider nicht', false],
  ['Save the video with one link', 'Nobody reads these words', 'Das Video mit einem Link speichern', true],
  ['Nobody reads these words', 'Save the video', '这是一个很长的翻译', true],
])('of %j and %j, the same translation %j is a repetition: %s', (one, other, text, expected) => {
  const repetitions = createRepetitionFinder();
  const [a, b] = [one, other].map((source, index) =>
    createPlainBlock({ id: `b${index}`, kind: 'paragraph', text: source }),
  );
  if (!a || !b) throw new Error('no blocks');
  const isRepeated = (block: typeof a) => repetitions.findRepetitions(block).length > 0;
  repetitions.record(a, text);
  expect(isRepeated(a)).toBe(false);
  repetitions.record(b, ` ${text.toUpperCase()}!`);
  expect([isRepeated(a), isRepeated(b)]).toEqual([expected, expected]);
  repetitions.record(b, 'Something else that is long');
  expect(isRepeated(a)).toBe(false);
});
