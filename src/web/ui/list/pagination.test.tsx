import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { Pagination } from './pagination.tsx';

const messages = {
  label: 'Pages',
  previous: 'Previous',
  next: 'Next',
  page: (number: number) => `Page ${number}`,
};
const onPage = vi.fn();

afterEach(() => onPage.mockReset());

const renderPages = (current: number, pages: number) =>
  renderComponent(
    <Pagination
      current={current}
      pages={pages}
      messages={messages}
      getHref={(number) => `/list?page=${number}`}
      onPage={onPage}
    />,
  );

test('a single page has no pagination', async () => {
  const screen = await renderPages(1, 1);
  await expect.element(screen.getByRole('navigation')).not.toBeInTheDocument();
});

test('pages are links, and the current page and the ends are marked', async () => {
  await page.viewport(320, 700);
  const screen = await renderPages(1, 3);
  const links = screen.getByRole('navigation', { name: 'Pages' }).getByRole('link').elements();
  expect(
    links.map((link) => [
      link.getAttribute('aria-label') ?? link.textContent,
      link.getAttribute('href'),
      link.getAttribute('aria-current'),
      link.getAttribute('aria-disabled'),
    ]),
  ).toEqual([
    ['Previous', null, null, 'true'],
    ['Page 1', '/list?page=1', 'page', null],
    ['Page 2', '/list?page=2', null, null],
    ['Page 3', '/list?page=3', null, null],
    ['Next', '/list?page=2', null, null],
  ]);
  await expectAccessible();
});

test('gaps are hidden from screen readers', async () => {
  const screen = await renderPages(10, 20);
  const gaps = screen.getByRole('navigation').element().querySelectorAll('li[aria-hidden=true]');
  expect([...gaps].map((gap) => gap.textContent)).toEqual(['…', '…']);
});

test('a plain click calls onPage, a click with a modifier is left to the browser', async () => {
  const screen = await renderPages(2, 3);
  const link = screen.getByRole('link', { name: 'Next' });
  await link.click();
  expect(onPage.mock.calls).toEqual([[3]]);
  await screen.getByRole('link', { name: 'Previous' }).click();
  expect(onPage.mock.calls).toEqual([[3], [1]]);

  const handleClick = vi.fn((event: Event) => {
    expect(event.defaultPrevented).toBe(false);
    event.preventDefault();
  });
  window.addEventListener('click', handleClick);
  await userEvent.keyboard('{Control>}');
  await link.click();
  await userEvent.keyboard('{/Control}');
  window.removeEventListener('click', handleClick);
  expect(handleClick).toHaveBeenCalledOnce();
  expect(onPage).toHaveBeenCalledTimes(2);
});
