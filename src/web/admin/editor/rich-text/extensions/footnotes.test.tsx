import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { openText, paste, type } from '../fixtures/open-text.tsx';

const press = (key: string) => userEvent.keyboard(`{${key}}`);
const undo = () => userEvent.keyboard('{Control>}z{/Control}');
const reference = (id: string) => `<sup class="footnote"><a href="#fn-${id}"></a></sup>`;
const note = (id: string, text = id) => `<li id="fn-${id}">${text}</li>`;
const notes = (...items: string[]) => `<ol class="footnotes">${items.join('')}</ol>`;

/** Ids are random, so they are replaced by their order of appearance. */
function nameIds(html: string): string {
  const pattern = /fn-[a-z0-9]+/g;
  const ids = [...new Set([...html.matchAll(pattern)].map(([id]) => id))];
  return html.replace(pattern, (id) => `fn-${ids.indexOf(id) + 1}`);
}

test('a footnote is inserted from the menu, typed, and Escape leads back to the text', async () => {
  const { text, content } = await openText();
  await text.click();
  await type('a /footn');
  await press('Enter');
  await type('A note');
  await press('Escape');
  await type(' b');
  expect(nameIds(content())).toBe(`<p>a ${reference('1')} b</p>${notes(note('1', 'A note'))}`);
  await expectAccessible();
});

test('a footnote before another one gets the first note, and undo removes both parts at once', async () => {
  const html = `<p>a</p><p>b${reference('x')}</p>${notes(note('x'))}`;
  const { tool, content, find } = await openText(html);
  await userEvent.click(find('p')[0] as HTMLElement);
  await press('End');
  await tool('Footnote').click();
  await type('first');
  await expect
    .poll(() => nameIds(content()))
    .toBe(`<p>a${reference('1')}</p><p>b${reference('2')}</p>${notes(note('1', 'first'), note('2', 'x'))}`);
  await expect.element(tool('Footnote')).toHaveAttribute('aria-disabled', 'true');
  await undo();
  await expect.poll(() => find('li').length).toBe(2);
  await undo();
  await expect.poll(content).toBe(html);
});

test('a note goes with its reference, and undo restores both', async () => {
  const html = `<p>a${reference('x')}</p><p>b${reference('y')}</p>${notes(note('x'), note('y'))}`;
  const { content, find } = await openText(html);
  await userEvent.click(find('p')[0] as HTMLElement);
  await press('End');
  await press('Backspace');
  await expect.poll(content).toBe(`<p>a</p><p>b${reference('y')}</p>${notes(note('y'))}`);
  await undo();
  await expect.poll(content).toBe(html);
});

test('a click on a number leads to its note', async () => {
  const html = `<p>a${reference('x')}</p><p>b${reference('y')}</p>${notes(note('x'), note('y'))}`;
  const { content, find } = await openText(html);
  await userEvent.click(find('sup')[0] as HTMLElement);
  await type('z');
  await expect.poll(content).toContain(notes(note('x', 'xz'), note('y')));
});

test('End stays in the line of a reference', async () => {
  const html = `<p>a${reference('x')}</p><p>b</p>${notes(note('x'))}`;
  const { content, find } = await openText(html);
  await userEvent.click(find('p')[0] as HTMLElement);
  await press('Home');
  await press('End');
  await press('End');
  await type('z');
  await expect.poll(content).toBe(html.replace('</sup>', '</sup>z'));
});

test('Backspace in an empty note removes it and its reference', async () => {
  const { text, content } = await openText();
  await text.click();
  await type('a /footnote');
  await press('Enter');
  await press('Backspace');
  await type('b');
  expect(content()).toBe('<p>a b</p>');
});

test('a cut reference brings its note along, and a copied one gets a copy of it', async () => {
  const html = `<p>a${reference('x')}</p><p>b</p>${notes(note('x', 'A note'))}`;
  const { text, content, find } = await openText(html);
  await userEvent.click(find('p')[0] as HTMLElement);
  await press('End');
  await press('Backspace');
  await userEvent.click(find('p')[1] as HTMLElement);
  await press('End');
  const copied = '<p data-pm-slice="1 1 []">c<sup class="footnote" data-note="fn-x"></sup></p>';
  paste(text.element(), { html: copied });
  await expect.poll(content).toBe(`<p>a</p><p>bc${reference('x')}</p>${notes(note('x', 'A note'))}`);
  paste(text.element(), { html: copied });
  await expect
    .poll(() => nameIds(content()))
    .toBe(
      `<p>a</p><p>bc${reference('1')}c${reference('2')}</p>${notes(note('1', 'A note'), note('2', 'A note'))}`,
    );
});

test('footnotes of pasted Markdown and of a published page become footnotes', async () => {
  const { text, content, clear } = await openText();
  await text.click();
  paste(text.element(), { text: 'One[^1] and **two**[^b].\n\n[^1]: A note\n[^b]: Another' });
  await expect
    .poll(() => nameIds(content()))
    .toBe(
      `<p>One${reference('1')} and <strong>two</strong>${reference('2')}.</p>${notes(note('1', 'A note'), note('2', 'Another'))}`,
    );
  await clear();
  paste(text.element(), {
    html:
      '<p>a<sup class="footnote"><a href="#fn-x" id="ref-fn-x">1</a></sup></p>' +
      '<ol class="footnotes"><li id="fn-x" onclick="ran()">b&nbsp;<a class="footnote-back" href="#ref-fn-x">↩</a></li></ol>',
  });
  await expect.poll(content).toContain('<p>a<sup');
  expect(content()).not.toContain('↩');
  expect(content()).toMatch(/<li id="fn-x">b\W*<\/li>/);
});

test('Control+End goes to the end of the text before the notes, and a note has no block menu', async () => {
  const { text, content, caret, screen } = await openText(
    `<p>a${reference('x')}</p><p>b</p>${notes(note('x'))}`,
  );
  await text.click();
  await userEvent.keyboard('{Control>}{Home}{/Control}');
  await expect.poll(caret).toBe(1);
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await type('!');
  await expect.poll(content).toContain('<p>b!</p>');
  const textEnd = caret();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(caret).toBeGreaterThan(textEnd);
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await type(' /download');
  await expect.poll(content).toContain('x /download');
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
});

test('Control+End continues below a block that ends the text', async () => {
  const card = '<figure class="download-field"><a href="/">Save</a></figure>';
  const html = `<p>a${reference('x')}</p>${card}`;
  const { text, content, caret } = await openText(`${html}${notes(note('x'))}`);
  await text.click();
  await userEvent.keyboard('{Control>}{Home}{/Control}');
  await expect.poll(caret).toBe(1);
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await type('b');
  await expect.poll(content).toBe(`${html}<p>b</p>${notes(note('x'))}`);
});
