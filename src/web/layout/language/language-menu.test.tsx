import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { localeNames, locales, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import type { PageLocation } from '../../seo/page-urls.ts';
import { LanguageMenu } from './language-menu.tsx';

async function openMenu(pageLocation: PageLocation | null = '/contact') {
  const screen = await renderComponent(
    <header className="flex">
      <LanguageMenu page={pageLocation} />
    </header>,
  );
  const menu = document.getElementById('language-menu') as HTMLElement;
  return { button: screen.getByRole('button', { name: 'Language English' }), menu };
}

const isOpen = (menu: HTMLElement) => menu.matches(':popover-open');
const linksIn = (menu: HTMLElement) => [...menu.querySelectorAll('a')];

test('the menu lists every language by its own name and links to the same page', async () => {
  const { button, menu } = await openMenu();
  expect(isOpen(menu)).toBe(false);
  await button.click();
  expect(
    linksIn(menu).map((link) => [
      link.textContent,
      link.getAttribute('href'),
      link.hreflang,
      link.querySelector('[lang]')?.getAttribute('lang'),
    ]),
  ).toEqual(
    locales.map((locale) => [
      localeNames[locale],
      localizedPath(locale, '/contact'),
      localeTags[locale],
      localeTags[locale],
    ]),
  );
  const current = linksIn(menu).filter((link) => link.hasAttribute('aria-current'));
  expect(current.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    ['English', 'page'],
  ]);
});

test('the menu opens below its button, and Escape returns the focus', async () => {
  await page.viewport(320, 700);
  const { button, menu } = await openMenu();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => isOpen(menu)).toBe(true);
  const [from, to] = [button.element().getBoundingClientRect(), menu.getBoundingClientRect()];
  expect(to.top).toBeCloseTo(from.bottom, 0);
  expect(to.right).toBeCloseTo(from.right, 0);
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('English');
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => isOpen(menu)).toBe(false);
  await expect.element(button).toHaveFocus();
});

test('a click outside the menu closes it', async () => {
  const { button, menu } = await openMenu();
  await button.click();
  await expect.poll(() => isOpen(menu)).toBe(true);
  await userEvent.click(document.body, { position: { x: 20, y: 300 }, force: true });
  await expect.poll(() => isOpen(menu)).toBe(false);
});

test('a language without a translation says so and links to the section', async () => {
  const { button, menu } = await openMenu({ paths: { en: '/blog/a', de: '/blog/b' }, section: '/blog' });
  await button.click();
  const linkIn = (tag: string) => linksIn(menu).find((link) => link.hreflang === tag);
  expect([linkIn('de')?.textContent, linkIn('de')?.getAttribute('href')]).toEqual(['Deutsch', '/de/blog/b']);
  expect([linkIn('th')?.textContent, linkIn('th')?.getAttribute('href')]).toEqual([
    'ไทยNot translated yet',
    '/th/blog',
  ]);
  expect(linksIn(menu)).toHaveLength(locales.length);
  await expectAccessible();
});

test('on a missing page the menu links to the start pages and marks none as current', async () => {
  const { menu } = await openMenu(null);
  expect(linksIn(menu).map((link) => link.getAttribute('href'))).toEqual(
    locales.map((locale) => localizedPath(locale, '/')),
  );
  expect(menu.querySelector('[aria-current]')).toBeNull();
});
