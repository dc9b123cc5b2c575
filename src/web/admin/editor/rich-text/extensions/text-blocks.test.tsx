import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { openText, paste, type } from '../fixtures/open-text.tsx';

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

test('a callout is inserted from the menu, gets another kind, and Enter in an empty line leaves it', async () => {
  const { text, content } = await openText();
  await text.click();
  await type('/callout');
  await press('Enter');
  await type('a');
  await text.getByRole('combobox', { name: 'Kind of callout' }).selectOptions('Warning');
  await press('Enter');
  await type('b');
  await press('Enter');
  await press('Enter');
  await type('c');
  expect(content()).toBe('<aside class="callout-warning"><p>a</p><p>b</p></aside><p>c</p>');
  await expectAccessible();
});

test('Backspace at the start of a callout removes its frame, and undo restores it', async () => {
  const html = '<p>x</p><aside class="callout-tip"><p>a</p><p>b</p></aside>';
  const { content } = await openAt(html, '.callout p', 0);
  await press('Backspace');
  await type('y');
  expect(content()).toBe('<p>x</p><p>ya</p><p>b</p>');
  await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}');
  await expect.poll(content).toBe(html);
});

test('the toolbar puts a paragraph into a callout and takes it out again', async () => {
  const { tool, content } = await openAt('<p>a</p>', 'p', 1);
  await tool('Callout').click();
  await expect.poll(content).toBe('<aside class="callout-note"><p>a</p></aside>');
  await expect.element(tool('Callout')).toHaveAttribute('aria-pressed', 'true');
  await tool('Callout').click();
  await expect.poll(content).toBe('<p>a</p>');
});

test('a button is stored only with a URL that a link may have', async () => {
  const { screen, text, content } = await openText();
  await text.click();
  await type('/button');
  await press('Enter');
  await type('Read on');
  expect(content()).toBe('<p>Read on</p>');
  const url = screen.getByRole('textbox', { name: 'URL' });
  const hint = text.getByText(/^Without a valid URL/);
  await url.fill('javascript:alert(1)');
  await expect.element(hint).toBeVisible();
  await expect.poll(content).toBe('<p>Read on</p>');
  await url.fill('https://example.org/a');
  await expect.element(hint).not.toBeVisible();
  await expect
    .poll(content)
    .toBe('<p><a class="button" href="https://example.org/a" rel="noopener">Read on</a></p>');
  await expectAccessible();
});

test('a paragraph that is a link becomes a button with its URL', async () => {
  const { text, content } = await openText('<p><a href="https://example.org/a">Read on</a></p>');
  await text.click();
  await type('/button');
  await press('Enter');
  await expect
    .poll(content)
    .toBe('<p><a class="button" href="https://example.org/a" rel="noopener">Read on</a></p>');
});

test('Enter leaves a button, and Backspace at its start makes it a paragraph', async () => {
  const html = '<p><a class="button" href="/b">ab</a></p>';
  const { content, find } = await openAt(html, '.button', 1);
  await press('Enter');
  await type('c');
  expect(content()).toBe(`${html}<p>c</p>`);
  await userEvent.click(find('.button')[0] as HTMLElement);
  await press('Home');
  await press('Backspace');
  await type('x');
  expect(content()).toBe('<p>xab</p><p>c</p>');
});

test('an FAQ grows question by question with Enter, which also leaves it', async () => {
  const { text, content, find } = await openText();
  await text.click();
  await type('/faq');
  await press('Enter');
  expect(find('summary')[0]?.dataset.placeholder).toBe('Question or heading');
  await type('a?');
  await press('Enter');
  await type('b');
  await press('Enter');
  await press('Enter');
  await type('c?');
  await press('Enter');
  await type('d');
  await press('Enter');
  await press('Enter');
  await press('Enter');
  await type('e');
  expect(content()).toBe(
    '<section class="faq"><details><summary>a?</summary><p>b</p></details><details><summary>c?</summary><p>d</p></details></section><p>e</p>',
  );
});

test('Backspace at the start of a question takes it out of the FAQ', async () => {
  const question = (name: string) => `<details><summary>${name}</summary><p>x</p></details>`;
  const { text, content, find } = await openText(
    `<section class="faq">${['a', 'b', 'c'].map(question).join('')}</section>`,
  );
  (text.element() as HTMLElement).focus();
  await placeCaret(find('summary')[1], 0);
  await press('Backspace');
  await type('y');
  expect(content()).toBe(
    `<section class="faq">${question('a')}</section><p>yb</p><p>x</p><section class="faq">${question('c')}</section>`,
  );
});

test('blocks are pasted as they were copied, and unsafe parts of them are not', async () => {
  const { text, content } = await openAt('<p>x</p>', 'p', 1);
  paste(text.element(), {
    html:
      '<p>y</p><aside class="callout-tip" onclick="alert(1)"><p>a</p></aside><p><a class="button" href="javascript:alert(1)">b</a></p>' +
      '<p><a class="button" href="/c">c</a></p><section class="faq"><details><summary>d</summary><p>e</p></details></section>',
  });
  await expect
    .poll(content)
    .toBe(
      '<p>xy</p><aside class="callout-tip"><p>a</p></aside><p>b</p><p><a class="button" href="/c">c</a></p>' +
        '<section class="faq"><details><summary>d</summary><p>e</p></details></section>',
    );
});

test('a collapsible section is inserted from the menu, and Enter leads through it and out of it', async () => {
  const { text, content, find } = await openText();
  await text.click();
  await type('/toggle');
  await press('Enter');
  expect(find('summary')[0]?.dataset.placeholder).toBe('Question or heading');
  await type('More');
  await press('Enter');
  await type('a');
  await press('Enter');
  await press('Enter');
  await type('b');
  await expect.poll(content).toBe('<details><summary>More</summary><p>a</p></details><p>b</p>');
  await expectAccessible();
});
