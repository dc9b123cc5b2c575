// `npm run screenshots`: saves every public page to the ignored folder `screenshots/`, on a phone and a
// desktop, light and dark, in the four languages that differ most in length and script.
import { mkdirSync, rmSync } from 'node:fs';
import type { Locale } from '#i18n/locales.ts';
import { localeTags } from '#i18n/locales.ts';
import { launchBrowser } from '#test/support/browser.ts';
import { routesIn } from '#test/support/public-routes.ts';
import { startApp } from '#test/support/start-app.ts';

const folder = 'screenshots';
const languages: readonly Locale[] = ['en', 'de', 'zh', 'th'];
const screens = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
await using app = await startApp({ SEED: 'demo' });
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
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const file = `${folder}/${name}-${locale}-${viewport.width}-${colorScheme}.png`;
        await page.screenshot({ path: file, fullPage: true });
        count += 1;
      }
    }
  }
}
console.log(`${count} screenshots in ${folder}/`);
