import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { axeViolations } from '#test/support/accessibility.ts';
import { connectBrowser } from '#test/support/connect-browser.ts';
import { englishIn, readWords } from '#test/support/english-sentences.ts';
import { hydrated } from '#test/support/hydrated.ts';
import { type LocalizedRoute, publicRoutes, routesIn } from '#test/support/public-routes.ts';
import { type RunningApp, startApp } from '#test/support/start-app.ts';
import { isStress } from '#test/support/stress.ts';
import { publicPages } from '#web/seo/public-pages.ts';

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

/** The sizes WCAG 1.4.10 asks for: the narrowest phone, and a screen of 1280 by 1024 points enlarged four times. */
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

// Two at a time: the browser and the server have a core each.
test.each(languagePairs)(
  `every page of routes.ts is right in %s ${isStress ? 'and' : 'or'} %s`,
  async (...pair) => {
    const faults = await Promise.all(pair.map(visitAll));
    expect(faults.flat()).toEqual([]);
  },
  600_000,
);

test('search engines are told of the same pages as are visited here', () => {
  const paths = publicRoutes
    .filter(({ status, pattern }) => status === 200 && !pattern.includes(':slug'))
    .map(({ pathIn }) => pathIn('en'));
  expect(paths.sort()).toEqual([...publicPages].sort());
});

test('an English sentence on a page of another language would be noticed', () => {
  const slip =
    'Unterbrochen: Threads could not be reached. Nothing is wrong with your link: please try again in a moment.';
  expect(englishIn(slip, 'de')).toHaveLength(1);
  expect(englishIn(slip, 'en')).toEqual([]);
  expect(englishIn('Threads ist nicht erreichbar.', 'de')).toEqual([]);
});

test('a fault that axe knows would be noticed', async () => {
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

/** Opens every page as a visitor whose browser speaks the language, so that none is offered another. */
async function visitAll(locale: Locale): Promise<string[]> {
  const context = await browser.newContext({ locale: localeTags[locale], reducedMotion: 'reduce' });
  const page = await context.newPage();
  const faults: string[] = [];
  const report = (fault: string) => faults.push(`${page.url().replace(app.origin, '')}: ${fault}`);
  page.on('pageerror', (error) => report(`error: ${error.message}`));
  page.on('console', (message) => {
    const isOwnStatus = /status of 404/.test(message.text()) && message.location().url === page.url();
    if (!isOwnStatus) report(`console: ${message.text()}`);
  });
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== app.origin && !['data:', 'blob:'].includes(protocol)) report(`a request to ${origin}`);
  });
  const titles = new Set<string>();
  const isGerman = locale === 'de';
  const routes = isStress
    ? routesIn(locale)
    : routesIn(locale).filter((_, index) => (index % 2 === 0) === isGerman);
  for (const route of routes) {
    for (const fault of await visit(page, route, titles)) report(fault);
  }
  await context.close();
  return faults;
}

async function visit(page: Page, { path, locale, status }: LocalizedRoute, titles: Set<string>) {
  const faults: string[] = [];
  const screen = await page.context().newCDPSession(page);
  const show = (size: typeof narrow) => screen.send('Emulation.setDeviceMetricsOverride', size);
  await page.emulateMedia({ colorScheme: 'light' });
  await show(narrow);
  const answer = await page.goto(app.origin + path);
  await hydrated(page);
  if (answer?.status() !== status) faults.push(`status ${answer?.status()}`);
  const lang = await page.locator('html').getAttribute('lang');
  if (lang !== localeTags[locale]) faults.push(`lang ${lang}`);
  const title = await page.title();
  if (title === '' || titles.has(title)) faults.push(`its title is empty or not its own: '${title}'`);
  titles.add(title);
  const headings = await page.locator('h1').count();
  if (headings !== 1) faults.push(`${headings} h1`);
  for (const text of englishIn(await readWords(page), locale)) faults.push(`English: ${text}`);

  faults.push(...(await widerThanScreen(page, 'at 320 px')));
  faults.push(...(await violations(page, 'light')));
  await show(enlarged);
  faults.push(...(await widerThanScreen(page, 'at 400 %')));
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    for (const menu of document.querySelectorAll<HTMLElement>('[popover]')) menu.showPopover();
  });
  faults.push(...(await widerThanScreen(page, 'at 400 %, all opened')));
  await show(wide);
  await page.emulateMedia({ colorScheme: 'dark' });
  faults.push(...(await violations(page, 'dark')));
  await screen.detach();
  return faults;
}

async function violations(page: Page, look: string): Promise<string[]> {
  return (await axeViolations(page)).map((violation) => `${look}, axe ${violation}`);
}

/** Sideways scroll, and boxes that reach past the edge though the page does not scroll. */
async function widerThanScreen(page: Page, where: string): Promise<string[]> {
  const tooWide = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = document.documentElement.scrollWidth > width ? ['the page'] : [];
    const boxes = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right, width: own } = element.getBoundingClientRect();
      return (
        own > 1 && (right > width + 1 || left < -1) && !element.closest('svg svg, svg *, .sr-only, [hidden]')
      );
    });
    return [...scrolls, ...boxes.slice(0, 3).map((element) => element.outerHTML.slice(0, 120))];
  });
  return tooWide.map((what) => `wider than the screen ${where}: ${what}`);
}
