import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { compose, openText, type } from './fixtures/open-text.tsx';

const telex = ['d', 'đ', 'đu', 'đươ', 'đươc', 'được'];
const pinyin = ['n', 'ni', 'nih', 'niha', 'nihao', '你好'];

test.each([
  ['Vietnamese', telex, 'được'],
  ['Chinese', pinyin, '你好'],
])('no format or menu interferes with composing a %s word', async (_language, steps, word) => {
  const { text, screen, content, clear } = await openText();
  const options = screen.getByRole('option');
  await text.click();
  await type('**x**');
  await compose(steps);
  expect(content()).toBe(`<p><strong>x</strong>${word}</p>`);

  await clear();
  await userEvent.keyboard('{Control>}b{/Control}');
  await compose(steps);
  expect(content()).toBe(`<p><strong>${word}</strong></p>`);
  await userEvent.keyboard('{Control>}b{/Control}');

  await clear();
  await type('/');
  await expect.element(options.first()).toBeVisible();
  await compose(steps);
  await expect.element(options).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(content()).toBe(`<p>/${word}</p>`);

  await clear();
  await type('a/');
  await compose(steps);
  await expect.element(options).not.toBeInTheDocument();
  expect(content()).toBe(`<p>a/${word}</p>`);
});

test('the block menu closes during a composition that would filter it', async () => {
  const { text, screen } = await openText();
  const options = screen.getByRole('option');
  await text.click();
  await type('/');
  await expect.element(options.first()).toBeVisible();
  await compose(['q', 'qu', 'quo'], { isConfirmed: false });
  await expect.element(options).not.toBeInTheDocument();
});

test('input rules do not apply during a composition', async () => {
  const { text, content, find } = await openText();
  await text.click();
  await type('#');
  await compose(pinyin.slice(0, 3), { isConfirmed: false });
  expect(find('h1')).toEqual([]);
  await compose(['你']);
  expect(content()).toBe('<p>#你</p>');
});
