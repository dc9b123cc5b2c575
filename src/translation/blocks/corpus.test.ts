import { expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { type CorpusBlock, corpus, type PlantedKind } from '../fixtures/corpus.ts';
import { checkBlock } from './check-block.ts';
import { createRepetitionFinder } from './find-repetition.ts';

/** Only a reader who understands both texts finds these. */
const needsReader: readonly PlantedKind[] = ['without', 'number-in-words', 'omitted-detail', 'name', 'roles'];

const repetitionsByLocale = new Map(
  locales.map((locale) => {
    const repetitions = createRepetitionFinder();
    for (const { block, text, to } of corpus) if (to === locale) repetitions.record(block, text);
    return [locale, repetitions];
  }),
);

function isFound({ block, text: good, from, to }: CorpusBlock, text: string): boolean {
  const repetitions = repetitionsByLocale.get(to);
  repetitions?.record(block, text);
  const isRepeated = repetitions?.isRepeated(block) ?? false;
  repetitions?.record(block, good);
  return isRepeated || checkBlock(block, text, { from, to }) !== null;
}

const planted = corpus.flatMap((entry) =>
  entry.planted.map(([kind, text]) => ({ kind, to: entry.to, text, isFound: isFound(entry, text) })),
);

function countFound(kinds: (kind: PlantedKind) => boolean): Record<string, string> {
  const byKind = Map.groupBy(
    planted.filter(({ kind }) => kinds(kind)),
    ({ kind }) => kind,
  );
  return Object.fromEntries(
    [...byKind]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, texts]) => [kind, `${texts.filter((text) => text.isFound).length} of ${texts.length}`]),
  );
}

test('the corpus has 400 good blocks, from five languages into nine, and 200 planted errors', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(400);
  expect(planted.length).toBeGreaterThanOrEqual(200);
  expect(new Set(corpus.map(({ to }) => to))).toEqual(new Set(locales.filter((locale) => locale !== 'en')));
  expect(new Set(corpus.map(({ from }) => from)).size).toBeGreaterThanOrEqual(5);
});

test('the checks find every kind that they claim', () => {
  expect(countFound((kind) => !needsReader.includes(kind))).toEqual({
    negation: '44 of 44',
    note: '18 of 18',
    number: '28 of 28',
    // Thai has no sign at the end of a sentence.
    'omitted-sentence': '29 of 30',
    refusal: '24 of 24',
    repeated: '9 of 9',
    untranslated: '33 of 33',
  });
});

test('the other kinds need a reader', () => {
  expect(countFound((kind) => needsReader.includes(kind))).toEqual({
    name: '0 of 17',
    'number-in-words': '0 of 17',
    'omitted-detail': '3 of 17',
    roles: '1 of 18',
    without: '0 of 1',
  });
});

test('the checks reject less than 2 percent of the good blocks, and in no language 5', () => {
  const byLocale = Map.groupBy(corpus, ({ to }) => to);
  const rejected = new Map(
    [...byLocale].map(([to, entries]) => [to, entries.filter((entry) => isFound(entry, entry.text)).length]),
  );
  for (const [to, entries] of byLocale) expect((rejected.get(to) ?? 0) / entries.length).toBeLessThan(0.05);
  expect([...rejected.values()].reduce((sum, count) => sum + count, 0) / corpus.length).toBeLessThan(0.02);
  expect(Object.fromEntries(rejected)).toEqual({
    de: 0,
    es: 1,
    fr: 1,
    id: 1,
    it: 0,
    pt: 0,
    th: 0,
    vi: 0,
    zh: 0,
  });
});
