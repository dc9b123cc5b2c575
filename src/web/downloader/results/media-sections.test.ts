import { expect, test } from 'vitest';
import type { Quality } from '#extraction/contract.ts';
import { buildQuality } from '#test/support/build-quality.ts';
import { buildPhoto, buildPost } from '../fixtures/build-response.ts';
import {
  filterSections,
  listItems,
  listSections,
  type MediaFilter,
  type MediaSection,
  takeSections,
} from './media-sections.ts';

const entry = (code: string, text = '') => ({ code, url: `https://x/${code}`, text, publishedAt: '' });

/** Three posts: two photos, words alone, then a video, a GIF and a voice note. */
const threadPost = buildPost({ thread: { posts: [entry('one'), entry('words', 'Words'), entry('three')] } });
const inPost = (code: string, place: number) => ({
  source: { kind: 'own', username: 'maker', post: { code, url: '', place, of: 3 } } as const,
});
const threadMedia: Quality[] = [
  buildPhoto({ index: 1, ...inPost('one', 1) }),
  buildPhoto({ index: 2, ...inPost('one', 1) }),
  buildQuality({ itemId: 'item-3', index: 3, ...inPost('three', 3) }),
  buildQuality({ itemId: 'item-4', index: 4, type: 'gif', ...inPost('three', 3) }),
  buildQuality({ itemId: 'item-5', index: 5, type: 'audio', ...inPost('three', 3) }),
];
const thread = listSections(threadMedia, threadPost);

const outline = (sections: readonly MediaSection[]) =>
  sections.map((section) => [section.key, listItems([section]).map(({ id }) => id.replace('item-', ''))]);

test('a post is one section with a group for each source', () => {
  const quoted = buildPhoto({ index: 2, source: { kind: 'quoted', username: 'other' } });
  for (const post of [null, buildPost(), buildPost({ thread: { more: 2 } })]) {
    const sections = listSections([buildPhoto(), quoted], post);
    expect(sections).toMatchObject([{ entry: null, groups: [{ key: 'own' }, { key: 'quoted other' }] }]);
  }
});

test('a thread has a section for each post in order, also for one with only words', () => {
  expect(outline(thread)).toEqual([
    ['one', ['1', '2']],
    ['words', []],
    ['three', ['3', '4', '5']],
  ]);
  expect(thread[1]?.entry).toMatchObject({ ...entry('words', 'Words'), place: 2, of: 3 });
});

test.each<[MediaFilter, unknown]>([
  ['all', outline(thread)],
  ['image', [['one', ['1', '2']]]],
  ['video', [['three', ['3', '4']]]],
])('the filter %s keeps its media and no empty posts', (filter, expected) => {
  expect(outline(filterSections(thread, filter))).toEqual(expected);
});

test.each<[number, unknown]>([
  [0, []],
  [1, [['one', ['1']]]],
  [2, [['one', ['1', '2']]]],
  [
    3,
    [
      ['one', ['1', '2']],
      ['words', []],
    ],
  ],
  [
    4,
    [
      ['one', ['1', '2']],
      ['words', []],
      ['three', ['3']],
    ],
  ],
  [Number.POSITIVE_INFINITY, outline(thread)],
])('the first %d items are taken across posts, where words count as one', (limit, expected) => {
  expect(outline(takeSections(thread, limit))).toEqual(expected);
});
