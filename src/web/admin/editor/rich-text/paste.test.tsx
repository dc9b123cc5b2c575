import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import notes from './fixtures/notes.txt?raw';
import { openText, paste, type } from './fixtures/open-text.tsx';

async function openEmpty() {
  const opened = await openText();
  await opened.text.click();
  return opened;
}

test('pasted notes lose their styles, and an image that cannot be fetched becomes a link', async () => {
  await commands.stubResponses('POST /api/admin/pictures/fetch', [
    { status: 422, body: { code: 'picture.foreign', error: 'It could not be fetched.' } },
  ]);
  const { text, content, screen } = await openEmpty();
  paste(text.element(), { html: notes, text: 'x' });
  await expect
    .element(text.getByRole('alert'))
    .toMatchTextContent('couldn’t be copied from files.example.org');
  expect(content()).toBe(
    '<h3>Notes</h3><p>With <code>code</code>, <strong>bold</strong> and <a href="https://example.org/a" rel="noopener">a link</a></p>' +
      '<ul><li>Done</li></ul><ol><li>first</li><li>second</li></ol><blockquote><p>quoted</p></blockquote>' +
      '<p><a href="https://files.example.org/p.png?sig=1" rel="noopener">https://files.example.org/p.png?sig=1</a></p>' +
      '<p>Seen</p><p>Watch out</p>',
  );
  await expect.element(screen.getByText('Failed to save image', { exact: true })).toBeVisible();
  await text.getByRole('button', { name: 'Remove', exact: true }).click();
  expect(content()).not.toContain('files.example.org');
  await expect.element(text).toHaveFocus();
});

test('a few words are pasted into the current line', async () => {
  const { text, content } = await openEmpty();
  await type('ab');
  await userEvent.keyboard('{ArrowLeft}');
  paste(text.element(), {
    html: '<b style="font-weight:normal"><span style="font-weight:700">X</span></b>',
  });
  expect(content()).toBe('<p>a<strong>X</strong>b</p>');
});

test('a paragraph from right to left is pasted into the current line as its words', async () => {
  const { text, content } = await openEmpty();
  await type('ab');
  await userEvent.keyboard('{ArrowLeft}');
  paste(text.element(), { html: '<p dir="rtl">שלום</p>' });
  expect(content()).toBe('<p>aשלוםb</p>');
});

test.each([
  '<p dir="rtl">שלום</p>',
  '<p dir="rtl">שלום</p><p>words</p>',
  '<p dir="rtl">א</p><p dir="rtl">ב</p>',
])('an empty line takes the pasted %s with its direction', async (html) => {
  const { text, content } = await openEmpty();
  paste(text.element(), { html });
  expect(content()).toBe(html);
});

test.each(['24. Dezember 2026', '1984. A year', 'A. Smith', '12. März 2024\n13. März 2024'])(
  'the pasted text %j stays as it is',
  async (copied) => {
    const { text, content } = await openEmpty();
    paste(text.element(), { text: copied });
    expect(content()).toBe(`<p>${copied.split('\n').join('</p><p>')}</p>`);
  },
);

test('numbered lines stay as they are in a code block', async () => {
  const { text, content } = await openText('<pre><code>x</code></pre>');
  await text.getByText('x').click();
  await userEvent.keyboard('{End}');
  paste(text.element(), { text: '1. a\n2. b' });
  expect(content()).toBe('<pre><code>x1. a\n2. b</code></pre>');
});

test('plain text is pasted as lines, and one undo removes it', async () => {
  const { text, content } = await openEmpty();
  paste(text.element(), { text: 'one <b>\n\ntwo' });
  expect(content()).toBe('<p>one &lt;b&gt;</p><p>two</p>');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(content()).toBe('');
});

test('a URL pasted over words links them', async () => {
  const { text, content } = await openText('<p>word</p>');
  await text.click();
  await userEvent.keyboard('{Control>}a{/Control}');
  paste(text.element(), { text: 'https://example.org/a' });
  expect(content()).toBe('<p><a href="https://example.org/a" rel="noopener">word</a></p>');
});

test('content copied and pasted within the editor stays unchanged', async () => {
  const { text, content } = await openText('<h2>a <em>b</em></h2>');
  await text.getByText('b').click();
  await userEvent.keyboard('{Control>}a{/Control}');
  const copied = new DataTransfer();
  text
    .element()
    .dispatchEvent(new ClipboardEvent('copy', { clipboardData: copied, bubbles: true, cancelable: true }));
  await userEvent.keyboard('{ArrowRight}');
  paste(text.element(), { html: copied.getData('text/html'), text: copied.getData('text/plain') });
  expect(content().match(/<h2>a <em>b<\/em><\/h2>/g)).toHaveLength(2);
});
