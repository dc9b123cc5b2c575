import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openText, type } from '../fixtures/open-text.tsx';

const press = (key: string) => userEvent.keyboard(`{${key}}`);

/** Places the caret in the text of an element. The editor follows at the next `selectionchange`. */
async function placeCaret(element: HTMLElement | undefined, offset: number) {
  const changed = new Promise((resolve) =>
    document.addEventListener('selectionchange', resolve, { once: true }),
  );
  const text = document.createTreeWalker(element as HTMLElement, NodeFilter.SHOW_TEXT).nextNode();
  getSelection()?.collapse(text, offset);
  await changed;
}

async function openAt(html: string, selector: string, offset: number) {
  const opened = await openText(html);
  (opened.text.element() as HTMLElement).focus();
  await placeCaret(opened.find(selector)[0], offset);
  return opened;
}

test('Enter goes from a term to its description, to the next term, and out of the list', async () => {
  const { content } = await openAt('<dl><dt>a</dt><dd>b</dd></dl>', 'dd p', 1);
  await press('Enter');
  await type('c');
  await press('Enter');
  await press('Enter');
  await type('d');
  await press('Enter');
  await type('e');
  await press('Enter');
  await press('Enter');
  await press('Enter');
  await type('f');
  expect(content()).toBe('<dl><dt>a</dt><dd><p>b</p><p>c</p></dd><dt>d</dt><dd>e</dd></dl><p>f</p>');
});

test('Enter in a term moves the rest into a description, which another Enter makes a term', async () => {
  const { content, find } = await openAt('<dl><dt>bc</dt><dd>d</dd></dl>', 'dt', 0);
  await type('a');
  await press('Enter');
  expect(content()).toBe('<dl><dt>a</dt><dd>bc</dd><dd>d</dd></dl>');
  expect(find('dd')).toHaveLength(2);
  await placeCaret(find('dt')[0], 1);
  await press('Enter');
  await press('Enter');
  await type('x');
  expect(content()).toBe('<dl><dt>a</dt><dt>x</dt><dd>bc</dd><dd>d</dd></dl>');
});

test('Enter leaves a summary for the text below', async () => {
  const { content } = await openAt('<details><summary>a</summary><p>b</p></details>', 'summary', 1);
  await press('Enter');
  await type('c');
  expect(content()).toBe('<details><summary>a</summary><p>c</p><p>b</p></details>');
});

test('Backspace at the start of a summary removes the frame', async () => {
  const { content } = await openAt('<details><summary>a</summary><p>b</p></details>', 'summary', 0);
  await press('Backspace');
  await type('x');
  expect(content()).toBe('<p>xa</p><p>b</p>');
});

test('the text of details stays visible, and spaces are typed', async () => {
  const { content, text } = await openAt('<details><summary>a</summary><p>b</p></details>', 'summary', 1);
  await expect.element(text.getByText('b')).toBeVisible();
  await type(' c');
  expect(content()).toBe('<details><summary>a c</summary><p>b</p></details>');
});

test.each([
  ['<abbr title="A b">', '</abbr>'],
  ['<time datetime="2026">', '</time>'],
  ['<mark>', '</mark>'],
  ['<kbd>', '</kbd>'],
])('text typed at the end of %s is plain, and text inside belongs to it', async (open, close) => {
  const { content, find } = await openAt(`<p>${open}ab${close}</p>`, 'p', 2);
  await type('d');
  await placeCaret(find('p')[0], 1);
  await type('c');
  expect(content()).toBe(`<p>${open}acb${close}d</p>`);
});

test('the text of a ruby and its readings can be edited', async () => {
  const ruby = (base: string, reading: string) =>
    `<p><ruby>${base}<rp>(</rp><rt>${reading}</rt><rp>)</rp></ruby></p>`;
  const { content, find } = await openAt(ruby('漢字', 'kaji'), 'rt', 2);
  await type('n');
  await placeCaret(find('ruby')[0], 1);
  await type('文');
  expect(content()).toBe(ruby('漢文字', 'kanji'));
});

test('an edited heading keeps its id, which no element of the editor has', async () => {
  const { content, find } = await openAt('<h2 id="main">a</h2>', 'h2', 1);
  expect(find('[id]')).toEqual([]);
  await type('b');
  expect(content()).toBe('<h2 id="main">ab</h2>');
});
