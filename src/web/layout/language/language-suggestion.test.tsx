import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languageSuggestionTexts } from '#i18n/language-suggestions.ts';
import { locales, localeTags } from '#i18n/locales.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import type { PageLocation } from '../../seo/page-urls.ts';
import { LanguageSuggestion } from './language-suggestion.tsx';
import { createLanguageSuggestionBar } from './language-suggestion-bar.ts';
import { suggestionScript, suggestionStorageKey } from './suggest-locale.ts';

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
  await expect.element(bar).toHaveAccessibleName(text);
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

test.each([
  [
    'refused',
    () => {
      throw new DOMException('refused', 'SecurityError');
    },
  ],
  ['missing', () => null],
])('with %s storage the suggestion can be dismissed for the current page', async (_, openStorage) => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(openStorage as unknown as () => Storage);
  const { bar } = await openAs(['de']);
  await bar.getByRole('button', { name: dismiss }).click();
  await expect.element(bar).not.toBeInTheDocument();
});

test.each(locales)(
  'the suggestion in %s is one line of 44 pixels at 320, 390 and 1280 px',
  async (locale) => {
    for (const width of [320, 390, 1280]) {
      await page.viewport(width, 700);
      const screen = await renderComponent(<div id="bar" />);
      document.getElementById('bar')?.append(createLanguageSuggestionBar(locale, '/', vi.fn()));
      const bar = screen.getByRole('complementary');
      expect(bar.element().getBoundingClientRect().height).toBe(44);
      const { height } = getRange(bar.getByRole('link').element()).getBoundingClientRect();
      expect(height).toBeLessThan(30);
      await screen.unmount();
    }
  },
);

function getRange(element: Element): Range {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range;
}

/** As on a page in English, German and Chinese. */
function runSuggestionScript(languages: readonly string[]): string | undefined {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  const { dataset } = document.documentElement;
  dataset.locale = 'en';
  const links = (['en', 'de', 'zh'] as const).map((locale) =>
    Object.assign(document.createElement('link'), {
      rel: 'alternate',
      hreflang: localeTags[locale],
      href: '/',
    }),
  );
  const script = Object.assign(document.createElement('script'), { textContent: suggestionScript() });
  document.head.append(...links, script);
  for (const element of [...links, script]) element.remove();
  const { suggestion } = dataset;
  onTestFinished(() => {
    delete dataset.locale;
    delete dataset.suggestion;
  });
  return suggestion;
}

test.each([
  [['de-AT', 'en'], 'de'],
  [['zh-TW'], 'zh'],
  [['th', 'en'], undefined],
  [['en', 'de'], undefined],
])('for %j the inline script reserves the space of the suggestion %s', (languages, suggestion) => {
  expect(runSuggestionScript(languages)).toBe(suggestion);
});

test('the inline script reserves no space after the suggestion was dismissed', () => {
  localStorage.setItem(suggestionStorageKey, 'given');
  expect(runSuggestionScript(['de'])).toBe(undefined);
});

test('the suggestion fills its reserved space and returns it when it is dismissed', async () => {
  runSuggestionScript(['de']);
  const { bar, screen } = await openAs(['de']);
  const getHeight = () =>
    screen.container.querySelector('.language-suggestion')?.getBoundingClientRect().height;
  expect(getHeight()).toBe(44);
  await expect.element(bar).toBeVisible();
  expect(getHeight()).toBe(44);
  await bar.getByRole('button', { name: dismiss }).click();
  await expect.poll(getHeight).toBe(0);
});
