import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderPublicPage } from '#test/support/components/render-page.tsx';
import AboutPage from './about-page.tsx';

beforeEach(() => localStorage.setItem('unspool.language-suggestion', 'given'));

test('the page shows the notice, the contact email and the breadcrumbs', async () => {
  await page.viewport(320, 700);
  const { screen } = await renderPublicPage(AboutPage, {
    path: '/about',
    loaderData: { contactEmail: 'owner@example.org' },
  });
  const notice = screen.getByRole('region', { name: 'Important notice' });
  await expect.element(notice.getByText(/isn’t affiliated/)).toBeVisible();
  await expect.element(notice.getByText(/^Nothing is stored/)).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'owner@example.org' }))
    .toHaveAttribute('href', 'mailto:owner@example.org');
  await expect.element(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
  const trail = screen.getByRole('navigation', { name: 'You are here' });
  const steps = trail.getByRole('listitem');
  await expect.element(steps).toHaveLength(2);
  await expect.element(steps.last()).toHaveAttribute('aria-current', 'page');
  await expect.element(trail.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  await expectAccessible();
});

test('without a contact email the page says so', async () => {
  const { screen } = await renderPublicPage(AboutPage, {
    path: '/about',
    loaderData: { contactEmail: null },
  });
  await expect.element(screen.getByText('This site doesn’t have a contact address yet.')).toBeVisible();
});
