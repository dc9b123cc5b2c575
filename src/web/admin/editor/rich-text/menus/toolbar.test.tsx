import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openText, type } from '../fixtures/open-text.tsx';

const marks = [
  ['Bold', 'b', '<p><strong>word</strong></p>'],
  ['Italic', 'i', '<p><em>word</em></p>'],
  ['Strikethrough', '{Shift>}s{/Shift}', '<p><s>word</s></p>'],
  ['Code', 'e', '<p><code>word</code></p>'],
] as const;
const blocks = [
  ['Heading 1', '{Alt>}1{/Alt}', '<h1>word</h1>'],
  ['Heading 2', '{Alt>}2{/Alt}', '<h2>word</h2>'],
  ['Heading 3', '{Alt>}3{/Alt}', '<h3>word</h3>'],
  ['Bullet list', '{Shift>}8{/Shift}', '<ul><li>word</li></ul>'],
  ['Numbered list', '{Shift>}7{/Shift}', '<ol><li>word</li></ol>'],
  ['Quote', '{Shift>}b{/Shift}', '<blockquote><p>word</p></blockquote>'],
  ['Code block', '{Alt>}c{/Alt}', '<pre><code>word</code></pre>'],
] as const;

async function openSelected() {
  const opened = await openText('<p>word</p>');
  await opened.text.click();
  await userEvent.keyboard('{Control>}a{/Control}');
  return opened;
}

test('a button toggles the format of the selected words or their block and shows its state', async () => {
  const { text, tool, content } = await openSelected();
  for (const [name, , html] of [...marks, ...blocks]) {
    // A block changes at the caret, too.
    if (name === 'Heading 1') await text.getByText('word').click();
    await expect.element(tool(name)).toHaveAttribute('aria-pressed', 'false');
    await tool(name).click();
    await expect.element(tool(name)).toHaveAttribute('aria-pressed', 'true');
    expect(content(), name).toBe(html);
    await tool(name).click();
    await expect.element(tool(name)).toHaveAttribute('aria-pressed', 'false');
    expect(content(), name).toBe('<p>word</p>');
  }
});

test('every shortcut toggles its format', async () => {
  const { text, content } = await openSelected();
  const underline = ['Underline', 'u', '<p><u>word</u></p>'] as const;
  for (const [name, keys, html] of [underline, ...marks, ...blocks]) {
    if (name === 'Heading 1') await text.getByText('word').click();
    await userEvent.keyboard(`{Control>}${keys}{/Control}`);
    expect(content(), name).toBe(html);
    await userEvent.keyboard(`{Control>}${keys}{/Control}`);
    expect(content(), name).toBe('<p>word</p>');
  }
});

test('Control+Alt+0 turns a heading into a paragraph', async () => {
  const { text, content } = await openText('<h2>word</h2>');
  await text.getByText('word').click();
  await userEvent.keyboard('{Control>}{Alt>}0{/Alt}{/Control}');
  expect(content()).toBe('<p>word</p>');
});

test('a divider is inserted below the line, and undo and redo are enabled only when possible', async () => {
  const { text, tool, content, find } = await openText();
  await expect.element(tool('Undo')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(tool('Redo')).toHaveAttribute('aria-disabled', 'true');
  await text.click();
  await type('before');
  await tool('Divider').click();
  expect(content()).toBe('<p>before</p><hr>');
  await tool('Undo').click();
  expect(find('hr')).toHaveLength(0);
  await tool('Redo').click();
  expect(find('hr')).toHaveLength(1);
  await expect.element(tool('Redo')).toHaveAttribute('aria-disabled', 'true');
  await tool('Redo').click({ force: true });
  expect(content()).toBe('<p>before</p><hr>');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(find('hr')).toHaveLength(0);
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect(find('hr')).toHaveLength(1);
});

test('the toolbar is one tab stop, and arrow keys, Home and End move within it', async () => {
  const { text, screen, tool } = await openText();
  await text.click();
  await userEvent.keyboard('{Alt>}{F10}{/Alt}{Home}');
  await expect.element(tool('Bold')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tool('Italic')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.element(tool('Find and replace')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tool('Bold')).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(tool('Find and replace')).toHaveFocus();
  const buttons = screen.getByRole('toolbar', { name: 'Formatting' }).getByRole('button').elements();
  expect(buttons.filter(({ tabIndex }) => tabIndex === 0)).toEqual([tool('Find and replace').element()]);
  await userEvent.keyboard('{Escape}');
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('{Alt>}{F10}{/Alt}');
  await expect.element(tool('Find and replace')).toHaveFocus();
});

test('a button names its shortcut and keeps the selection', async () => {
  const { text, tool } = await openSelected();
  await expect.element(tool('Bold')).toHaveAttribute('aria-keyshortcuts', 'Control+B');
  await expect.element(tool('Bold')).toHaveAttribute('data-tip', 'Bold (Ctrl+B)');
  await expect.element(tool('Divider')).toHaveAttribute('data-tip', 'Divider');
  await expect.element(tool('Divider')).not.toHaveAttribute('aria-pressed');
  await tool('Bold').click();
  await expect.element(text).toHaveFocus();
  expect(getSelection()?.toString()).toBe('word');
});
