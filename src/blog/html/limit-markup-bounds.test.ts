import { expect, test } from 'vitest';
import { limitMarkup } from './limit-markup.ts';

test('a thousand nested elements stay; beyond that only the text stays', () => {
  const nested = '<b>'.repeat(1000);
  expect(limitMarkup(`${nested}a`)).toBe(`${nested}a`);
  expect(limitMarkup(`${nested}<i>a</i><u>b`)).toBe(`${nested} a  b`);
});

test('a closed element does not count as nested', () => {
  const html = '<b>a</b>'.repeat(1_001);
  expect(limitMarkup(html)).toBe(html);
});

test('a hundred thousand elements and attributes stay; beyond that only the text stays', () => {
  const most = '<b c>a</b>'.repeat(50_000);
  expect(limitMarkup(most)).toBe(most);
  expect(limitMarkup(`${most}<i>a`)).toBe(`${most} a`);
  expect(limitMarkup(`${most.slice(10)}<b c d>a`)).toBe(`${most.slice(10)} a`);
});

test.each(['>', '&amp;'])('two hundred thousand %s in the text stay, and the excess is removed', (sign) => {
  const most = `<b>${sign.repeat(200_000)}`;
  expect(limitMarkup(most) === most).toBe(true);
  const limited = limitMarkup(`${most}${sign}</b>a`);
  expect(limited.length).toBeLessThan(most.length + 10);
  expect(limited).toMatch(/ +a$/);
});

test('there are no tags and no character references after the cutoff', () => {
  const many = '&lt;'.repeat(200_001);
  const limited = limitMarkup(`${many}a<b c="d">e</b>&gt;f>>g&lt<h`);
  expect(limited.slice(200_000 * 4)).toBe(' a e  f g  ');
});
