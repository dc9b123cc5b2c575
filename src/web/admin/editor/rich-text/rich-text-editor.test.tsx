import { expect, test, vi } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { everyFormat } from './fixtures/every-format.ts';
import { openText, paste, type } from './fixtures/open-text.tsx';
import TextEditor, { type RichTextEditorHandle } from './rich-text-editor.tsx';

test('every format that the server stores passes through the editor unchanged', async () => {
  await commands.stubResponses('GET /files/*', [{ body: '' }]);
  const { text, content } = await openText(everyFormat);
  (text.element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}{Home}{/Control}');
  await type('!');
  expect(content()).toBe(everyFormat.replace('<p>One', '<p>!One'));
});

test('an empty text shows a placeholder and is accessible', async () => {
  const { text, find } = await openText();
  expect(find('p')[0]?.dataset.placeholder).toBe('Start writing your blog post...');
  await expect.element(text).toHaveAttribute('aria-multiline', 'true');
  await expectAccessible();
});

test('the text has the language of the post, the toolbar that of the page', async () => {
  const { screen } = await openText('<p>Hello</p>', { locale: 'en', pageLocale: 'de' });
  await expect.element(screen.getByRole('textbox', { name: 'Inhalt' })).toHaveAttribute('lang', 'en');
  await expect.element(screen.getByRole('button', { name: 'Fett', exact: true })).toBeVisible();
  await expect.element(screen.getByText('1 Wort', { exact: true })).toBeVisible();
});

test('typed Markdown becomes formats, and URLs become links', async () => {
  const { text, content, clear } = await openText();
  await text.click();
  for (const [characters, html] of [
    ['# a', '<h1>a</h1>'],
    ['## a', '<h2>a</h2>'],
    ['### a', '<h3>a</h3>'],
    ['- a', '<ul><li>a</li></ul>'],
    ['1. a', '<ol><li>a</li></ol>'],
    ['> a', '<blockquote><p>a</p></blockquote>'],
    ['``` a', '<pre><code>a</code></pre>'],
    ['--- a', '<hr><p>a</p>'],
    ['**a** b', '<p><strong>a</strong> b</p>'],
    ['*a* b', '<p><em>a</em> b</p>'],
    ['`a` b', '<p><code>a</code> b</p>'],
    ['~~a~~ b', '<p><s>a</s> b</p>'],
    ['_a_ b', '<p><em>a</em> b</p>'],
    ['x _a b_, c', '<p>x <em>a b</em>, c</p>'],
    [
      'https://example.org/a b',
      '<p><a href="https://example.org/a" rel="noopener">https://example.org/a</a> b</p>',
    ],
    ['see README.md now', '<p>see README.md now</p>'],
    [
      'See https://example.org/a. Then',
      '<p>See <a href="https://example.org/a" rel="noopener">https://example.org/a</a>. Then</p>',
    ],
    [
      '(„https://example.org/a“), b',
      '<p>(„<a href="https://example.org/a" rel="noopener">https://example.org/a</a>“), b</p>',
    ],
  ] as const) {
    await clear();
    await type(characters);
    expect(content(), characters).toBe(html);
  }
});

test('text that only looks like Markdown stays as it is typed', async () => {
  const { text, content, clear } = await openText();
  await text.click();
  for (const characters of [
    '2 * 3 * 4 = 24 ',
    'a ** b ** c',
    'def __init__(self): __init__ ',
    'snake_case_name and _ alone _ too',
    '_private_name and _ids_by_name_',
    'f(*args, **kwargs) and *nix, *BSD',
    '~~ x ~~ and ~ a ~ b',
    '1986. A good year',
    '24. Dezember 2026',
    '3. Oktober',
    '1984. ',
    '1789 . . . 10.5. 0. ',
  ]) {
    await clear();
    await type(`${characters}!`);
    expect(content()).toBe(`<p>${characters}!</p>`);
  }
});

test('a URL before a full stop at the end of a line becomes a link', async () => {
  const { text, content } = await openText();
  await text.click();
  await type('See https://example.org/a_(b).');
  await userEvent.keyboard('{Enter}');
  await type('x');
  expect(content()).toBe(
    '<p>See <a href="https://example.org/a_(b)" rel="noopener">https://example.org/a_(b)</a>.</p><p>x</p>',
  );
});

test('after a numbered list, its next number starts an item, and other numbers do not', async () => {
  const { text, content } = await openText('<ol start="3"><li>c</li></ol><p></p>');
  await text.click();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await type('2026. Then');
  await userEvent.keyboard('{Enter}');
  expect(content()).toBe('<ol start="3"><li>c</li></ol><p>2026. Then</p>');
  await userEvent.keyboard('{Backspace}{Shift>}{Home}{/Shift}{Backspace}');
  await type('4. d');
  expect(content()).toBe('<ol start="3"><li>c</li><li>d</li></ol>');
});

test.each(['2 * 3 * 4 = 24', '__init__ and __main__', 'a ~~ b ~~ c'])(
  '%s stays as it is pasted',
  async (pasted) => {
    const { text, content } = await openText('<p>x </p>');
    await text.click();
    await userEvent.keyboard('{End}');
    paste(text.element(), { text: pasted });
    paste(text.element(), { text: pasted, html: `<p>${pasted}</p><p>${pasted}</p>` });
    expect(content().split(pasted)).toHaveLength(4);
  },
);

test('undo reverts an automatic format but keeps the typed text', async () => {
  const { text, find } = await openText();
  await text.click();
  await type('# ');
  expect(find('h1')).toHaveLength(1);
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(find('h1')).toHaveLength(0);
  expect(text.element().textContent).toBe('# ');
});

test('pressing Enter twice leaves a list', async () => {
  const { text, content } = await openText();
  await text.click();
  await type('- a');
  await userEvent.keyboard('{Enter}{Enter}');
  await type('b');
  expect(content()).toBe('<ul><li>a</li></ul><p>b</p>');
});

async function renderTextEditor(html = '') {
  const onChange = vi.fn<(html: string) => void>();
  const handle: { current: RichTextEditorHandle | null } = { current: null };
  const screen = await renderComponent(
    <>
      <TextEditor
        ref={handle}
        html={html}
        onChange={onChange}
        locale="en"
        label="Body"
        hasTextModel={false}
        postId={null}
        upload={async () => null}
        fetchImage={async () => null}
      />
      <button type="button">elsewhere</button>
    </>,
  );
  const text = screen.getByRole('textbox', { name: 'Body' });
  await text.findElement();
  return { screen, text, onChange, handle };
}

test('a change is reported after a pause, not at every keystroke', async () => {
  const { text, onChange } = await renderTextEditor();
  await text.click();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await type('some words');
  vi.advanceTimersByTime(149);
  expect(onChange).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onChange.mock.calls).toEqual([['<p>some words</p>']]);
});

test('a change is reported at once on blur', async () => {
  const { screen, text, onChange } = await renderTextEditor();
  await text.click();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await userEvent.keyboard('a');
  expect(onChange).not.toHaveBeenCalled();
  screen.getByRole('button', { name: 'elsewhere' }).element().focus();
  expect(onChange.mock.calls).toEqual([['<p>a</p>']]);
});

test('flush reports typed text at once, and the same text only once', async () => {
  const { text, onChange, handle } = await renderTextEditor();
  await text.click();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await userEvent.keyboard('a');
  handle.current?.flush();
  handle.current?.flush();
  await userEvent.keyboard('b{Backspace}');
  handle.current?.flush();
  expect(onChange.mock.calls).toEqual([['<p>a</p>']]);
});

test('nothing is reported if the text is unchanged or the editor is unmounted', async () => {
  const { screen, text, onChange } = await renderTextEditor('<p>a</p>');
  await text.click();
  screen.getByRole('button', { name: 'elsewhere' }).element().focus();
  expect(onChange).not.toHaveBeenCalled();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await text.click();
  await userEvent.keyboard('b');
  await screen.unmount();
  vi.runAllTimers();
  expect(onChange).not.toHaveBeenCalled();
});

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
