import { expect, test } from 'vitest';
import { limitMarkup } from './limit-markup.ts';

test('a thousand nested elements stay, of one more only the words', () => {
  const nested = '<b>'.repeat(1000);
  expect(limitMarkup(`${nested}a`)).toBe(`${nested}a`);
  expect(limitMarkup(`${nested}<i>a</i><u>b`)).toBe(`${nested} a  b`);
});

test('a closed element is no longer nested', () => {
  const html = '<b>a</b>'.repeat(1_001);
  expect(limitMarkup(html)).toBe(html);
});

test('a hundred thousand elements and attributes stay, of one more only the words', () => {
  const most = '<b c>a</b>'.repeat(50_000);
  expect(limitMarkup(most)).toBe(most);
  expect(limitMarkup(`${most}<i>a`)).toBe(`${most} a`);
  expect(limitMarkup(`${most.slice(10)}<b c d>a`)).toBe(`${most.slice(10)} a`);
});

test.each(['>', '&amp;'])('two hundred thousand %s in the text stay, of one more none', (sign) => {
  const most = `<b>${sign.repeat(200_000)}`;
  expect(limitMarkup(most) === most).toBe(true);
  const cut = limitMarkup(`${most}${sign}</b>a`);
  expect(cut.length).toBeLessThan(most.length + 10);
  expect(cut).toMatch(/ +a$/);
});

test('a cut text has neither tags nor references behind the cut', () => {
  const many = '&lt;'.repeat(200_001);
  const cut = limitMarkup(`${many}a<b c="d">e</b>&gt;f>>g&lt<h`);
  expect(cut.slice(200_000 * 4)).toBe(' a e  f g  ');
});
