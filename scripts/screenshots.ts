// `npm run screenshots`: saves every public page, and the results of links, to the ignored folder
// `screenshots/`, on two phones and a desktop, light and dark, in the four languages that differ most in length
// and script.
import { mkdirSync, rmSync } from 'node:fs';
import type { Page } from 'playwright';
import type { Locale } from '#i18n/locales.ts';
import { localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { type SceneName, scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { launchBrowser } from '#test/support/browser.ts';
import { waitForHydration } from '#test/support/browser-page.ts';
import { routesIn } from '#test/support/public-routes.ts';
import { startApp } from '#test/support/start-app.ts';

const folder = 'screenshots';
const languages: readonly Locale[] = ['en', 'de', 'zh', 'th'];
const screens = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];
/** A result is saved as it first appears, without scrolling. */
const results: Record<string, readonly SceneName[]> = {
  video: ['video'],
  album: ['carouselMixed'],
  gif: ['gif'],
  voice: ['voice'],
  'thread-4': ['thread'],
  'thread-100': ['threadLong'],
  text: ['text'],
  spoiler: ['spoiler'],
  private: ['private'],
  busy: ['busy'],
  several: ['video', 'private', 'carouselVideos'],
  seven: ['photo', 'text', 'gone', 'carouselMixed', 'voice', 'video', 'linkPreview'],
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
await using threads = await startFakeThreads();
await using app = await startApp({ SEED: 'demo', ...threads.environment });
await using browser = await launchBrowser();

let count = 0;
for (const locale of languages) {
  for (const viewport of screens) {
    await using context = await browser.newContext({
      locale: localeTags[locale],
      reducedMotion: 'reduce',
      viewport,
    });
    const page = await context.newPage();
    for (const { path, pattern } of routesIn(locale)) {
      const name =
        pattern === '*' ? 'missing' : pattern.split('/').slice(2).join('-').replace(':', '') || 'home';
      await page.goto(app.origin + path, { waitUntil: 'networkidle' });
      await save(page, `${name}-${locale}-${viewport.width}`, true);
    }
    for (const [name, sceneNames] of Object.entries(results)) {
      await page.goto('about:blank');
      await page.goto(app.origin + localizedPath(locale, '/'));
      await waitForHydration(page);
      await page.locator('#link').fill(sceneNames.map((scene) => scenes[scene].link).join(' '));
      await page.keyboard.press('Enter');
      await page.waitForLoadState('networkidle');
      if (name.startsWith('thread-')) {
        await page.locator('form:has(input[name=thread]) button[value=extract]').click();
        await page.locator('.reading-page time').first().waitFor();
        await page.waitForLoadState('networkidle');
      }
      await save(page, `result-${name}-${locale}-${viewport.width}`, false);
    }
  }
}
console.log(`${count} screenshots in ${folder}/`);

async function save(page: Page, name: string, fullPage: boolean): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage });
    count += 1;
  }
}
