import { expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { corpus, type PlantedKind } from '../../fixtures/corpus.ts';
import { createRuleReader, formatCorpusFigures, measureCorpus } from '../../fixtures/measure-corpus.ts';

const figures = await measureCorpus(createRuleReader());
const listFound = (kinds: readonly PlantedKind[]) =>
  Object.fromEntries(kinds.map((kind) => [kind, figures.kinds.get(kind)?.join(' of ')]));

test('the corpus has 400 good blocks, from five languages into nine, and 200 planted errors', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(400);
  expect(corpus.flatMap(({ planted }) => planted).length).toBeGreaterThanOrEqual(200);
  expect(new Set(corpus.map(({ to }) => to))).toEqual(new Set(locales.filter((locale) => locale !== 'en')));
  expect(new Set(corpus.map(({ from }) => from)).size).toBeGreaterThanOrEqual(5);
});

test('the checks of form and the rules find every refusal, and all but seven of the errors of their kinds', () => {
  expect(
    listFound(['negation', 'note', 'number', 'omitted-sentence', 'refusal', 'repeated', 'untranslated']),
  ).toEqual({
    // The others have another word that could mean it in the same sentence, such as "before".
    negation: '39 of 44',
    note: '18 of 18',
    // A time of day.
    number: '27 of 28',
    // Thai has no sign at the end of a sentence.
    'omitted-sentence': '29 of 30',
    refusal: '24 of 24',
    repeated: '9 of 9',
    untranslated: '33 of 33',
  });
});

test('who does what, names, numbers in words and details need a reader', () => {
  expect(listFound(['name', 'number-in-words', 'omitted-detail', 'roles', 'without'])).toEqual({
    name: '0 of 17',
    'number-in-words': '0 of 17',
    'omitted-detail': '4 of 17',
    roles: '1 of 18',
    without: '0 of 1',
  });
});

test('at most 5 percent of the good blocks of each language are false alarms', () => {
  for (const [locale, [found, all]] of figures.falseAlarms)
    expect([locale, found / all <= 0.05]).toEqual([locale, true]);
});

test('the figures are a table', () => {
  expect(formatCorpusFigures(figures)).toContain('| refusal | 24 of 24 | 100.0 % |');
  expect(formatCorpusFigures(figures)).toContain('| th | 0 of 59 | 0.0 % |');
});
