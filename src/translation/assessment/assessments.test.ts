import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import type { BlockAssessment, BlockDoubt } from '../assessment-contract.ts';
import {
  acceptAssessments,
  copyAssessments,
  readAssessments,
  saveAssessments,
} from './assessment-queries.ts';
import { findUneditedBlocks } from './machine-blocks.ts';
import { isDoubtful, isHeld, scoreLanguage } from './score-language.ts';

const locales = { from: 'en', to: 'th' } as const;
const now = new Date('2026-01-02T03:04:05Z');
const doubt: BlockDoubt = {
  kind: 'meaning',
  source: { start: 3, end: 6 },
  translation: null,
  found_by: 'rule',
};
const assessment: Omit<BlockAssessment, 'isAccepted'> = {
  score: 50,
  doubts: [doubt],
  proposal: 'ไม่ดี',
  model: null,
};
const policy = { threshold: 60, requiresModel: false };
const good = { hash: 'good', text: 'ดี' };
const bad = { hash: 'bad', text: 'ดี' };

describeDatabases('assessments', (open) => {
  test('belong to a source, a text and both languages', async () => {
    await using database = await open();
    const { query } = database;
    await saveAssessments(query, [{ ...bad, assessment }], locales, now);
    const found = await readAssessments(query, [bad, good], locales);
    expect(found.get(bad)).toEqual({ ...assessment, isAccepted: false, updatedAt: now });
    expect(found.get(good)).toBeUndefined();
    expect(found.get({ ...bad, text: 'ไม่ดี' })).toBeUndefined();
    expect((await readAssessments(query, [bad], { from: 'de', to: 'th' })).get(bad)).toBeUndefined();
  });

  test('follow a correction of the source, without their places in it and unaccepted', async () => {
    await using database = await open();
    const { query } = database;
    await saveAssessments(query, [{ ...bad, assessment }], locales, now);
    await acceptAssessments(query, [bad], locales, now);
    await copyAssessments(query, [{ before: bad.hash, after: 'corrected' }], locales, now);
    const corrected = { ...bad, hash: 'corrected' };
    const found = (await readAssessments(query, [bad, corrected], locales)).get(corrected);
    expect(found).toMatchObject({ score: 50, doubts: [{ ...doubt, source: null }], isAccepted: false });
  });

  test('an accepted text stays accepted when it is read again, and another text is not accepted', async () => {
    await using database = await open();
    const { query } = database;
    const other = { ...bad, text: 'ไม่ดี' };
    const both = [bad, bad, other].map((block) => ({ ...block, assessment }));
    await saveAssessments(query, both, locales, now);
    await acceptAssessments(query, [bad], locales, now);
    await saveAssessments(query, [{ ...bad, assessment: { ...assessment, score: 20 } }], locales, now);
    const found = await readAssessments(query, [bad, other], locales);
    expect(found.get(bad)).toMatchObject({ score: 20, isAccepted: true });
    expect(found.get(other)).toMatchObject({ score: 50, isAccepted: false });
  });
});

function lookUp(scores: Record<string, Partial<BlockAssessment>>) {
  return {
    get: ({ hash }: { hash: string }) =>
      scores[hash] && { ...assessment, doubts: [], isAccepted: false, ...scores[hash] },
  };
}

test.each([
  ['the lowest score of the blocks', { good: { score: 96 }, bad: { score: 50 } }, 50, 1],
  ['100 for an accepted block', { good: { score: 96 }, bad: { score: 50, isAccepted: true } }, 96, 0],
  ['of the blocks that have one', { good: { score: 96 } }, 96, 0],
  ['none if nothing was read', { good: { score: null } }, null, 0],
  ['zero, which is a score', { bad: { score: 0 } }, 0, 1],
])('the score of a language is %s', (_, scores, score, doubtful) => {
  const found = scoreLanguage('th', [good, bad], lookUp(scores), { ...policy, hasSecondReader: false });
  expect(found).toMatchObject({ locale: 'th', score, doubtful, blocks: 2, unread: 0 });
});

test('what only rules have read is unread if there is a second model, unless a person accepted it', () => {
  const count = (scores: Record<string, Partial<BlockAssessment>>) =>
    scoreLanguage('th', [good, bad], lookUp(scores), { ...policy, hasSecondReader: true }).unread;
  expect(count({ bad: { score: 50 } })).toBe(2);
  expect(count({ good: { model: 'm' }, bad: { score: 50 } })).toBe(1);
  expect(count({ good: { model: 'm' }, bad: { isAccepted: true } })).toBe(0);
});

test('the policy holds a block below the threshold, until a person accepts it', () => {
  const at = (score: number | null, isAccepted = false) =>
    isHeld({ ...assessment, score, isAccepted }, policy);
  expect([at(59), at(60), at(null), at(0, true)]).toEqual([true, false, false, false]);
  expect(isHeld(undefined, policy)).toBe(false);
});

test('a low score is worth a look without a threshold, but holds nothing', () => {
  const noThreshold = { threshold: 0, requiresModel: false };
  const at = (score: number | null, isAccepted = false) =>
    isDoubtful({ ...assessment, doubts: [], score, isAccepted }, noThreshold);
  expect([at(0), at(79), at(80), at(null), at(0, true)]).toEqual([true, true, false, false, false]);
  expect(isHeld({ ...assessment, score: 0, isAccepted: false }, noThreshold)).toBe(false);
});

test('if the second model must have read a block, an unread one is doubtful', () => {
  const required = { threshold: 60, requiresModel: true };
  const read = { ...assessment, doubts: [], score: 90, model: 'm', isAccepted: false };
  expect(isDoubtful(read, required)).toBe(false);
  expect(isDoubtful({ ...read, model: null }, required)).toBe(true);
  expect(isDoubtful(undefined, required)).toBe(true);
  expect(isDoubtful({ ...read, model: null, isAccepted: true }, required)).toBe(false);
});

const fields = {
  title: 'Eins',
  excerpt: '',
  content: '<p>Zwei</p><p>Three</p>',
  featured_image_alt: '',
  seo_title: '',
  seo_description: '',
  seo_keywords: [],
};
const written = {
  fields,
  blocks: [
    { id: 'title', hash: 'h1', text: 'Eins' },
    { id: 'b1', hash: 'h2', text: 'Zwei' },
    { id: 'b2', hash: 'h3', text: 'Three' },
  ],
  review: [{ hash: 'h3', text: 'Three', source: 'Three' }],
};

const listIds = (post: object) => {
  const { translated, untranslated } = findUneditedBlocks(written as never, post as never);
  return [translated, untranslated].map((blocks) => blocks.map(({ id }) => id));
};

test.each([
  ['what a run wrote', {}, ['title', 'b1'], ['b2']],
  ['not what a person has edited since', { content: '<p>Beide</p><p>Three</p>' }, ['title'], ['b2']],
  [
    'not a source text that a person has translated',
    { content: '<p>Zwei</p><p>Drei</p>' },
    ['title', 'b1'],
    [],
  ],
  ['not an edited field', { title: 'Das Eine' }, ['b1'], ['b2']],
  ['nothing if the blocks are others', { content: '<p>Zwei</p>' }, [], []],
])('the machine wrote %s', (_, changes, translated, untranslated) => {
  const post = { fields: { ...fields, ...changes }, locale: 'de', origin: 'machine' };
  expect(listIds(post)).toEqual([translated, untranslated]);
});

test('a search term that a person has replaced is neither a machine’s nor untranslated', () => {
  const terms = { ...fields, seo_keywords: ['garden', 'Boot'] };
  const blocks = [
    { id: 'seo_keyword_1', hash: 'k1', text: 'garden' },
    { id: 'seo_keyword_2', hash: 'k2', text: 'Boot' },
  ];
  const before = {
    fields: terms,
    blocks: [...written.blocks, ...blocks],
    review: [{ hash: 'k1', text: 'garden' }],
  };
  const find = (seo_keywords: string[]) =>
    findUneditedBlocks(
      before as never,
      { fields: { ...terms, seo_keywords }, locale: 'de', origin: 'machine' } as never,
    );
  expect(find(['garden', 'Boot']).untranslated.map(({ id }) => id)).toEqual(['seo_keyword_1']);
  const { translated, untranslated } = find(['Garten', 'Boot']);
  expect([...translated, ...untranslated].map(({ id }) => id)).toEqual(['title', 'b1', 'b2']);
});

test('no block is a machine’s if a person wrote the post', () => {
  expect(listIds({ fields, locale: 'de', origin: 'human' })).toEqual([[], []]);
});
