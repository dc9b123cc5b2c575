import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Locale } from '#i18n/locales.ts';
import { splitHtml } from '../blocks/split-html.ts';
import { estimateTokens } from './estimate-tokens.ts';

const articles = join(import.meta.dirname, '../../database/seed/articles');

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
  const sum = { tokensIn: 0, tokensOut: 0 };
  for (const name of readdirSync(articles)) {
    const read = (locale: Locale) => join(articles, name, `${locale}.html`);
    if (!existsSync(read('en')) || !existsSync(read(to))) continue;
    const { blocks } = splitHtml(readFileSync(read('en'), 'utf8'), 'en');
    const { tokensIn, tokensOut } = estimateTokens(blocks, { from: 'en', to });
    sum.tokensIn += tokensIn;
    sum.tokensOut += tokensOut;
  }
  for (const part of ['tokensIn', 'tokensOut'] as const) {
    expect(sum[part] / counted[part]).toBeGreaterThan(0.9);
    expect(sum[part] / counted[part]).toBeLessThan(1.1);
  }
});

test('a translation from Thai is shorter, and no blocks cost nothing', () => {
  const { blocks } = splitHtml('<p>ข้อความสั้น ๆ เกี่ยวกับเรือในตอนเช้า</p>', 'th');
  const fromThai = estimateTokens(blocks, { from: 'th', to: 'en' });
  const fromEnglish = estimateTokens(blocks, { from: 'en', to: 'th' });
  expect(fromThai.tokensOut).toBeLessThan(fromEnglish.tokensOut);
  expect(estimateTokens([], { from: 'en', to: 'th' })).toEqual({ tokensIn: 0, tokensOut: 0 });
});
