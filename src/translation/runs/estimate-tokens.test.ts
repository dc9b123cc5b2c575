import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Locale } from '#i18n/locales.ts';
import { splitHtml } from '../blocks/split-html.ts';
import { estimateReadingTokens, estimateTokens } from './estimate-tokens.ts';

type Tokens = ReturnType<typeof estimateTokens>;

const articles = join(import.meta.dirname, '../../database/seed/articles');

function sumOverArticles(
  to: Locale,
  estimate: typeof estimateTokens,
  isEstimated: (index: number) => boolean = () => true,
): Tokens {
  const sum = { tokensIn: 0, tokensOut: 0 };
  for (const name of readdirSync(articles)) {
    const read = (locale: Locale) => join(articles, name, `${locale}.html`);
    if (!existsSync(read('en')) || !existsSync(read(to))) continue;
    const { blocks: contextBlocks } = splitHtml(readFileSync(read('en'), 'utf8'), 'en');
    const blocks = contextBlocks.filter((_, index) => isEstimated(index));
    const { tokensIn, tokensOut } = estimate(blocks, { from: 'en', to, contextBlocks });
    sum.tokensIn += tokensIn;
    sum.tokensOut += tokensOut;
  }
  return sum;
}

function expectWithinTenPercent(estimated: Tokens, counted: Tokens): void {
  for (const part of ['tokensIn', 'tokensOut'] as const) {
    expect(estimated[part] / counted[part]).toBeGreaterThan(0.9);
    expect(estimated[part] / counted[part]).toBeLessThan(1.1);
  }
}

/** Of the welcome articles, from English: all prompts, and all translations as answers, counted with o200k_base. */
test.each<[Locale, { tokensIn: number; tokensOut: number }]>([
  ['es', { tokensIn: 12_737, tokensOut: 9648 }],
  ['pt', { tokensIn: 14_119, tokensOut: 10_497 }],
  ['fr', { tokensIn: 12_750, tokensOut: 10_130 }],
  ['de', { tokensIn: 12_527, tokensOut: 9697 }],
  ['it', { tokensIn: 12_877, tokensOut: 10_332 }],
  ['zh', { tokensIn: 13_088, tokensOut: 9363 }],
  ['vi', { tokensIn: 14_229, tokensOut: 11_806 }],
  ['id', { tokensIn: 14_545, tokensOut: 11_145 }],
  ['th', { tokensIn: 12_864, tokensOut: 11_945 }],
])('an estimate for %s is within 10 %% of what a tokenizer counts', (to, counted) => {
  expectWithinTenPercent(sumOverArticles(to, estimateTokens), counted);
});

/** Of the same articles: all prompts of the second reader, and answers that find no fault. */
test.each<[Locale, { tokensIn: number; tokensOut: number }]>([
  ['es', { tokensIn: 26_994, tokensOut: 4901 }],
  ['pt', { tokensIn: 29_243, tokensOut: 5348 }],
  ['fr', { tokensIn: 27_475, tokensOut: 4986 }],
  ['de', { tokensIn: 26_937, tokensOut: 4663 }],
  ['it', { tokensIn: 27_788, tokensOut: 5173 }],
  ['zh', { tokensIn: 24_819, tokensOut: 5255 }],
  ['vi', { tokensIn: 31_219, tokensOut: 5455 }],
  ['id', { tokensIn: 30_828, tokensOut: 5574 }],
  ['th', { tokensIn: 29_975, tokensOut: 4855 }],
])('an estimate for reading %s again is within 10 %% of what a tokenizer counts', (to, counted) => {
  expectWithinTenPercent(sumOverArticles(to, estimateReadingTokens), counted);
});

/** Each of these blocks has the text before and after it, because the same call has neither. */
test.each<[Locale, Tokens, Tokens]>([
  ['de', { tokensIn: 8953, tokensOut: 2926 }, { tokensIn: 12_881, tokensOut: 1575 }],
  ['th', { tokensIn: 9254, tokensOut: 3557 }, { tokensIn: 13_794, tokensOut: 1643 }],
])(
  'an estimate for every third block, and for reading it, in %s is within 10 %%',
  (to, counted, countedReading) => {
    const isEstimated = (index: number) => index % 3 === 1;
    expectWithinTenPercent(sumOverArticles(to, estimateTokens, isEstimated), counted);
    expectWithinTenPercent(sumOverArticles(to, estimateReadingTokens, isEstimated), countedReading);
  },
);

test('a translation from Thai is shorter, and no blocks cost nothing', () => {
  const { blocks } = splitHtml('<p>ข้อความสั้น ๆ เกี่ยวกับเรือในตอนเช้า</p>', 'th');
  const fromThai = estimateTokens(blocks, { from: 'th', to: 'en', contextBlocks: blocks });
  const fromEnglish = estimateTokens(blocks, { from: 'en', to: 'th', contextBlocks: blocks });
  expect(fromThai.tokensOut).toBeLessThan(fromEnglish.tokensOut);
  expect(estimateTokens([], { from: 'en', to: 'th', contextBlocks: [] })).toEqual({
    tokensIn: 0,
    tokensOut: 0,
  });
});

test('each call has the style, and the terms that its blocks use', () => {
  const long = 'The boat waits at the pier in the morning. '.repeat(30);
  const { blocks } = splitHtml(`<p>${long}1</p><p>${long}2</p><p>${long}3</p><p>${long}4</p>`, 'en');
  const style = 'Short sentences, no jokes.';
  const terms = [{ source: 'pier', target: 'Anleger' }];
  const request = { from: 'en', to: 'de', contextBlocks: blocks } as const;
  for (const estimate of [estimateTokens, estimateReadingTokens]) {
    const plain = estimate(blocks, request);
    const read = (used: typeof terms) =>
      estimate(blocks, { ...request, promptStyle: { style, findTerms: () => used } }).tokensIn -
      plain.tokensIn;
    const calls = read([]) / (style.length / 4);
    expect(calls).toBeGreaterThan(1.5);
    expect(read(terms) - read([])).toBeCloseTo(calls * ('pierAnleger'.length / 4 + 7), -1);
  }
});
