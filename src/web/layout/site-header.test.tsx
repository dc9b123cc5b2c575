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
    <SiteHeader page="/contact" counter={{ value: 2_847_692 }} />
    <main id="main">
      <h1>Contact</h1>
    </main>
  </div>
);

const isOpen = (selector: string) => document.querySelector(selector)?.matches(':popover-open');

test.each(locales)('at 320 px the header in %s is one line with two menus', async (locale) => {
  await page.viewport(320, 700);
  const { screen } = await renderPublicPage(Header, { path: localizedPath(locale, '/contact'), locale });
  const [menu, language] = screen.getByRole('button').all();
  for (const [button, list] of [
    [menu, '#page-menu'],
    [language, '#language-menu'],
  ] as const) {
    await button?.click();
    await expect.poll(() => isOpen(list)).toBe(true);
    await expectAccessible();
  }
  const { top, bottom } =
    document.querySelector('header a[href="/"], header > div a')?.getBoundingClientRect() ?? {};
  for (const button of [menu, language]) {
    const box = button?.element().getBoundingClientRect();
    expect(box?.bottom).toBeLessThanOrEqual((bottom ?? 0) + 1);
    expect(box?.top).toBeGreaterThanOrEqual((top ?? 0) - 1);
  }
  expect(document.documentElement.scrollWidth).toBe(320);
});

test('on a phone the links are in a menu below its button, and Escape returns the focus', async () => {
  await page.viewport(390, 700);
  const { screen } = await renderPublicPage(Header, { path: '/contact' });
  const button = screen.getByRole('button', { name: 'Menu' });
  const blog = screen.getByRole('link', { name: 'Blog' });
  await expect.element(blog).not.toBeInTheDocument();
  await button.click();
  await expect.element(blog).toBeVisible();
  const [from, to] = ['header nav button', '#page-menu'].map((selector) =>
    document.querySelector(selector)?.getBoundingClientRect(),
  );
  expect(to?.top).toBeCloseTo(from?.bottom ?? 0, 0);
  expect(to?.right).toBeCloseTo(from?.right ?? 0, 0);
  await userEvent.keyboard('{Escape}');
  await expect.element(blog).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test.each([640, 1024, 1280])('at %i px brand, links, counter and language are in one row', async (width) => {
  await page.viewport(width, 700);
  await renderPublicPage(Header, { path: '/fr/contact', locale: 'fr' });
  const header = document.querySelector('header');
  expect(header?.getBoundingClientRect().height).toBeLessThan(width < 768 ? 100 : 80);
  expect(isOpen('#page-menu')).toBe(false);
  const isListed = document.querySelector('#page-menu')?.checkVisibility();
  expect(isListed).toBe(width >= 1024);
});

test.each([
  ['/contact', [['Contact', 'page']], 'Skip to content'],
  ['/', [['Home', 'page']], 'Skip to the downloader'],
  [{ paths: { en: '/blog/a' }, section: '/blog' }, [['Blog', 'true']], 'Skip to content'],
  [null, [], 'Skip to content'],
] as const)('on %j the header marks %j as current', async (pageLocation, expected, skip) => {
  const screen = await renderComponent(<SiteHeader page={pageLocation} counter={null} />);
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

test.each([320, 1280])('at %i px a long name, a long tagline and an own counter fit', async (width) => {
  await page.viewport(width, 700);
  const appearance = {
    siteName: '"Donaudampfschifffahrtsgesellschaft" ไทย',
    tagline: 'Alles aus Threads, <b>sicher</b> und ohne Konto, in voller Qualität auf jedem Gerät',
  };
  const counter = { value: 'Über 1.000.000.000 ☆', label: 'zufriedene Besucherinnen und Besucher weltweit' };
  const screen = await renderComponent(
    <div className="mx-auto max-w-5xl px-4 sm:px-8">
      <SiteHeader page="/" counter={counter} />
      <main id="main" />
    </div>,
    { locale: 'de', appearance },
  );
  for (const text of [...Object.values(appearance), ...Object.values(counter)])
    expect(screen.getByRole('banner').element().textContent).toContain(text);
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBe(width);
});

test('the logo has the name of the site, and its smallest variant is loaded', async () => {
  const logo = '/files/0199c7f0-7a11-8a2b-9c3d-000000000001/1200.webp';
  const screen = await renderComponent(<SiteHeader page="/about" counter={null} />, {
    appearance: { siteName: 'Ginas', logo },
  });
  const image = screen.getByRole('link', { name: /^Ginas/ }).getByRole('img', { name: 'Ginas' });
  await expect.element(image).toHaveAttribute('src', logo.replace('1200', '480'));
});
