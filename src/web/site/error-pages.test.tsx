import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { ApplicationErrorPage, NotFoundPage } from './error-pages.tsx';

const robots = () => document.querySelector('meta[name=robots]')?.getAttribute('content');

test.each([
  ['en', 'Oops! Page not found'],
  ['de', null],
  ['th', null],
] as const)('the not-found page in %s links to the start page', async (locale, heading) => {
  await page.viewport(320, 700);
  document.documentElement.lang = locale;
  const screen = await renderComponent(<NotFoundPage />, { locale });
  if (heading) {
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent(heading);
    expect(document.title).toBe('Page not found | Unspool');
  }
  await expect.element(screen.getByRole('main').getByRole('link')).toHaveAttribute('href', '/');
  expect(robots()).toBe('noindex');
  await expectAccessible();
});

test('an application error shows its message and a link to the start page', async () => {
  const screen = await renderComponent(<ApplicationErrorPage message="Unexpected Server Error" />);
  await expect
    .element(screen.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }))
    .toBeVisible();
  await expect.element(screen.getByText('Unexpected Server Error', { exact: true })).toBeVisible();
  await expect
    .element(screen.getByText('Something went wrong on our side. Try again in a moment.'))
    .toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  expect(robots()).toBe('noindex');
  await expectAccessible();
});

test('an application error without a message shows none', async () => {
  const screen = await renderComponent(<ApplicationErrorPage message={null} />, { locale: 'de' });
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(screen.getByRole('main').getByRole('link')).toHaveAttribute('href', '/de');
  expect(screen.getByRole('main').element().querySelectorAll('p')).toHaveLength(1);
});
