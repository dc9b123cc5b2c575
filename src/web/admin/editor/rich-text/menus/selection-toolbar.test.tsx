import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { openText, type } from '../fixtures/open-text.tsx';

async function openSelected(html = '<p>a <em>word</em> here</p>') {
  const opened = await openText(html);
  const bar = opened.screen.getByRole('toolbar', { name: 'Selection' });
  await opened.text.getByText('word', { exact: true }).dblClick();
  return { ...opened, bar, button: (name: string) => bar.getByRole('button', { name, exact: true }) };
}

test('selected words have a toolbar next to them that formats them', async () => {
  const { text, content, bar, button } = await openSelected();
  await expect.element(bar).toBeVisible();
  const word = text.getByText('word', { exact: true }).element().getBoundingClientRect();
  const { top, bottom } = bar.element().getBoundingClientRect();
  expect(bottom <= word.top || top >= word.bottom).toBe(true);
  await expectAccessible();
  await button('Bold').click();
  await expect.element(button('Bold')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(content).toBe('<p>a <strong><em>word</em></strong> here</p>');
  await button('Heading 2').click();
  await expect.poll(content).toBe('<h2>a <strong><em>word</em></strong> here</h2>');
  await expect.element(text).toHaveFocus();
});

test('Tab leads to the toolbar, arrow keys move in it, and Escape returns to the selected words', async () => {
  const { text, content, bar, button } = await openSelected();
  await expect.element(bar).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(button('Bold')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(button('Edit with AI')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(text).toHaveFocus();
  await type('x');
  await expect.poll(content).toBe('<p>a <em>x</em> here</p>');
});

test('Escape in the text closes the toolbar until something else is selected', async () => {
  const { text, bar } = await openSelected();
  await expect.element(bar).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{ArrowRight}{/Shift}');
  await expect.element(bar).toBeVisible();
});

test('the link button opens the dialog, and the toolbar is gone meanwhile', async () => {
  const { screen, bar, button } = await openSelected();
  await button('Link').click();
  await expect.element(screen.getByRole('dialog', { name: 'Enter URL:' })).toBeVisible();
  await expect.element(bar).not.toBeInTheDocument();
});

test.each([
  ['a code block', '<pre><code>word</code></pre>'],
  ['blanks', '<p>word</p>'],
])('%s has no toolbar', async (name, html) => {
  const { text, screen } = await openText(html);
  await text.getByText('word').click();
  await userEvent.keyboard(name === 'blanks' ? '{End}' : '{Control>}a{/Control}');
  await expect.element(text).toHaveFocus();
  await expect.element(screen.getByRole('toolbar', { name: 'Selection' })).not.toBeInTheDocument();
});

test('on a phone, the toolbar stays inside the window', async () => {
  await page.viewport(390, 700);
  const { bar } = await openSelected('<p><em>word</em> at the left edge of a line</p>');
  await expect.element(bar).toBeVisible();
  const { left, right } = bar.element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(390);
});
