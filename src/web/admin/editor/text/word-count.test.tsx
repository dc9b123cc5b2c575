import { expect, test } from 'vitest';
import { openText, type } from './fixtures/open-text.tsx';

test('words are counted once typing pauses, in every block', async () => {
  const { screen, text } = await openText('<p>one two</p><ul><li>three</li></ul><p>four</p>');
  await expect.element(screen.getByText('4 words', { exact: true })).toBeVisible();
  await text.getByText('four').click();
  await type(' x five');
  await expect.element(screen.getByText('6 words', { exact: true })).toBeVisible();
});

test('an empty text has no words, and one word is said in the singular', async () => {
  const { screen, text } = await openText();
  await expect.element(screen.getByText('0 words', { exact: true })).toBeVisible();
  await text.click();
  await type('one');
  await expect.element(screen.getByText('1 word', { exact: true })).toBeVisible();
});

test('words of Chinese and Thai are told apart without blanks', async () => {
  const { screen } = await openText('<p>你好世界</p><p>สวัสดีครับ</p>');
  await expect.element(screen.getByText('4 words', { exact: true })).toBeVisible();
});
