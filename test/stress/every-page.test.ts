import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Locale, locales, localeTags } from '#i18n/locales.ts';
import { readMessages } from '#i18n/server-translator.ts';
import { axeViolations, connectBrowser, waitForHydration } from '#test/support/browser-page.ts';
import { type LocalizedRoute, publicRoutes, routesIn } from '#test/support/public-routes.ts';
import { type RunningApp, startApp } from '#test/support/start-app.ts';
import { isStress } from '#test/support/stress.ts';
import { publicPages } from '#web/paths.ts';

let app: RunningApp;
let browser: Browser;

beforeAll(async () => {
  app = await startApp({ SEED: 'demo' });
  browser = await connectBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.[Symbol.asyncDispose]();
});

/** Sizes from WCAG 1.4.10: the narrowest phone, and 1280 × 1024 at 400 % zoom. */
const narrow = { width: 320, height: 700, deviceScaleFactor: 1, mobile: false };
const enlarged = { width: 320, height: 256, deviceScaleFactor: 4, mobile: false };
const wide = { width: 1280, height: 900, deviceScaleFactor: 1, mobile: false };

const languagePairs: readonly (readonly [Locale, Locale])[] = isStress
  ? [
      ['en', 'es'],
      ['pt', 'fr'],
      ['de', 'it'],
      ['zh', 'vi'],
      ['id', 'th'],
    ]
  : [['de', 'th']];

// Two at a time: the browser and the server have one core each.
test.each(languagePairs)(
  `${isStress ? 'every page' : 'every other page'} of routes.ts passes the checks in %s ${isStress ? 'and' : 'or'} %s`,
  async (...pair) => {
    const issues = await Promise.all(pair.map(checkLocale));
    expect(issues.flat()).toEqual([]);
  },
  600_000,
);

test('publicPages has the same pages as the routes checked here', () => {
  const paths = publicRoutes
    .filter(({ status, pattern }) => status === 200 && !pattern.includes(':slug'))
    .map(({ pathIn }) => pathIn('en'));
  expect(paths.sort()).toEqual([...publicPages].sort());
});

test('the check detects an English sentence on a page in another language', () => {
  const slip =
    'Unterbrochen: We couldn’t reach Threads. There’s nothing wrong with your link. Try again in a moment.';
  expect(englishIn(slip, 'de')).toHaveLength(1);
  expect(englishIn(slip, 'en')).toEqual([]);
  expect(englishIn('Threads ist nicht erreichbar.', 'de')).toEqual([]);
});

test('the check detects an axe violation', async () => {
  const page = await browser.newPage();
  await page.goto(`${app.origin}/about`);
  expect(await axeViolations(page)).toEqual([]);
  await page.evaluate(() => document.body.append(document.createElement('img')));
  expect(await axeViolations(page)).toEqual([
    expect.stringContaining('image-alt'),
    expect.stringContaining('region'),
  ]);
  await page.close();
});

/** Uses the language as the browser's locale, so that no page suggests another one. */
async function checkLocale(locale: Locale): Promise<string[]> {
  const context = await browser.newContext({ locale: localeTags[locale], reducedMotion: 'reduce' });
  const page = await context.newPage();
  const issues: string[] = [];
  const report = (issue: string) => issues.push(`${page.url().replace(app.origin, '')}: ${issue}`);
  page.on('pageerror', (error) => report(`error: ${error.message}`));
  page.on('console', (message) => {
    const isExpectedStatus = /status of 404/.test(message.text()) && message.location().url === page.url();
    if (!isExpectedStatus) report(`console: ${message.text()}`);
  });
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== app.origin && !['data:', 'blob:'].includes(protocol)) report(`a request to ${origin}`);
  });
  const titles = new Set<string>();
  const isGerman = locale === 'de';
  const routes = isStress
    ? routesIn(locale)
    : routesIn(locale).filter((_, index) => index % 4 === (isGerman ? 0 : 2));
  for (const route of routes) {
    for (const issue of await checkPage(page, route, titles)) report(issue);
  }
  await context.close();
  return issues;
}

async function checkPage(page: Page, { path, locale, status }: LocalizedRoute, titles: Set<string>) {
  const issues: string[] = [];
  const screen = await page.context().newCDPSession(page);
  const show = (size: typeof narrow) => screen.send('Emulation.setDeviceMetricsOverride', size);
  await page.emulateMedia({ colorScheme: 'light' });
  await show(narrow);
  const response = await page.goto(app.origin + path);
  await waitForHydration(page);
  if (response?.status() !== status) issues.push(`status ${response?.status()}`);
  const lang = await page.locator('html').getAttribute('lang');
  if (lang !== localeTags[locale]) issues.push(`lang ${lang}`);
  const title = await page.title();
  if (title === '' || titles.has(title)) issues.push(`its title is empty or not its own: '${title}'`);
  titles.add(title);
  const headings = await page.locator('h1').count();
  if (headings !== 1) issues.push(`${headings} h1`);
  for (const text of englishIn(await readPageText(page), locale)) issues.push(`English: ${text}`);

  issues.push(...(await findOverflow(page, 'at 320 px')));
  if (isStress || locale === 'th') issues.push(...(await findViolations(page, 'light')));
  await show(enlarged);
  issues.push(...(await findOverflow(page, 'at 400 %')));
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    for (const menu of document.querySelectorAll<HTMLElement>('[popover]')) menu.showPopover();
  });
  issues.push(...(await findOverflow(page, 'at 400 %, all opened')));
  await show(wide);
  await page.emulateMedia({ colorScheme: 'dark' });
  if (isStress || locale === 'de') issues.push(...(await findViolations(page, 'dark')));
  await screen.detach();
  return issues;
}

async function findViolations(page: Page, colorScheme: string): Promise<string[]> {
  return (await axeViolations(page)).map((violation) => `${colorScheme}, axe ${violation}`);
}

/** Finds horizontal scrolling, and boxes beyond the edge even if the page does not scroll. */
async function findOverflow(page: Page, where: string): Promise<string[]> {
  const tooWide = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = document.documentElement.scrollWidth > width ? ['the page'] : [];
    const boxes = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right, width: boxWidth } = element.getBoundingClientRect();
      return (
        boxWidth > 1 &&
        (right > width + 1 || left < -1) &&
        !element.closest('svg svg, svg *, .sr-only, [hidden]')
      );
    });
    return [...scrolls, ...boxes.slice(0, 3).map((element) => element.outerHTML.slice(0, 120))];
  });
  return tooWide.map((what) => `wider than the screen ${where}: ${what}`);
}

const texts = new Map(locales.map((locale) => [locale, loadPieces(locale)]));

/** Texts between placeholders that have three words or more. */
function loadPieces(locale: Locale): Set<string> {
  const forms = Object.values(readMessages(locale)).flatMap((message) =>
    typeof message === 'string' ? [message] : Object.values(message),
  );
  const pieces = forms.flatMap((form) => form.split(/\{\w+\}/)).map((piece) => piece.trim());
  return new Set(pieces.filter((piece) => (piece.match(/\p{L}{2,}/gu) ?? []).length >= 3));
}

/** English messages in a text of another language, except those it shares with English. */
function englishIn(text: string, locale: Locale): string[] {
  if (locale === 'en') return [];
  const pieces = texts.get(locale);
  return [...(texts.get('en') ?? [])].filter((piece) => !pieces?.has(piece) && text.includes(piece));
}

/** All text of a page, including hidden elements, metadata and text attributes. */
function readPageText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const attributes = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'content', 'value'];
    const parts = [document.title];
    for (const element of document.querySelectorAll('*')) {
      for (const name of attributes) parts.push(element.getAttribute(name) ?? '');
      const isCode = element.matches('script:not([type="application/ld+json"]), style, [hreflang]');
      if (isCode) continue;
      for (const node of element.childNodes) if (node instanceof Text) parts.push(node.data);
    }
    return parts.map((text) => text.replace(/\s+/g, ' ').trim()).join('\n');
  });
}
