import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languageSuggestionTexts } from '#i18n/language-suggestions.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import type { PageLocation } from '../seo/page-urls.ts';
import { LanguageSuggestion } from './language-suggestion.tsx';

const { text, action, dismiss } = languageSuggestionTexts.de;
const other = (
  <a href="/th" hrefLang="th" onClick={(event) => event.preventDefault()}>
    ไทย
  </a>
);

async function openAs(
  languages: readonly string[],
  pageLocation: PageLocation = '/contact',
  locale: 'en' | 'de' = 'en',
) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  const element = (
    <>
      <h1>Contact</h1>
      {other}
      <LanguageSuggestion page={pageLocation} />
    </>
  );
  const screen = await renderComponent(element, { locale });
  return { screen, bar: screen.getByRole('complementary') };
}

test('a browser with another preferred language gets a suggestion in that language', async () => {
  await page.viewport(320, 700);
  const { screen, bar } = await openAs(['de-AT', 'en']);
  await expect.element(bar).toBeVisible();
  await expect.element(bar).toHaveAttribute('lang', 'de');
  await expect.element(bar.getByText(text, { exact: true })).toBeVisible();
  await expect.element(bar.getByRole('link', { name: action })).toHaveAttribute('href', '/de/contact');
  await expectAccessible();
  await bar.getByRole('button', { name: dismiss }).click();
  await expect.element(bar).not.toBeInTheDocument();
  await screen.unmount();

  const again = await openAs(['de-AT']);
  await expect.element(again.screen.getByRole('heading')).toBeVisible();
  await expect.element(again.bar).not.toBeInTheDocument();
});

test.each([
  ['it is read in the preferred language', ['de-DE', 'en'], '/contact', 'de'],
  ['the preferred language is none of ours', ['fi', 'sv'], '/contact', 'en'],
  ['the page is not translated into it', ['de'], { paths: { en: '/blog/a' }, section: '/blog' }, 'en'],
] as const)('there is no suggestion if %s', async (_, languages, pageLocation, locale) => {
  const { screen, bar } = await openAs(languages, pageLocation, locale);
  await expect.element(screen.getByRole('heading')).toBeVisible();
  await expect.element(bar).not.toBeInTheDocument();
});

test('a click on a link to another language dismisses the suggestion permanently', async () => {
  const { screen } = await openAs(['de']);
  await userEvent.click(screen.getByRole('link', { name: 'ไทย' }));
  await screen.unmount();
  const again = await openAs(['de']);
  await expect.element(again.screen.getByRole('heading')).toBeVisible();
  await expect.element(again.bar).not.toBeInTheDocument();
});

test('without storage the suggestion can be dismissed for the current page', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  const { bar } = await openAs(['de']);
  await bar.getByRole('button', { name: dismiss }).click();
  await expect.element(bar).not.toBeInTheDocument();
});
