import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { SiteFooter } from './site-footer.tsx';

test('the footer links to the sections of the home page, the pages, the API and the feed', async () => {
  await page.viewport(320, 700);
  const screen = await renderComponent(
    <>
      <main>
        <h1>About</h1>
      </main>
      <SiteFooter page="/about" />
    </>,
    { locale: 'de' },
  );
  const links = screen.getByRole('navigation', { name: 'Unspool' }).element().querySelectorAll('a');
  expect([...links].map((link) => link.getAttribute('href'))).toEqual([
    '/de#features',
    '/de#faq',
    '/de#contact',
    '/de#privacy',
    '/de#terms',
    '/de/blog',
    '/de/about',
    '/de/tools',
    '/api',
    '/de/feed.xml',
  ]);
  expect(
    [...links].filter((link) => link.hasAttribute('aria-current')).map((link) => link.textContent),
  ).toEqual(['Über uns']);
  await expectAccessible();
});
