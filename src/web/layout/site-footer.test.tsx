import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { CustomPagesContext } from './custom-pages.ts';
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

test('the owner’s links tell other sites that they belong to the same owner', async () => {
  await page.viewport(320, 700);
  const url = 'https://social.example/@ginas';
  const screen = await renderComponent(
    <>
      <main>
        <h1>About</h1>
      </main>
      <SiteFooter page="/about" />
    </>,
    { appearance: { siteName: 'Ginas', socialLinks: [{ label: '<Mastodon>', url }] } },
  );
  const link = screen.getByRole('link', { name: '<Mastodon>' });
  await expect.element(link).toHaveAttribute('href', url);
  await expect.element(link).toHaveAttribute('rel', 'me noopener');
  await expect.element(screen.getByText(/^Ginas isn’t affiliated/)).toBeVisible();
  await expectAccessible();
});

test('published pages of the owner are linked, and a privacy text replaces the link to the default one', async () => {
  const customPages = [
    { slug: 'impressum', title: 'Impressum' },
    { slug: 'privacy', title: 'Datenschutzerklärung' },
  ];
  const location = { paths: { de: '/impressum' }, section: '/' } as const;
  const screen = await renderComponent(
    <CustomPagesContext value={customPages}>
      <SiteFooter page={location} />
    </CustomPagesContext>,
    { locale: 'de' },
  );
  const getLink = (name: string) => screen.getByRole('link', { name, exact: true });
  await expect.element(getLink('Impressum')).toHaveAttribute('href', '/de/impressum');
  await expect.element(getLink('Impressum')).toHaveAttribute('aria-current', 'page');
  await expect.element(getLink('Datenschutz')).toHaveAttribute('href', '/de/privacy');
  await expect.element(getLink('Bedingungen')).toHaveAttribute('href', '/de#terms');
  expect(screen.getByText('Datenschutzerklärung').elements()).toEqual([]);
});
