import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { openText, type } from '../fixtures/open-text.tsx';

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
  return { ...opened, dialog, field: dialog.getByRole('combobox', { name: 'Enter URL:' }) };
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
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('can’t be used as a link');
  await expect.element(field).toHaveAccessibleDescription(/can’t be used as a link/);
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
  await expect.element(dialog.getByRole('combobox')).toHaveValue('http://example.org/a');
  await dialog.getByRole('combobox').fill('/de/about');
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
  await screen.getByRole('combobox', { name: 'Enter URL:' }).fill('example.org');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await type(' now');
  expect(content()).toBe('<p>see <a href="http://example.org/" rel="noopener">example.org</a> now</p>');
});

test('the text of a link can be changed, and its formats stay', async () => {
  const { content, dialog, field } = await openForWord();
  await expect.element(dialog.getByLabelText('Link text')).toHaveValue('word');
  await field.fill('/a');
  await dialog.getByLabelText('Link text').fill('two words');
  await userEvent.keyboard('{Enter}');
  await expect.poll(content).toBe('<p>a <a href="/a"><strong>two words</strong></a> here</p>');
});

test('a selection of several blocks is linked and has no field for its text', async () => {
  const { screen, text, content } = await openText('<p>a</p><p>b</p>');
  await text.click();
  await userEvent.keyboard('{Control>}ak{/Control}');
  await expect.element(screen.getByLabelText('Link text')).not.toBeInTheDocument();
  await screen.getByRole('combobox', { name: 'Enter URL:' }).fill('/c');
  await userEvent.keyboard('{Enter}');
  await expect.poll(content).toBe('<p><a href="/c">a</a></p><p><a href="/c">b</a></p>');
});

test('a link can open in a new tab, and no longer', async () => {
  const { screen, text, content } = await openText('<p><a href="/a">word</a></p>');
  const checkbox = screen.getByRole('checkbox', { name: 'Open in a new tab' });
  await text.getByText('word').click();
  await userEvent.keyboard('{Control>}k{/Control}');
  await checkbox.click();
  await userEvent.keyboard('{Enter}');
  await expect.poll(content).toBe('<p><a href="/a" target="_blank" rel="noopener">word</a></p>');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(checkbox).toBeChecked();
  await checkbox.click();
  await screen.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(content).toBe('<p><a href="/a">word</a></p>');
});

const postList = (...titles: string[]) => ({
  body: {
    posts: titles.map((title) => ({
      id: `id-${title}`,
      title,
      slug: title.toLowerCase().replaceAll(' ', '-'),
    })),
    totalPosts: titles.length,
  },
});

async function openSearch() {
  await commands.stubResponses('GET /api/admin/posts?locale=de*', [postList('Ein Video')]);
  await commands.stubResponses('GET /api/admin/posts?locale=en*', [postList('A video', 'A GIF')]);
  const opened = await openText('<p>siehe</p>', { locale: 'de' });
  await opened.text.click();
  await userEvent.keyboard('{End}');
  await type(' ');
  await userEvent.keyboard('{Control>}k{/Control}');
  return {
    ...opened,
    field: opened.screen.getByRole('combobox', { name: 'Enter URL:' }),
    options: opened.screen.getByRole('option'),
  };
}

test('typed words find own posts, first those in the language of the text, and the keyboard picks one', async () => {
  const { screen, content, field, options } = await openSearch();
  await field.fill('video');
  await expect
    .poll(() => options.elements().map(({ textContent }) => textContent))
    .toEqual(['Ein Video', 'A videoEnglish', 'A GIFEnglish']);
  await expectAccessible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect.element(field).toHaveAttribute('aria-activedescendant', options.nth(1).element().id);
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.element(field).toHaveValue('/de/blog/ein-video');
  await expect.element(screen.getByLabelText('Link text')).toHaveValue('Ein Video');
  await expect.element(options).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.poll(content).toBe('<p>siehe <a href="/de/blog/ein-video">Ein Video</a></p>');
});

test('Escape closes the list of posts and then the dialog; a URL searches nothing', async () => {
  const { screen, field, options } = await openSearch();
  await field.fill('video');
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(options).not.toBeInTheDocument();
  await expect.element(field).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  const count = (await commands.listRequests()).length;
  await userEvent.keyboard('{Control>}k{/Control}');
  await field.fill('https://example.org/video');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(await commands.listRequests()).toHaveLength(count);
});

test('a search without results says so', async () => {
  await commands.stubResponses('GET /api/admin/posts?*', [postList()]);
  const { screen, text } = await openText('<p>a</p>');
  await text.click();
  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.getByRole('combobox', { name: 'Enter URL:' }).fill('nothing like it');
  await expect.element(screen.getByText('No posts found')).toBeVisible();
});
