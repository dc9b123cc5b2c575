import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { openText, type } from './fixtures/open-text.tsx';

const paragraph = (linkHtml: string, href = 'http://example.org/a') =>
  `<p>a <a href="${href}" rel="noopener">${linkHtml}</a> here</p>`;

/** The second word has its own element, so that a double click selects it. */
const selectable = '<p>a <strong>word</strong> here</p>';

/** Selects the word, opens the dialog and returns its parts. */
async function openForWord() {
  const opened = await openText(selectable);
  await opened.text.getByText('word', { exact: true }).dblClick();
  await opened.tool('Link').click();
  const dialog = opened.screen.getByRole('dialog', { name: 'Enter URL:' });
  return { ...opened, dialog, field: dialog.getByRole('textbox', { name: 'Enter URL:' }) };
}

test('the selected words become a link, with a scheme if none was typed', async () => {
  const { tool, content, text, dialog, field } = await openForWord();
  await expect.element(field).toHaveFocus();
  await field.fill('example.org/a');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(content()).toBe(
    '<p>a <a href="http://example.org/a" rel="noopener"><strong>word</strong></a> here</p>',
  );
  await expect.element(text).toHaveFocus();
  await expect.element(tool('Link')).toHaveAttribute('aria-pressed', 'true');
});

test.each(['javascript:alert(1)', ''])('the URL “%s” is rejected with an error on the field', async (url) => {
  const { content, dialog, field } = await openForWord();
  await field.fill(url);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('cannot be a link');
  await expect.element(field).toHaveAccessibleDescription(/cannot be a link/);
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
  await type('x');
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(field).toHaveAttribute('aria-invalid', 'false');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(content()).toBe(selectable);
});

test('Control+K edits the URL of the link at the caret for all of its text', async () => {
  const { screen, text, content } = await openText(paragraph('one <strong>two</strong>'));
  await text.getByText('two').click();
  await userEvent.keyboard('{Control>}k{/Control}');
  const dialog = screen.getByRole('dialog', { name: 'Enter URL:' });
  await expect.element(dialog.getByRole('textbox')).toHaveValue('http://example.org/a');
  await dialog.getByRole('textbox').fill('/de/about');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(content()).toBe('<p>a <a href="/de/about">one <strong>two</strong></a> here</p>');
});

test('a link can be removed and its text stays; without a link there is no such button', async () => {
  const { screen, text, content } = await openText(paragraph('word'));
  await text.getByText('word').click();
  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.getByRole('button', { name: 'Remove link' }).click();
  expect(content()).toBe('<p>a word here</p>');
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('{Control>}k{/Control}');
  const dialog = screen.getByRole('dialog', { name: 'Enter URL:' });
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Remove link' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(text).toHaveFocus();
});

test('without a selection, the URL itself is inserted as a link', async () => {
  const { screen, text, content } = await openText('<p>see</p>');
  await text.click();
  await userEvent.keyboard('{End}');
  await type(' ');
  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.getByRole('textbox', { name: 'Enter URL:' }).fill('example.org');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await type(' now');
  expect(content()).toBe('<p>see <a href="http://example.org/" rel="noopener">example.org</a> now</p>');
});
