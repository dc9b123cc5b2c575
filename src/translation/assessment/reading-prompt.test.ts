import { expect, test } from 'vitest';
import { createPlainBlock } from '../blocks/block.ts';
import { buildReadingPrompt, parseReadings } from './reading-prompt.ts';

const scores = (...blocks: unknown[]) =>
  [...(parseReadings({ blocks }) ?? [])].map(([id, { score }]) => `${id} ${score}`);
const good = { id: 'b1', score: 100, faults: [], better: '' };

test('a low score counts, whatever is wrong with the rest', () => {
  expect(scores({ ...good, score: 20, faults: null, better: 7 })).toEqual(['b1 20']);
  expect(scores({ ...good, score: 19.5, faults: Array(60).fill({ kind: 'gossip' }) })).toEqual(['b1 19']);
});

test('a score that is not low does not count if the rest is outside the form', () => {
  const fault = { kind: 'meaning', source: 'a', translation: 'b' };
  for (const rest of [
    { faults: 'the meaning is inverted' },
    { better: 42 },
    { faults: [{ ...fault, kind: 'mistranslation' }] },
    { faults: [fault, 'inverted'] },
  ])
    for (const score of [50, 100])
      expect(parseReadings({ blocks: [{ ...good, score, ...rest }] }), JSON.stringify(rest)).toBeNull();
  expect(scores({ ...good, score: 96, faults: [fault], better: null })).toEqual(['b1 96']);
  expect(scores({ id: 'b1', score: 97 })).toEqual(['b1 97']);
});

test('a block with two answers has none, even if one of them is malformed', () => {
  const other = { ...good, id: 'b2', score: 80 };
  for (const score of [100, 5, -5, 'all']) expect(scores(good, { ...good, score }, other)).toEqual(['b2 80']);
  expect(scores(good, good, good, other)).toEqual(['b2 80']);
});

test('an answer in another form has no readings', () => {
  for (const answer of [null, [], { blocks: 'all' }, { blocks: [] }, { blocks: [{ ...good, score: 101 }] }])
    expect(parseReadings(answer)).toBeNull();
});

test('the reader knows the title, the section, the text around a block and the caption of a picture', () => {
  const create = (id: string, kind: 'title' | 'heading' | 'paragraph' | 'picture description' | 'caption') =>
    createPlainBlock({ id, kind, text: `Text ${id}` });
  const picture = { ...create('b3', 'picture description'), captionId: 'b4' };
  const contextBlocks = [
    create('title', 'title'),
    create('b1', 'heading'),
    create('b2', 'paragraph'),
    picture,
    create('b4', 'caption'),
  ];
  const request = { from: 'en', to: 'de', glossary: [], style: '', contextBlocks } as const;
  const { data, instructions } = buildReadingPrompt(
    [{ block: picture, text: 'Ein Bild' }],
    request,
    () => 0.5,
  );
  expect(instructions).toContain('"section", "before", "after" and "caption" are');
  expect(data).toMatch(/^<title-\w+>\nText title\n/);
  expect(JSON.parse(data.split('\n').find((line) => line.startsWith('{')) ?? '')).toEqual({
    id: 'b3',
    kind: 'picture description',
    source: 'Text b3',
    translation: 'Ein Bild',
    section: 'Text b1',
    before: 'Text b2',
    caption: 'Text b4',
  });
});
