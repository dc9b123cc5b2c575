import { expect, test } from 'vitest';
import { languageSuggestionTexts } from '#i18n/language-suggestions.ts';
import { localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { messages } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';

const environment = { CONTACT_EMAIL: 'owner@example.org' };

test('the language menu keeps the page, with and without JavaScript', async () => {
  await using product = await openProduct(environment);
  for (const [javaScriptEnabled, chosen] of [
    [true, ['de', 'en']],
    [false, ['th']],
  ] as const) {
    const page = await product.openPage('/contact', { javaScriptEnabled, locale: 'de-DE' });
    for (const locale of chosen) {
      await page.locator('header button[popovertarget="language-menu"]').click();
      const link = page.locator(`#language-menu a[hreflang="${localeTags[locale]}"]`);
      expect(await link.locator('[lang]').getAttribute('lang')).toBe(localeTags[locale]);
      await link.click();
      await page.getByRole('heading', { level: 1, name: messages[locale]['contact.heading'] }).waitFor();
      expect(new URL(page.url()).pathname).toBe(localizedPath(locale, '/contact'));
    }
  }
});

test('the theme is chosen beside the language on every page, and lasts', async () => {
  await using product = await openProduct(environment);
  const page = await product.openPage('/th/blog', { colorScheme: 'light' });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const choices = page.getByRole('group', { name: messages.th['settings.theme.heading'], exact: true });
  const menu = page.locator('header button[popovertarget="language-menu"]');
  const choose = (key: 'settings.theme.dark' | 'settings.theme.light') =>
    choices.getByRole('button', { name: messages.th[key], exact: true });
  await menu.click();
  await choose('settings.theme.dark').click();
  expect(await theme()).toBe('dark');
  for (const path of ['/th', '/th/about', '/th/contact', '/th/nowhere']) {
    await page.goto(product.app.origin + path);
    expect(await theme(), path).toBe('dark');
    await menu.click();
    expect(await choose('settings.theme.dark').getAttribute('aria-pressed'), path).toBe('true');
  }
  await choose('settings.theme.light').click();
  expect(await theme()).toBe('light');
});

test('the language suggestion links to the translated page and is not shown there', async () => {
  await using product = await openProduct(environment);
  const page = await product.openPage('/contact', { locale: 'de-DE' });
  await page.getByRole('complementary', { name: languageSuggestionTexts.de.text }).waitFor();
  await page.getByRole('link', { name: languageSuggestionTexts.de.action }).click();
  await page.getByRole('heading', { level: 1, name: messages.de['contact.heading'] }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/de/contact');
  await page.getByRole('button', { name: messages.de['contact.send'] }).click();
  await page.getByText(messages.de['contact.name.missing']).waitFor();
  expect(await page.getByRole('complementary', { name: /Diese Seite|This page/ }).count()).toBe(0);
  // The HTML is the same for every user.
  const html = await (
    await fetch(`${product.app.origin}/contact`, { headers: { 'accept-language': 'de' } })
  ).text();
  expect(html).toContain('lang="en"');
  expect(html).not.toContain(languageSuggestionTexts.de.text);
});

test('a missing page in any spelling returns 404, links home, and is logged without a link or code', async () => {
  await using product = await openProduct(environment);
  for (const path of ['/xx/about', '/en/de', '/about/more', '/About', '/xx']) {
    const response = await fetch(product.app.origin + path);
    expect(response.status, path).toBe(404);
    expect(await response.text(), path).toContain('Oops! Page not found');
  }
  const code = 'DAbCdEfGhIj';
  // The address of a post with this host in place of Threads.
  expect((await fetch(`${product.app.origin}/t/${code}`)).status).toBe(200);
  for (const path of [
    `/${code}`,
    `/https://www.threads.com/@alma.demo/post/${code}%ff`,
    `/media%2F${code}`,
    `/x/${code}.php`,
  ])
    expect((await fetch(product.app.origin + path)).status, path).toBe(404);
  const page = await product.openPage('/no/such/page');
  await page.getByRole('heading', { name: 'Oops! Page not found' }).waitFor();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await expect.poll(() => product.app.output.some((line) => line.includes('"/no/such/page"'))).toBe(true);
  const output = product.app.output.join('\n');
  for (const secret of [code, 'alma']) expect(output).not.toContain(secret);
});
