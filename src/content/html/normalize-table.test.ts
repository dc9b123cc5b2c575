import { expect, test } from 'vitest';
import { sanitizeContent } from '../sanitize-content.ts';

const table = (rows: string) => `<table><tbody>${rows}</tbody></table>`;

test.each([
  [
    'the first caption stays, a second one is a paragraph before the table',
    '<table><caption>A</caption><caption>B</caption><tr><td>a</td></tr></table>',
    '<p>B</p><table><caption>A</caption><tbody><tr><td>a</td></tr></tbody></table>',
  ],
  ['a caption without rows is a paragraph', '<table><caption>A</caption><tr></tr></table>', '<p>A</p>'],
  [
    'a caption is one line',
    '<table><caption><p>A</p>  <p>B</p></caption><tr><td>a</td></tr></table>',
    '<table><caption>A B</caption><tbody><tr><td>a</td></tr></tbody></table>',
  ],
  [
    'head, body and foot come in this order',
    '<table><tfoot><tr><td>f</td></tr></tfoot><tbody><tr><td>b</td></tr></tbody><thead><tr><th>h</th></tr></thead></table>',
    '<table><thead><tr><th scope="col">h</th></tr></thead><tbody><tr><td>b</td></tr></tbody><tfoot><tr><td>f</td></tr></tfoot></table>',
  ],
  [
    'a second head is a body',
    '<table><thead><tr><th>a</th></tr></thead><thead><tr><th>b</th><td>c</td></tr></thead></table>',
    '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><th scope="row">b</th><td>c</td></tr></tbody></table>',
  ],
  [
    'rows outside a section share a body with their neighbours alone',
    '<table><tr><td>a</td></tr><tr><td>b</td></tr><tbody><tr><td>c</td></tr></tbody><tr><td>d</td></tr></table>',
    '<table><tbody><tr><td>a</td></tr><tr><td>b</td></tr></tbody><tbody><tr><td>c</td></tr></tbody><tbody><tr><td>d</td></tr></tbody></table>',
  ],
  [
    'what stands between cells, rows and sections comes before the table',
    '<table><tbody>x<tr>y<td>a</td><p>z</p></tr></tbody>w</table>',
    '<p>xy</p><p>z</p><p>w</p><table><tbody><tr><td>a</td></tr></tbody></table>',
  ],
  [
    'a language stays on tables, sections, rows and cells',
    '<table lang="de"><thead lang="fr"><tr dir="rtl"><th lang="it">a</th></tr></thead></table>',
    '<table lang="de"><thead lang="fr"><tr dir="rtl"><th lang="it" scope="col">a</th></tr></thead></table>',
  ],
])('%s', (_, html, expected) => {
  expect(sanitizeContent(html)).toBe(expected);
});

test.each([
  [
    'a known scope stays, another is the usual one',
    '<tr><th scope="row">a</th><th scope="up">b</th></tr>',
    '<tr><th scope="row">a</th><th scope="col">b</th></tr>',
  ],
  [
    'a header without words is a plain cell',
    '<tr><th scope="col"></th><td>b</td></tr>',
    '<tr><td></td><td>b</td></tr>',
  ],
  [
    'a header beside cells is that of its row',
    '<tr><th>a</th><td>b</td></tr>',
    '<tr><th scope="row">a</th><td>b</td></tr>',
  ],
  [
    'a heading may stand in a cell, not in a header',
    '<tr><th><h2>a</h2></th><td><h2>b</h2></td></tr>',
    '<tr><th scope="row"><p>a</p></th><td><h2>b</h2></td></tr>',
  ],
])('%s', (_, rows, expected) => {
  expect(sanitizeContent(table(rows))).toBe(table(expected));
});

test('every header cell in thead has the scope col', () => {
  expect(sanitizeContent('<table><thead><tr><th>a</th><td>b</td></tr></thead></table>')).toBe(
    '<table><thead><tr><th scope="col">a</th><td>b</td></tr></thead></table>',
  );
});

test.each([
  '<tr><td colspan="2">a</td></tr><tr><td>b</td><td>c</td></tr>',
  '<tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr>',
  '<tr><td>a</td><td rowspan="2">b</td></tr><tr><td>c</td></tr>',
  '<tr><td colspan="2" rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr><tr><td>d</td><td>e</td><td>f</td></tr>',
  '<tr><td rowspan="2">a</td><td>b</td><td rowspan="3">c</td></tr><tr><td rowspan="2">d</td></tr><tr><td>e</td></tr>',
])('consistent spans stay: %s', (rows) => {
  expect(sanitizeContent(table(rows))).toBe(table(rows));
});

test.each([
  ['a column in which no cell begins', '<tr><td colspan="2">a</td></tr><tr><td>b</td></tr>'],
  ['a cell that reaches below the last row', '<tr><td rowspan="3">a</td><td>b</td></tr><tr><td>c</td></tr>'],
  ['two cells in one place', '<tr><td>a</td><td rowspan="2">b</td></tr><tr><td colspan="2">c</td></tr>'],
])('all spans of the table are removed because of %s', (_, rows) => {
  expect(sanitizeContent(table(rows))).toBe(table(rows.replace(/ (?:col|row)span="\d"/g, '')));
});

test('no cell extends from one section into the next', () => {
  const html =
    '<table><thead><tr><th scope="col" rowspan="2">a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>';
  expect(sanitizeContent(html)).toBe(html.replace(' rowspan="2"', ''));
});
