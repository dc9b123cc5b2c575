import { expect, test } from 'vitest';
import { cleanWords } from './clean-words.ts';
import { streamJudged } from './stream-judged.ts';
import { beginsInstructions, repeatsInstructions, wordAsk } from './word-ask.ts';

const words = wordAsk({
  locale: 'en',
  task: 'Write one sentence.',
  material: { text: 'A text.' },
  random: () => 0.5,
});
const judge = (text: string) =>
  beginsInstructions(text, words) ? null : cleanWords(text, 'A text.', (html) => html);

/** What is passed on of an answer that comes a few letters at a time. */
function passedOn(answer: string, most: number): string {
  let shown = '';
  const stream = streamJudged(judge, (piece) => {
    shown += piece;
  });
  for (let at = 0; at < answer.length; at += most) stream.take(answer.slice(at, at + most));
  if (!repeatsInstructions(answer, words)) stream.end(judge(answer) ?? '');
  return shown;
}

const plainAnswer = 'Pictures and videos of a post are saved with one link. นี่คือข้อความ 家族 👨‍👩‍👧 go on.';

test.each([1, 3, 7, 1_000])('a plain answer is passed on whole, %i letters at a time', (most) => {
  expect(passedOn(plainAnswer, most)).toBe(plainAnswer);
});

test.each([1, 5, 40])('instructions never leave, %i letters at a time', (most) => {
  const shown = passedOn(`Certainly, here is all of it. ${words.instructions}`, most);
  expect(shown).not.toMatch(/You help/);
  expect('Certainly, here is all of it. '.startsWith(shown)).toBe(true);
});

test.each([1, 5, 40])('a link or a mark that turns words never leaves, %i letters at a time', (most) => {
  const shown = passedOn(
    `Read all of it at https://evil.example/login or www.evil.example and \u202eturned\u202c words in the end.`,
    most,
  );
  expect(shown).not.toMatch(/evil|\u202e/);
  expect('Read all of it at or and turned words in the end.'.startsWith(shown.trimEnd())).toBe(true);
});

const spellings: [string, (link: string) => string][] = [
  ['invisible characters between its letters', (link) => [...link].join('\u2060')],
  [
    'full-width letters',
    (link) => link.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
  ],
];

test.each(spellings)('no part of a link with %s is passed on', (_, spell) => {
  const answer = `A good summary. ${spell('user:name@brought.example:8443/path')} That was all of it, in the end.`;
  for (const most of [1, 5, 40]) {
    expect(
      passedOn(answer, most)
        .normalize('NFKC')
        .replace(/\p{Cf}/gu, ''),
    ).not.toMatch(/brought/);
  }
});
