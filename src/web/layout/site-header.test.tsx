import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { locales } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { renderPublicPage } from '#test/support/components/render-page.tsx';
import { SiteHeader } from './site-header.tsx';

beforeEach(() => localStorage.setItem('unspool.language-suggestion', 'given'));

const Header = () => (
  <div className="mx-auto max-w-5xl px-4 sm:px-8">
    <SiteHeader page="/contact" counterStart={2_847_692} />
    <main id="main">
      <h1>Contact</h1>
    </main>
  </div>
);

test.each(locales)('at 320 px the header in %s fits in one line, also with its menu open', async (locale) => {
  await page.viewport(320, 700);
  const { screen } = await renderPublicPage(Header, { path: localizedPath(locale, '/contact'), locale });
  const top = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top;
  await expect.poll(() => top('header button[popovertarget]')).toBe(top('header nav'));
  await screen.getByRole('button').click();
  await expect.poll(() => document.querySelector('#language-menu')?.matches(':popover-open')).toBe(true);
  await expectAccessible();
});

test.each([
  ['/contact', [['Contact', 'page']], 'Skip to the content'],
  ['/', [['Home', 'page']], 'Skip to the downloader'],
  [{ paths: { en: '/blog/a' }, section: '/blog' }, [['Blog', 'true']], 'Skip to the content'],
  [null, [], 'Skip to the content'],
] as const)('on %j the header marks %j as current', async (pageLocation, expected, skip) => {
  const screen = await renderComponent(<SiteHeader page={pageLocation} counterStart={null} />);
  const currentLinks = screen
    .getByRole('navigation', { name: 'Pages' })
    .element()
    .querySelectorAll('[aria-current]');
  expect([...currentLinks].map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual(
    expected,
  );
  await expect.element(screen.getByText('downloads', { exact: true })).not.toBeInTheDocument();
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe(skip);
});
