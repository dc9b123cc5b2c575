import { expect, test } from 'vitest';
import { hasSameNumbers } from './check-numbers.ts';

test.each([
  ['2.5 million people', '250 万人', true],
  ['2.5 million people', '25 万人', false],
  ['2 billion views', '20 亿次', true],
  ['3 million', '3.000.000', true],
  ['1,5 Millionen', '1.5 million', true],
  ['5 mil millones', '5 billion', true],
  ['3 พันบาท', '3,000 baht', true],
  ['12k followers', '12.000 seguidores', true],
  ['3,000 pictures', '三千张照片', true],
  ['12,000 words', '一万二千字', true],
  ['105 days', '一百零五天', true],
  ['两万人来了', '20,000 people came', true],
  ['in 2026', '二〇二六年', true],
  ['7 days', '七天', true],
  ['7 days', '八天', false],
  ['40 pages', '400 Seiten', false],
  ['to bed at 9:30', 'dormir às 21h30', true],
  ['to bed at 9:30', 'dormir às 22h30', false],
  ['2.1 by 1.8 meters', '2,1 metri per 1,8', true],
  ['2.1 by 1.8 meters', '2,1 metri per 8,1', false],
  ['March 12, 2026', '2026年3月12日', true],
])('%j as %j: %s', (source, text, expected) => {
  expect(hasSameNumbers(text, source)).toBe(expected);
});
