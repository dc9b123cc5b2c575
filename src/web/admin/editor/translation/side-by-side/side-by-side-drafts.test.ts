import { expect, test } from 'vitest';
import { blockWith, sideBySideWith } from '../fixtures/side-by-side.ts';
import {
  type Drafts,
  findNextOpenBlock,
  listSavable,
  rebaseDrafts,
  removeSaved,
} from './side-by-side-drafts.ts';

const one = blockWith({ id: 'b1', text: 'Eins', state: 'machine' });
const two = blockWith({ id: 'b2', text: 'Zwei', state: 'edited' });
const three = blockWith({ id: 'b3', source: 'A <1>third</1>' });
const page = sideBySideWith([one, two, three]);
const draftOf = ({ id, hash }: typeof one, text: string): Drafts =>
  new Map([[id, { id, hash, text, accepted: false }]]);

test('a text whose tags differ from its source is not sent', () => {
  expect(listSavable(page, draftOf(three, 'Ein drittes'), new Map())).toEqual([]);
  expect(listSavable(page, draftOf(three, 'Ein <1>drittes</1>'), new Map())).toHaveLength(1);
});

test('what was typed during a save stays unsaved', () => {
  const sent = listSavable(page, draftOf(one, 'Ein'), new Map());
  expect(removeSaved(draftOf(one, 'Eins!'), sent).size).toBe(1);
  expect(removeSaved(draftOf(one, 'Ein'), sent).size).toBe(0);
});

test('a change elsewhere of another block keeps the text without a question', () => {
  const next = sideBySideWith([{ ...one }, { ...two, text: 'Zwo' }, three]);
  const { drafts, lost } = rebaseDrafts(draftOf(one, 'Mein Text'), page, next);
  expect(drafts.get('b1')).toMatchObject({ text: 'Mein Text' });
  expect(drafts.get('b1')).not.toHaveProperty('theirs');
  expect(lost).toEqual([]);
});

test('a change elsewhere of the same block is a choice, and nothing is sent until it is made', () => {
  const next = sideBySideWith([{ ...one, text: 'Ihr Text' }, two, three]);
  const { drafts } = rebaseDrafts(draftOf(one, 'Mein Text'), page, next);
  expect(drafts.get('b1')).toMatchObject({ text: 'Mein Text', theirs: 'Ihr Text' });
  expect(listSavable(next, drafts, new Map())).toEqual([]);
});

test('a text follows its block to another place, and is listed if the block is gone', () => {
  const moved = sideBySideWith([{ ...one, id: 'b2' }]);
  expect([...rebaseDrafts(draftOf(one, 'Mein Text'), page, moved).drafts.keys()]).toEqual(['b2']);
  const { drafts, lost } = rebaseDrafts(
    draftOf(three, 'Ein <1>drittes</1>'),
    page,
    sideBySideWith([one, two]),
  );
  expect([drafts.size, lost]).toEqual([0, ['Ein drittes']]);
});

test('the next open block is the next that no person has accepted, starting over at the end', () => {
  expect(findNextOpenBlock(page.blocks, 'b1')).toBe('b3');
  expect(findNextOpenBlock(page.blocks, 'b3')).toBe('b1');
  expect(findNextOpenBlock(page.blocks, null)).toBe('b1');
  expect(findNextOpenBlock([two], null)).toBeNull();
});
