import { expect, test } from 'vitest';
import { plainBlockText } from '#ai/block-text-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { createPlainBlock } from '../../blocks/block.ts';
import { findDoubts } from './find-doubts.ts';

function read(source: string, text: string, to: Locale, from: Locale = 'en') {
  const block = {
    ...createPlainBlock({ id: 'b1', kind: 'paragraph', text: plainBlockText(source) }),
    text: source,
  };
  return findDoubts(block, text, { from, to }).map(({ kind, source: inSource, translation }) => [
    kind,
    inSource && plainBlockText(source).slice(inSource.start, inSource.end),
    translation && plainBlockText(text).slice(translation.start, translation.end),
  ]);
}

test.each([
  [
    'de',
    'It was late. Nobody saw <1>it</1>.',
    'Es war spät. Alle sahen <1>es</1>.',
    'Nobody saw it.',
    'Alle sahen es.',
  ],
  ['es', 'Never leave it in the sun.', 'Déjalo al sol.', 'Never leave it in the sun.', 'Déjalo al sol.'],
  ['th', 'Do not open the door.', 'เปิดประตู', 'Do not open the door.', 'เปิดประตู'],
] as const)('a lost "not" is marked in both texts (%s)', (to, source, text, inSource, inText) => {
  expect(read(source, text, to)).toEqual([['meaning', inSource, inText]]);
});

test('a "not" in another sentence does not hide a lost one', () => {
  expect(read('Nobody saw it. We do not know why.', 'Alle sahen es. Wir wissen nicht, warum.', 'de')).toEqual(
    [['meaning', 'Nobody saw it.', 'Alle sahen es.']],
  );
});

test('with another number of sentences, only the source is marked', () => {
  expect(read('It was late. Nobody saw it.', 'Es war spät, und alle sahen es.', 'de')).toEqual([
    ['meaning', 'Nobody saw it.', null],
  ]);
});

test('a refusal that the checks of form accept is in doubt', () => {
  expect(read('Bowls that nest', 'Non è possibile tradurre questo testo.', 'it')).toEqual([
    ['refusal', null, null],
  ]);
});

test('a sentence in the language of the source is marked', () => {
  const text = 'Appendi tutto. Walls are free, and drawers are where things go to be forgotten.';
  expect(
    read('Hang it up. Walls are free, and drawers are where things go to be forgotten.', text, 'it'),
  ).toEqual([['language', null, expect.stringContaining('are free, and drawers are where')]]);
});

test('a dropped and an added sentence are in doubt as a whole', () => {
  const long = 'He worked on it for two weekends. He did it for salami, which he likes more than money.';
  const short = 'Ci ha lavorato due fine settimana.';
  expect(read(long, short, 'it')).toEqual([['omission', null, null]]);
  expect(read(short, `${long} He sings.`, 'en', 'it')).toEqual([['addition', null, null]]);
});

test.each([
  ['Parken verboten', 'No parking'],
  ['Der Aufstieg ist nicht leicht.', 'The climb is hard.'],
  ['Er hat den ganzen Abend nichts gesagt.', 'He kept quiet all evening.'],
  ['Wir haben <1>No Country for Old Men</1> gesehen.', 'We watched <1>No Country for Old Men</1>.'],
  ['Die App heißt „Do Not Disturb“.', 'The app is called “Do Not Disturb.”'],
  ['Nicht nur das: es regnet.', 'Not only that: it rains.'],
  ['Kein Problem', 'No problem'],
])('an ordinary translation is not in doubt: %s', (text, source) => {
  expect(read(source, text, 'de')).toEqual([]);
});

test('a block that is too long to be searched is not in doubt', () => {
  expect(read('Nobody saw it. '.repeat(1400), 'Alle sahen es. '.repeat(1400), 'de')).toEqual([]);
});
