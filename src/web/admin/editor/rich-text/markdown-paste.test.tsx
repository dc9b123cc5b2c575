import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { escapeHtml } from '#platform/escape-html.ts';
import { storedImage, stubImages } from '../fixtures/stored-image.ts';
import { markdownDocuments, parseStructure, readStructure } from './fixtures/markdown-documents.ts';
import { openText, paste } from './fixtures/open-text.tsx';

const markdown = '# Title\n\nSome **bold** words:\n\n- one\n  - two\n\n```ts\nconst a = 1;\n```';
const html =
  '<h1>Title</h1><p>Some <strong>bold</strong> words:</p><ul><li>one<ul><li>two</li></ul></li></ul>' +
  '<pre><code class="language-ts">const a = 1;</code></pre>';
const raw =
  '<p># Title</p><p>Some **bold** words:</p><p>- one</p><p>- two</p><p>```ts</p><p>const a = 1;</p><p>```</p>';

async function openEmpty(content = '') {
  const opened = await openText(content);
  await opened.text.click();
  return opened;
}

test('pasted Markdown becomes blocks, and undoing once restores the raw text', async () => {
  const { text, content } = await openEmpty();
  paste(text.element(), { text: markdown });
  await expect.poll(content).toBe(html);
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(content).toBe(raw);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(content).toBe('');
  await userEvent.keyboard('{Control>}{Shift>}zz{/Shift}{/Control}');
  await expect.poll(content).toBe(html);
});

test.each([
  [
    'VS Code',
    `<div style="font-family: Menlo, monospace;white-space: pre;">${markdown
      .split('\n')
      .map((line) => `<div><span style="color:#569cd6;font-weight:bold">${escapeHtml(line)}</span></div>`)
      .join('')}</div>`,
  ],
  ['a page that shows the source', `<meta charset="utf-8"><pre><code>${escapeHtml(markdown)}</code></pre>`],
  [
    'a chat',
    markdown
      .split('\n')
      .map((line) => `<p><span>${escapeHtml(line)}</span></p>`)
      .join(''),
  ],
])('Markdown copied with its colors from %s becomes blocks', async (_source, copiedHtml) => {
  const { text, content } = await openEmpty();
  paste(text.element(), { text: markdown, html: copiedHtml });
  await expect.poll(content).toBe(html);
});

test('the HTML of a formatted document is used, even if its text looks like Markdown', async () => {
  const { text, content } = await openEmpty();
  paste(text.element(), {
    text: 'Use it\n\n# A heading\n\n- a\n- b\n- c',
    html: '<h2>Use it</h2><pre># A heading\n\n- a\n- b\n- c</pre>',
  });
  await expect.poll(content).toBe('<h2>Use it</h2><pre><code># A heading\n\n- a\n- b\n- c</code></pre>');
});

test('pasting as plain text keeps every character', async () => {
  const { text, content } = await openEmpty();
  await userEvent.keyboard('{Control>}{Shift>}');
  paste(text.element(), { text: '# Title\n\n**bold** and *italic*' });
  await userEvent.keyboard('{/Shift}{/Control}');
  await expect.poll(content).toBe('<p># Title</p><p>**bold** and *italic*</p>');
});

test('a few words of Markdown are pasted into the current line', async () => {
  const { text, content } = await openEmpty('<p>ab</p>');
  await userEvent.keyboard('{End}{ArrowLeft}');
  paste(text.element(), { text: '**c** [d](https://example.org/)' });
  await expect
    .poll(content)
    .toBe('<p>a<strong>c</strong> <a href="https://example.org/" rel="noopener">d</a>b</p>');
});

test('text with a few asterisks or hyphens stays as it is', async () => {
  const { text, content } = await openEmpty();
  paste(text.element(), { text: '2 * 3 * 4\n- Come,\nand I went.' });
  await expect.poll(content).toBe('<p>2 * 3 * 4</p><p>- Come,</p><p>and I went.</p>');
});

test('Markdown in a code block stays code', async () => {
  const { text, content } = await openText('<pre><code>a</code></pre>');
  await text.getByText('a').click();
  await userEvent.keyboard('{End}');
  paste(text.element(), { text: '\n# b\n\n**c**' });
  await expect.poll(content).toBe('<pre><code>a\n# b\n\n**c**</code></pre>');
});

test('hostile Markdown runs nothing and leaves no hostile link', async () => {
  const { text, content } = await openEmpty();
  paste(text.element(), {
    text: '# a\n\n[b](javascript:alert(1)) [c](data:text/html,d) <b onclick="e">f</b>\n\n<script>g</script>\n\nh',
  });
  await expect.poll(content).toBe('<h1>a</h1><p>b c <strong>f</strong></p><p>h</p>');
});

test.each(markdownDocuments)('%s arrives in the editor with its structure', async (_path, document) => {
  await stubImages({ body: storedImage });
  const { text, content } = await openEmpty();
  paste(text.element(), { text: document });
  await expect.poll(() => readStructure(content())).toEqual(parseStructure(document));
});
