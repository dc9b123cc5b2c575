import { expect, test } from 'vitest';
import { measureCpuMs } from '#test/support/measure-cpu.ts';
import { renderContent } from '../render-content.ts';
import { plainText, sanitizeContent } from '../sanitize-content.ts';

const reference = (id: string) => `<sup class="footnote"><a href="#fn-${id}"></a></sup>`;
const note = (id: string, text = id) => `<li id="fn-${id}">${text}</li>`;
const notes = (...items: string[]) => `<ol class="footnotes">${items.join('')}</ol>`;

test.each([
  [`<p>x${reference('a')} y${reference('b')}</p>${notes(note('a'), note('b', '<p>c</p><p>d</p>'))}`],
  [`<ul><li>x${reference('a')}</li></ul>${notes(note('a', ''))}`],
  [`<h2>x${reference('a')}</h2><p lang="de">y</p><ol class="footnotes" lang="de">${note('a')}</ol>`],
])('%s is stored unchanged', (html) => {
  expect(sanitizeContent(html)).toBe(html);
});

test.each([
  [
    'notes in another order and place',
    `${notes(note('a'))}<p>x${reference('b')}${reference('a')}</p>${notes(note('b'))}`,
    `<p>x${reference('b')}${reference('a')}</p>${notes(note('b'), note('a'))}`,
  ],
  ['a reference without a note', `<p>x${reference('a')}</p><p>${reference('b')}</p>`, '<p>x</p>'],
  ['a note without a reference', `<p>x</p>${notes(note('a'))}`, '<p>x</p><ol><li>a</li></ol>'],
  [
    'a second reference to a note',
    `<p>x${reference('a')}y${reference('a')}</p>${notes(note('a'))}`,
    `<p>x${reference('a')}y</p>${notes(note('a'))}`,
  ],
  [
    'a repeated id of a note',
    `<p>x${reference('a')}</p>${notes(note('a'), note('a', 'b'))}`,
    `<p>x${reference('a')}</p><ol><li>b</li></ol>${notes(note('a'))}`,
  ],
  [
    'a reference in a note',
    `<p>x${reference('a')}</p>${notes(note('a', `y${reference('b')}`), note('b'))}`,
    `<p>x${reference('a')}</p><ol><li>b</li></ol>${notes(note('a', 'y'))}`,
  ],
  [
    'a reference in a link, in code and in a button',
    `<p>x<a href="/y">y${reference('a')}</a></p><pre>z${reference('b')}</pre><p><a class="button" href="/y">y${reference('b')}</a></p>${notes(note('a'), note('b'))}`,
    `<p>x<a href="/y">y</a>${reference('a')}</p><pre>z</pre><p><a class="button" href="/y">y</a></p><ol><li>b</li></ol>${notes(note('a'))}`,
  ],
  [
    'a number and unsafe attributes',
    `<p>x<sup class="footnote" onclick="ran()" id="main"><a href="#fn-a" id="y" class="button" style="top:0">7</a></sup></p><ol class="footnotes" start="7"><li id="fn-a" onclick="ran()">a</li></ol>`,
    `<p>x${reference('a')}</p>${notes(note('a'))}`,
  ],
  [
    'ids that could be of the page',
    `<p>x<sup class="footnote"><a href="#main">1</a></sup></p><ol class="footnotes"><li id="main">a</li></ol><ul><li id="fn-a">b</li></ul>`,
    '<p>x<sup><a href="#main">1</a></sup></p><ol><li>a</li></ol><ul><li>b</li></ul>',
  ],
  [
    'other classes',
    '<p>x<sup class="footnote fixed"><a href="#fn-a">1</a></sup></p><ol class="footnotes fixed"><li id="fn-a">a</li></ol>',
    '<p>x<sup><a href="#fn-a">1</a></sup></p><ol><li>a</li></ol>',
  ],
])('%s: %s becomes %s', (_, html, stored) => {
  expect(sanitizeContent(html)).toBe(stored);
  expect(sanitizeContent(stored)).toBe(stored);
});

test('references and notes are numbered and link to each other', () => {
  const html = `<h2>x${reference('b')}</h2><p>y${reference('a')}</p>${notes(note('b'), note('a', '<p>c</p><p>d</p>'))}`;
  const rendered = renderContent(html);
  expect(rendered.headings).toEqual([{ id: 's-x', level: 2, text: 'x' }]);
  expect(rendered.html).toBe(
    '<h2 id="s-x">x<sup class="footnote"><a href="#fn-b" id="ref-fn-b">1</a></sup></h2>' +
      '<p>y<sup class="footnote"><a href="#fn-a" id="ref-fn-a">2</a></sup></p>' +
      '<ol class="footnotes"><li id="fn-b">b&nbsp;<a class="footnote-back" href="#ref-fn-b">↩</a></li>' +
      '<li id="fn-a"><p>c</p><p>d&nbsp;<a class="footnote-back" href="#ref-fn-a">↩</a></p></li></ol>',
  );
});

test('search and reading time count the text of notes, but no numbers', () => {
  expect(plainText(`<p>x${reference('a')}</p>${notes(note('a', 'y'))}`)).toBe('x\ny');
});

test('many references are arranged in little time', () => {
  const ids = Array.from({ length: 5000 }, (_, index) => `n${index}`);
  const html = `<p>${ids.map(reference).join('')}</p>${notes(...ids.map((id) => note(id)))}`;
  expect(measureCpuMs(() => expect(sanitizeContent(html)).toBe(html))).toBeLessThan(10_000);
});
