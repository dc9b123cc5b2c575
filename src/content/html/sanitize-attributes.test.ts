import { expect, test } from 'vitest';
import { sanitizeAttributes } from '../sanitize-content.ts';

const src = '/files/0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d/480.webp';

test.each([
  ['a', { href: '/x', onclick: 'x()', target: '_top' }, { href: '/x' }],
  ['a', { href: '/x', target: '_blank' }, { href: '/x', target: '_blank', rel: 'noopener' }],
  ['a', { href: 'https://a.example/x' }, { href: 'https://a.example/x', rel: 'noopener' }],
  ['a', { href: 'javascript:x', lang: 'de' }, { lang: 'de' }],
  ['a', { rel: 'opener' }, {}],
  ['p', { class: 'a', id: 'b', style: 'c', title: 'd', start: '2', src, href: '/' }, {}],
  ['code', { class: 'a language-ts b' }, { class: 'language-ts' }],
  ['code', { class: 'language-c++' }, { class: 'language-c++' }],
  ['code', { class: 'xlanguage-ts' }, {}],
  ['code', { class: 'language-tsX' }, {}],
  ['code', { class: `language-${'a'.repeat(40)}` }, { class: `language-${'a'.repeat(40)}` }],
  ['code', { class: `language-${'a'.repeat(41)}` }, {}],
  ['code', {}, {}],
  ['ol', { start: ' 3 ' }, { start: '3' }],
  ['ol', { start: '1000000' }, { start: '1000000' }],
  ['ol', { start: '1000001' }, {}],
  ['ol', { start: '00000003' }, {}],
  ['ol', { start: '-3' }, {}],
  ['ol', { start: '3x' }, {}],
  ['ol', { start: '0' }, {}],
  ['ol', { start: '1' }, { start: '1' }],
  ['ol', {}, {}],
  ['h2', { id: ' two ', class: 'a', lang: 'de' }, { id: 'two', lang: 'de' }],
  ['h4', { id: '第二_部分.1(a)' }, { id: '第二_部分.1(a)' }],
  ['h2', { id: 'a b' }, {}],
  ['h2', { id: 'a"><script>' }, {}],
  ['h2', { id: 'a\u202eb' }, {}],
  ['h2', { id: '' }, {}],
  ['h2', { id: 'a'.repeat(101) }, {}],
  ['p', { id: 'two' }, {}],
  ['a', { href: '#two', id: 'two', name: 'two' }, { href: '#two' }],
  ['abbr', { title: ' a "b"\n <c> ', id: 'x' }, { title: 'a "b" <c>' }],
  ['abbr', { title: ' ' }, {}],
  ['cite', { title: 'a' }, {}],
  ['details', { open: 'x', name: 'y', ontoggle: 'z' }, { open: '' }],
  ['details', {}, {}],
  ['time', { datetime: '2026-11-23', title: 'a' }, { datetime: '2026-11-23' }],
  ['td', { colspan: '1', rowspan: '2' }, { rowspan: '2' }],
  ['td', { colspan: '100', rowspan: '101' }, { colspan: '100' }],
  ['td', { scope: 'row' }, {}],
  ['th', { colspan: '2', rowspan: '1', scope: 'row' }, { colspan: '2', scope: 'row' }],
  ['th', { rowspan: '3', scope: 'col' }, { rowspan: '3', scope: 'col' }],
  ['th', { scope: 'rowgroup' }, {}],
])('the attributes of %s %j become %j', (name, attributes, expected) => {
  expect(sanitizeAttributes(name, attributes)).toEqual(expected);
});

test.each([
  [{ src }, { src, alt: '' }],
  [
    { src, alt: ' a\n b ', width: '480', height: '300' },
    { src, alt: 'a b', width: '480', height: '300' },
  ],
  [
    { src, width: '20000', height: '20001' },
    { src, alt: '', width: '20000' },
  ],
  [
    { src, width: '1e3', height: '0', srcset: 'x', onerror: 'x' },
    { src, alt: '' },
  ],
  [{ src: 'https://a.example/a.png', alt: 'a' }, {}],
  [{ src: `${src}?x` }, {}],
  [{ src: `x${src}` }, {}],
  [{ alt: 'a' }, {}],
])('the image attributes %j become %j', (attributes, expected) => {
  expect(sanitizeAttributes('img', attributes)).toEqual(expected);
});

test.each([
  ['de', 'de'],
  [' DE ', 'de'],
  ['zh-hans', 'zh-Hans'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['pt-br', 'pt-BR'],
  ['es-419', 'es-419'],
  ['yue', 'yue'],
  ['xx', undefined],
  ['d', undefined],
  ['german', undefined],
  ['de-de-1996', undefined],
  ['x-de', undefined],
  ['de-x', undefined],
  ['de_DE', undefined],
  ['de de', undefined],
  ['', undefined],
])('the language %j becomes %j', (lang, expected) => {
  expect(sanitizeAttributes('p', { lang })).toEqual(expected === undefined ? {} : { lang: expected });
});

test.each([
  ['ltr', 'ltr'],
  [' RTL ', 'rtl'],
  ['auto', 'auto'],
  ['up', undefined],
  ['xltr', undefined],
  ['ltrx', undefined],
  ['', undefined],
])('the direction %j becomes %j', (dir, expected) => {
  expect(sanitizeAttributes('p', { dir })).toEqual(expected === undefined ? {} : { dir: expected });
});
