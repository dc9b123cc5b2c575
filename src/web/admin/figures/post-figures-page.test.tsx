import { expect, test } from 'vitest';
import type { PostFigures } from '#figures/contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import PostFiguresPage from './post-figures-page.tsx';

const days = ['2026-11-26', '2026-11-27'];
const toDays = (counts: number[]) => counts.map((views, index) => ({ day: days[index] ?? '', views }));
const figures: PostFigures = {
  id: 'a',
  locale: 'de',
  title: 'Eins <b>',
  languages: [
    { id: 'b', locale: 'en', days: toDays([1200, 3]) },
    { id: 'a', locale: 'de', days: toDays([0, 40]) },
  ],
};
const show = (isSingle: boolean) =>
  renderAdminPage(PostFiguresPage, {
    path: '/admin/figures/a',
    loaderData: { range: 7, figures, isSingle },
  });
const readRows = (table: Element) =>
  [...table.querySelectorAll('tr')].map((row) => [...row.cells].map((cell) => cell.textContent));

test('a chart by day has a table with a column for each language', async () => {
  const { screen } = await show(false);
  await expectAccessible({ isPage: true });
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Eins <b>');
  await expect
    .element(screen.getByRole('figure'))
    .toMatchTextContent('Total: 1,243. Highest: 1,200 (Nov 26)');
  await screen.getByText('Show as a table').click();
  expect(readRows(screen.getByRole('table', { name: 'Views', exact: true }).element())).toEqual([
    ['Day', 'Views', 'English', 'Deutsch'],
    ['Nov 26', '1,200', '1,200', '0'],
    ['Nov 27', '43', '3', '40'],
  ]);
  const shares = readRows(screen.getByRole('table', { name: 'Views by language' }).element());
  expect(shares.slice(1).map((cells) => cells.slice(0, 3))).toEqual([
    ['English', '1,203', '96.8%'],
    ['Deutsch', '40', '3.2%'],
  ]);
});

test('one language has its own series, and the links keep the period and the language', async () => {
  const { screen } = await show(true);
  await screen.getByText('Show as a table').click();
  expect(readRows(screen.getByRole('table', { name: 'Views', exact: true }).element())).toEqual([
    ['Day', 'Views'],
    ['Nov 26', '0'],
    ['Nov 27', '40'],
  ]);
  const hrefOf = (name: string) => screen.getByRole('link', { name }).element().getAttribute('href');
  expect(hrefOf('90 days')).toBe('/admin/figures/a?days=90&language=one');
  expect(hrefOf('English')).toBe('/admin/figures/b?days=7&language=one');
  expect(hrefOf('All languages')).toBe('/admin/figures/a?days=7');
  expect(hrefOf('All posts')).toBe('/admin/figures?days=7');
  expect(hrefOf('Edit')).toBe('/admin/blog/a');
  await expectAccessible({ isPage: true });
});
