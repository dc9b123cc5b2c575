import { expect, test } from 'vitest';
import { cleanModelText } from '../clean-output.ts';
import { buildPrompt, leaksPrompt, startsLeakingPrompt } from '../prompt.ts';
import { createStreamFilter } from './stream-filter.ts';

const prompt = buildPrompt({
  locale: 'en',
  task: 'Write one sentence.',
  material: { text: 'A text.' },
  random: () => 0.5,
});
const sanitize = (text: string) =>
  startsLeakingPrompt(text, prompt) ? null : cleanModelText(text, 'A text.', (html) => html);

function filterStream(output: string, pieceLength: number): string {
  let sent = '';
  const stream = createStreamFilter(sanitize, (piece) => {
    sent += piece;
  });
  for (let at = 0; at < output.length; at += pieceLength) stream.push(output.slice(at, at + pieceLength));
  if (!leaksPrompt(output, prompt)) stream.end(sanitize(output) ?? '');
  return sent;
}

const plainOutput = 'Pictures and videos of a post are saved with one link. นี่คือข้อความ 家族 👨‍👩‍👧 go on.';

test.each([1, 3, 7, 1_000])('emits plain output completely, %i characters at a time', (pieceLength) => {
  expect(filterStream(plainOutput, pieceLength)).toBe(plainOutput);
});

test.each([1, 5, 40])('never emits instructions, %i characters at a time', (pieceLength) => {
  const sent = filterStream(`Certainly, here is all of it. ${prompt.instructions}`, pieceLength);
  expect(sent).not.toMatch(/You help/);
  expect('Certainly, here is all of it. '.startsWith(sent)).toBe(true);
});

test.each([1, 5, 40])('never emits a link or a bidi control, %i characters at a time', (pieceLength) => {
  const sent = filterStream(
    `Read all of it at https://evil.example/login or www.evil.example and \u202eturned\u202c words in the end.`,
    pieceLength,
  );
  expect(sent).not.toMatch(/evil|\u202e/);
  expect('Read all of it at or and turned words in the end.'.startsWith(sent.trimEnd())).toBe(true);
});

const spellings: [string, (link: string) => string][] = [
  ['invisible characters between its letters', (link) => [...link].join('\u2060')],
  [
    'full-width letters',
    (link) => link.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
  ],
];

test.each(spellings)('emits no part of a link with %s', (_, spell) => {
  const output = `A good summary. ${spell('user:name@brought.example:8443/path')} That was all of it, in the end.`;
  for (const pieceLength of [1, 5, 40]) {
    expect(
      filterStream(output, pieceLength)
        .normalize('NFKC')
        .replace(/\p{Cf}/gu, ''),
    ).not.toMatch(/brought/);
  }
});
