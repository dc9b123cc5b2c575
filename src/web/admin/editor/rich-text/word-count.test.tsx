import { expect, test } from 'vitest';
import { openText, type } from './fixtures/open-text.tsx';

test('the words of all blocks are counted after a pause in typing', async () => {
  const { screen, text } = await openText('<p>one two</p><ul><li>three</li></ul><p>four</p>');
  await expect.element(screen.getByText('4 words', { exact: true })).toBeVisible();
  await text.getByText('four').click();
  await type(' x five');
  await expect.element(screen.getByText('6 words', { exact: true })).toBeVisible();
});

test('an empty text has 0 words, and one word uses the singular', async () => {
  const { screen, text } = await openText();
  await expect.element(screen.getByText('0 words', { exact: true })).toBeVisible();
  await text.click();
  await type('one');
  await expect.element(screen.getByText('1 word', { exact: true })).toBeVisible();
});

test('words are counted in Chinese and Thai, which have no spaces', async () => {
  const { screen } = await openText('<p>你好世界</p><p>สวัสดีครับ</p>');
  await expect.element(screen.getByText('4 words', { exact: true })).toBeVisible();
});
