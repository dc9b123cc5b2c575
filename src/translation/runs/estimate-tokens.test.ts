import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Locale } from '#i18n/locales.ts';
import { splitHtml } from '../blocks/split-html.ts';
import { estimateReadingTokens, estimateTokens } from './estimate-tokens.ts';

type Tokens = ReturnType<typeof estimateTokens>;

const articles = join(import.meta.dirname, '../../database/seed/articles');

function sumOverArticles(to: Locale, estimate: typeof estimateTokens): Tokens {
  const sum = { tokensIn: 0, tokensOut: 0 };
  for (const name of readdirSync(articles)) {
    const read = (locale: Locale) => join(articles, name, `${locale}.html`);
    if (!existsSync(read('en')) || !existsSync(read(to))) continue;
    const { blocks } = splitHtml(readFileSync(read('en'), 'utf8'), 'en');
    const { tokensIn, tokensOut } = estimate(blocks, { from: 'en', to });
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
  ['es', { tokensIn: 12_177, tokensOut: 9499 }],
  ['pt', { tokensIn: 13_501, tokensOut: 10_511 }],
  ['fr', { tokensIn: 12_179, tokensOut: 10_172 }],
  ['de', { tokensIn: 11_967, tokensOut: 9714 }],
  ['it', { tokensIn: 12_282, tokensOut: 10_267 }],
  ['zh', { tokensIn: 12_517, tokensOut: 9408 }],
  ['vi', { tokensIn: 13_611, tokensOut: 12_122 }],
  ['id', { tokensIn: 13_892, tokensOut: 11_446 }],
  ['th', { tokensIn: 12_304, tokensOut: 11_963 }],
])('an estimate for %s is within 10 %% of what a tokenizer counts', (to, counted) => {
  expectWithinTenPercent(sumOverArticles(to, estimateTokens), counted);
});

/** Of the same articles: all prompts of the second reader, and answers that find no fault. */
test.each<[Locale, { tokensIn: number; tokensOut: number }]>([
  ['es', { tokensIn: 26_391, tokensOut: 4918 }],
  ['pt', { tokensIn: 28_666, tokensOut: 5365 }],
  ['fr', { tokensIn: 26_863, tokensOut: 5054 }],
  ['de', { tokensIn: 26_348, tokensOut: 4680 }],
  ['it', { tokensIn: 27_218, tokensOut: 5207 }],
  ['zh', { tokensIn: 24_533, tokensOut: 5323 }],
  ['vi', { tokensIn: 30_539, tokensOut: 5472 }],
  ['id', { tokensIn: 30_168, tokensOut: 5608 }],
  ['th', { tokensIn: 29_757, tokensOut: 4877 }],
])('an estimate for reading %s again is within 10 %% of what a tokenizer counts', (to, counted) => {
  expectWithinTenPercent(sumOverArticles(to, estimateReadingTokens), counted);
});

test('a translation from Thai is shorter, and no blocks cost nothing', () => {
  const { blocks } = splitHtml('<p>ข้อความสั้น ๆ เกี่ยวกับเรือในตอนเช้า</p>', 'th');
  const fromThai = estimateTokens(blocks, { from: 'th', to: 'en' });
  const fromEnglish = estimateTokens(blocks, { from: 'en', to: 'th' });
  expect(fromThai.tokensOut).toBeLessThan(fromEnglish.tokensOut);
  expect(estimateTokens([], { from: 'en', to: 'th' })).toEqual({ tokensIn: 0, tokensOut: 0 });
});
