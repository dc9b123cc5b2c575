import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { openText, type } from '../fixtures/open-text.tsx';

const names = [
  'Heading 1',
  'Heading 2',
  'Heading 3',
  'Bullet list',
  'Numbered list',
  'Quote',
  'Code block',
  'Image',
  'Table',
  'Threads post',
  'Download field',
  'Gallery',
  'Video or audio file',
  'Video or link card',
  'Divider',
  'Callout',
  'Button',
  'Questions and answers',
  'Collapsible section',
  'Footnote',
];

async function openMenu(content = '', options = {}) {
  const opened = await openText(content, options);
  const list = opened.screen.getByRole('listbox');
  const items = list.getByRole('option');
  await opened.text.click();
  return { ...opened, list, items, labels: () => items.elements().map(({ textContent }) => textContent) };
}

test('a slash opens the block menu, and the text references the selected option', async () => {
  const { screen, text, content, items, labels } = await openMenu();
  await type('/');
  await expect.element(screen.getByRole('listbox', { name: 'Insert a block' })).toBeVisible();
  expect(labels()).toEqual(names);
  await expect.element(text).toHaveAttribute('aria-activedescendant', items.nth(0).element().id);
  await expect.element(text).toHaveAttribute('aria-controls', screen.getByRole('listbox').element().id);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(items.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect.element(items.nth(0)).toHaveAttribute('aria-selected', 'false');
  await expect.element(text).toHaveAttribute('aria-activedescendant', items.nth(1).element().id);
  await expect.element(text).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await type('two');
  expect(content()).toBe('<h2>two</h2>');
});

test('arrow keys wrap around the menu, and Tab inserts like Enter', async () => {
  const { content, items } = await openMenu();
  await type('/');
  await expect.element(items.first()).toBeVisible();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(items.last()).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(items.first()).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowUp}{Tab}');
  await type('a');
  expect(content()).toMatch(/^<p><sup .*<ol class="footnotes"><li id="fn-\w+">a<\/li><\/ol>$/);
});

test('clicking an option inserts it and keeps the caret in the text', async () => {
  const { text, content, items } = await openMenu();
  await type('/');
  await items.filter({ hasText: 'Quote' }).click();
  await expect.element(text).toHaveFocus();
  await type('said');
  expect(content()).toBe('<blockquote><p>said</p></blockquote>');
});

test('on a German page, the menu has German names', async () => {
  const { labels } = await openMenu('', { pageLocale: 'de' });
  await type('/uber');
  await expect.poll(labels).toEqual(['Überschrift 1', 'Überschrift 2', 'Überschrift 3']);
});

test('the menu opens below its slash', async () => {
  const { text, list, labels } = await openMenu();
  await type('/quo');
  await expect.poll(labels).toEqual(['Quote']);
  const line = text.getByText('/quo').last().element().getBoundingClientRect();
  const below = list.element().getBoundingClientRect();
  expect(below.top - line.bottom).toBeLessThan(24);
  expect(below.top).toBeGreaterThanOrEqual(line.bottom - 4);
});

test('without room below the slash, the menu opens above it and stays inside the window', async () => {
  await page.viewport(400, 500);
  const { text, list, items } = await openMenu('<p>line</p>'.repeat(30));
  await text.getByText('line', { exact: true }).last().click();
  await userEvent.keyboard('{End}{Enter}');
  await type('/');
  await expect.element(items.first()).toBeVisible();
  const line = text.getByText('/', { exact: true }).last().element().getBoundingClientRect();
  const { left, right, top, bottom } = list.element().getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(line.top + 4);
  expect(line.top - bottom).toBeLessThan(24);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(400);
});

test('Escape closes the menu and keeps the typed text', async () => {
  const { text, content, items, labels } = await openMenu();
  await type('/quo');
  await expect.poll(labels).toEqual(['Quote']);
  await userEvent.keyboard('{Escape}');
  await expect.element(items).not.toBeInTheDocument();
  await expect.element(text).not.toHaveAttribute('aria-activedescendant');
  await expect.element(text).not.toHaveAttribute('aria-controls');
  await userEvent.keyboard('{Enter}');
  expect(content()).toBe('<p>/quo</p>');
});

test('the menu closes if nothing matches or the text loses the focus', async () => {
  const { items, tool, labels } = await openMenu();
  await type('/quo');
  await expect.poll(labels).toEqual(['Quote']);
  await type('zz');
  await expect.element(items).not.toBeInTheDocument();
  await userEvent.keyboard('{Backspace}{Backspace}');
  await expect.poll(labels).toEqual(['Quote']);
  (tool('Bold').element() as HTMLElement).focus();
  await expect.element(items).not.toBeInTheDocument();
});

test('a slash within a word or in code opens no menu', async () => {
  const { text, content, items, clear } = await openMenu();
  await type('and/or');
  await expect.element(items).not.toBeInTheDocument();
  expect(content()).toBe('<p>and/or</p>');
  await clear();
  await type('``` a /quo');
  await expect.element(text.getByText('a /quo')).toBeVisible();
  await expect.element(items).not.toBeInTheDocument();
  expect(content()).toBe('<pre><code>a /quo</code></pre>');
});

test('the Image command removes the typed query and opens the image dialog', async () => {
  const { screen, content } = await openMenu();
  await type('/img');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog', { name: 'Enter image URL:' })).toBeVisible();
  expect(content()).toBe('');
});
