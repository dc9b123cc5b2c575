import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SettingChanges } from '#settings/contract.ts';
import { axeViolations, connectBrowser, waitForHydration } from '#test/support/browser-page.ts';
import { type BuiltSite, startBuiltSite } from '#test/support/start-built-site.ts';

const siteName = `"Ginas" ไทย </script> & 'Co'`;
const escapedName = '&quot;Ginas&quot; ไทย &lt;/script&gt; &amp; &#x27;Co&#x27;';
const accentColor = '#1d4ed8';
const publicFiles = [
  ...['/', '/about', '/contact', '/tools', '/blog', '/no-such-page', '/llms.txt', '/feed.xml', '/atom.xml'],
  ...['/feed.json', '/manifest.webmanifest'],
].flatMap((path) => [path, `/de${path === '/' ? '' : path}`]);

async function save(site: BuiltSite, changes: SettingChanges): Promise<void> {
  expect(await site.services.settings.save(changes, { name: 'Ada' })).toEqual({ ok: true, value: null });
}

const fetchText = async (site: BuiltSite, path: string) => (await fetch(site.origin + path)).text();

async function storeImage(site: BuiltSite, svg: string): Promise<string> {
  const stored = await site.services.imageStore.store(await sharp(Buffer.from(svg)).png().toBuffer());
  if (!stored.ok) throw new Error(stored.error.code);
  return stored.value.src;
}

const logoSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="240"><rect width="900" height="240" rx="60"
  fill="#1d4ed8"/><circle cx="130" cy="120" r="70" fill="#fff"/><rect x="260" y="80" width="560" height="80" rx="40"
  fill="#fff"/></svg>`;
const iconSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><circle cx="300" cy="200" r="180" fill="#1d4ed8"/></svg>';

/** Each test builds on the previous ones. */
let site: BuiltSite;
beforeAll(async () => {
  site = await startBuiltSite({ CONTACT_EMAIL: 'owner@example.org' });
});
afterAll(() => site?.[Symbol.asyncDispose]());

test('public pages follow every setting at once, in both languages, and escape what owners write', async () => {
  const before = await fetchText(site, '/de');
  expect(before).toContain('Unspool');
  expect(before).not.toContain('data-site');

  await save(site, { siteName });
  for (const path of publicFiles) {
    const text = await fetchText(site, path);
    expect(text, path).toContain('ไทย');
    // File names, storage keys and the API keep theirs.
    expect(text.replaceAll(/unspool[._]\w+|id="unspool"|labelledby="unspool"/g, ''), path).not.toMatch(
      /unspool/i,
    );
    if (!/json|manifest/.test(path)) expect(text, path).not.toContain(`ไทย </script>`);
  }
  expect(await fetchText(site, '/de')).toContain(`| ${escapedName}</title>`);
  expect(await fetchText(site, '/api')).toContain('<title>API – "Ginas" ไทย &lt;/script&gt;');
  expect(JSON.parse(await fetchText(site, '/openapi.json')).info.title).toBe(siteName);
  expect((await fetch(`${site.origin}/og/th.png`)).status).toBe(200);

  await save(site, { taglines: { de: 'Alles <b>sicher</b>' } });
  expect(await fetchText(site, '/de')).toContain('Alles &lt;b&gt;sicher&lt;/b&gt;');
  expect(await fetchText(site, '/')).toContain('Free Threads media downloader');

  const logo = await storeImage(site, logoSvg);
  const icon = await storeImage(site, iconSvg);
  await save(site, { logo, icon });
  const withImages = await fetchText(site, '/de/about');
  expect(withImages).toContain(`<img src="${logo.replace('900', '480')}" alt="${escapedName}"`);
  for (const pattern of [
    /<link rel="icon" href="([^"]+)"/,
    /<link rel="apple-touch-icon" href="([^"]+)"/,
    /"logo":\{[^}]*"url":"([^"]+)"/,
  ]) {
    const href = pattern.exec(
      pattern.source.includes('logo') ? await fetchText(site, '/blog') : withImages,
    )?.[1];
    const response = await fetch(new URL(href ?? '', site.origin));
    expect([pattern.source, response.headers.get('content-type')]).toEqual([pattern.source, 'image/png']);
    const { width, height } = await sharp(await response.arrayBuffer()).metadata();
    expect(width).toBe(height);
  }
  const { icons } = JSON.parse(await fetchText(site, '/de/manifest.webmanifest'));
  expect(icons.map(({ src }: { src: string }) => src)).toEqual(
    ['192', '512', 'maskable'].map((name) => `/site-icon/${icon.split('/')[2]}/${name}.png`),
  );
  expect((await fetch(`${site.origin}/site-icon/${logo.split('/')[2]}/192.png`)).status).toBe(404);

  await save(site, { accentColor, defaultTheme: 'dark' });
  for (const path of ['/', '/de/blog', '/de/no-such-page', '/admin/sign-in']) {
    const page = await fetchText(site, path);
    const href = /<link rel="stylesheet" href="(\/theme\/[^"]+)"/.exec(page)?.[1] ?? '';
    const response = await fetch(site.origin + href);
    expect(response.headers.get('cache-control'), path).toBe('public, max-age=31536000, immutable');
    expect(await response.text()).toContain(`--accent-light:${accentColor}`);
    expect(/<html [^>]*>/.exec(page)?.[0], path).toContain('data-theme="dark"');
    expect(page).toContain('<meta name="theme-color" content="#161311"/>');
  }

  const url = 'https://social.example/@ginas?a=1&b="2"';
  await save(site, { socialLinks: [{ label: '<Social>', url }] });
  const withLinks = await fetchText(site, '/de/blog');
  expect(withLinks).toMatch(
    /<a href="https:\/\/social\.example\/@ginas\?a=1&amp;b=[^"]*" rel="me noopener"[^>]*>&lt;Social&gt;<\/a>/,
  );
  for (const path of ['/', '/de/blog'])
    expect(await fetchText(site, path)).toContain('"sameAs":["https://social.example');
  expect(site.errors).toEqual([]);
});

test('the reply time, the time of storage and the figures are what the owner says, or are not there', async () => {
  const shipped = await fetchText(site, '/');
  for (const text of ['4.8/5', 'rating from 15,000+ users', '2.8M+', '24 h', 'within 24 hours'])
    expect(shipped).toContain(text);

  await save(site, { replyHours: 1 });
  expect(await fetchText(site, '/contact')).toContain('Usually within 1 hour<');
  expect(await fetchText(site, '/de/contact')).toContain('Meist innerhalb einer Stunde<');
  expect(await fetchText(site, '/de')).toMatch(/>1\s+h</);
  await save(site, { replyHours: 48 });
  expect(await fetchText(site, '/de/llms.txt')).toContain('innerhalb von 48 Stunden');

  await save(site, { replyHours: null });
  for (const path of ['/', '/de', '/contact', '/de/contact', '/llms.txt', '/de/llms.txt'])
    expect(await fetchText(site, path), path).not.toMatch(
      /(24|48)\s(h\b|hours|Stunden)|response time|Antwortzeit|usually reply|antworten meist/i,
    );

  await save(site, { messageDays: 30 });
  expect(await fetchText(site, '/contact')).toContain('deleted after 30 days.');

  const off = { mode: 'off' } as const;
  const own = {
    mode: 'own',
    values: { en: '<9>', de: '7' },
    labels: { en: 'stars & more' },
  } as const;
  await save(site, { claims: { rating: own, downloads: { mode: 'real' }, reply: off, counter: own } });
  const english = await fetchText(site, '/');
  const german = await fetchText(site, '/de');
  expect(english).toContain('&lt;9&gt;</dd>');
  expect(english).not.toMatch(/4\.8\/5|2\.8M|2,847/);
  expect(german).toMatch(/stars &amp; more<\/dt><dd[^>]*>7<\/dd>/);
  expect(german).not.toMatch(/4,8|2,8|2\.847/);

  await save(site, { claims: { rating: off, downloads: off, reply: off, counter: off } });
  const without = await fetchText(site, '/');
  expect(without).not.toMatch(/<dd|2,847/);
  expect(without).not.toContain('aggregateRating');
  expect(site.errors).toEqual([]);
});

const workerBlocked = 'Service Worker registration blocked by Playwright';
/** Each kind of page once; all of them with the default colors: `test/stress/every-page.test.ts`. */
const visits = {
  phone: { viewport: { width: 390, height: 844 }, paths: ['/', '/th/blog'] },
  desktop: { viewport: { width: 1280, height: 900 }, paths: ['/contact', '/de/about', '/admin/sign-in'] },
};

test('a rebranded site is readable on every page, and a visitor can still choose the system theme', async () => {
  const logo = await storeImage(site, logoSvg);
  const icon = await storeImage(site, iconSvg);
  const socialLinks = [{ label: 'Mastodon', url: 'https://social.example/@ginas' }];
  await save(site, { siteName, accentColor, icon, defaultTheme: 'dark', socialLinks });
  const browser = await connectBrowser();
  try {
    for (const [device, { viewport, paths }] of Object.entries(visits)) {
      await save(site, { logo: device === 'phone' ? null : logo });
      const context = await browser.newContext({ viewport, colorScheme: 'light', serviceWorkers: 'block' });
      const page = await context.newPage();
      const messages: string[] = [];
      page.on('pageerror', ({ message }) => messages.push(message));
      page.on('console', (message) => {
        if (message.text() !== workerBlocked) messages.push(message.text());
      });
      for (const path of paths) {
        await page.goto(site.origin + path);
        await waitForHydration(page);
        expect(await readTheme(page), path).toEqual({ theme: 'dark', background: 'rgb(22, 19, 17)' });
        expect(await axeViolations(page), `${path} on a ${device}`).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${path} on a ${device}`).toBeLessThanOrEqual(0);
        if (process.env.SCREENSHOTS)
          await page.screenshot({
            path: `${process.env.SCREENSHOTS}/${device}${path.replaceAll('/', '-')}.png`,
            fullPage: true,
          });
      }
      if (device === 'phone') await expectSystemThemeOnceChosen(page);
      expect(messages).toEqual([]);
      await context.close();
    }
    const context = await browser.newContext({ javaScriptEnabled: false, colorScheme: 'light' });
    const page = await context.newPage();
    await page.goto(site.origin);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await context.close();
  } finally {
    await browser.close();
  }
  expect(site.errors).toEqual([]);
}, 180_000);

async function expectSystemThemeOnceChosen(page: Page): Promise<void> {
  await page.goto(site.origin);
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'System' }).click();
  const chosen = { theme: undefined, background: 'rgb(251, 250, 248)' };
  expect(await readTheme(page)).toEqual(chosen);
  await page.goto(`${site.origin}/de/about`);
  expect(await readTheme(page)).toEqual(chosen);
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/light.png`, fullPage: true });
}

function readTheme(page: Page) {
  return page.evaluate(() => ({
    theme: document.documentElement.dataset.theme,
    background: getComputedStyle(document.body).backgroundColor,
  }));
}
