/** What a browser gets: the scripts that a page loads, late imports included, and how long they block it. */
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { asSignedIn, signInAsOwner } from '#test/support/admin-session.ts';
import { launchBrowser } from '#test/support/browser.ts';
import { downloaderOn } from '#test/support/downloader-page.ts';
import { addFigure, check } from './figures.ts';
import { interleave, type Product, startProducts, type Trees } from './trees.ts';

const post = '/blog/save-a-threads-video';

interface ScriptGoal {
  path: string;
  most: number;
  /** Until the page has everything that it needs. */
  use?: (page: Page) => Promise<void>;
}

const scriptGoals: Record<string, ScriptGoal> = {
  'home page': { path: '/', most: 72, use: showFiles },
  'list page': { path: '/blog', most: 7 },
  'post page': { path: post, most: 8 },
  'admin list': { path: '/admin/blog', most: 110 },
  editor: {
    path: '/admin/blog/new',
    most: 250,
    use: (page) => page.getByRole('textbox', { name: 'Content', exact: true }).waitFor(),
  },
};

const blockedPages = ['/', '/th', '/blog', '/de/blog', post, '/about', '/contact', '/tools'];
const blockedRounds = 3;
/** As Lighthouse emulates a phone. */
const phone: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
export const slowdown = 4;

export async function measureScripts(trees: Trees): Promise<void> {
  await using threads = await startFakeThreads();
  await using started = await startProducts(trees, { ...threads.environment, SEED: 'demo' });
  await using browser = await launchBrowser();
  const sides = await Promise.all(
    started.products.map(async (app) => ({ app, cookie: await signInAsOwner(app) })),
  );
  for (const [name, goal] of Object.entries(scriptGoals)) {
    const medians = await interleave(1, sides, async ({ app, cookie }) => ({
      kilobytes: (await loadScripts(browser, app, cookie, goal)) / 1000,
    }));
    addFigure(`scripts of the ${name}: KB, gzip`, medians('kilobytes'), { most: goal.most });
  }
}

async function loadScripts(browser: Browser, app: Product, cookie: string, { path, use }: ScriptGoal) {
  await using context = await browser.newContext(asSignedIn(cookie));
  const page = await context.newPage();
  const urls = new Set<string>();
  context.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) urls.add(response.url());
  });
  const response = await page.goto(app.origin + path, { waitUntil: 'networkidle' });
  check(`${path} has status 200`, response?.status() === 200);
  await use?.(page);
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(
    [...urls].map(async (url) => gzipSync(await (await fetch(url)).text()).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** From the link of a post to the files that can be saved. */
async function showFiles(page: Page): Promise<void> {
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.carouselVideos.link);
  await downloader.verify();
}

/** Total blocking time: of each task, what exceeds 50 ms, on a phone with a quarter of this machine's speed. */
export async function measureBlocking(trees: Trees): Promise<void> {
  await using started = await startProducts(trees, { SEED: 'demo' });
  await using browser = await launchBrowser();
  for (const path of blockedPages) {
    const medians = await interleave(blockedRounds, started.products, async ({ origin }) => ({
      ms: await measureBlockingTime(browser, origin + path),
    }));
    addFigure(`blocking time of ${path}, CPU ${slowdown}x slower: ms`, medians('ms'), { most: 50 });
  }
}

/** With a fraction of this machine's speed. */
export async function openSlowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

async function measureBlockingTime(browser: Browser, url: string): Promise<number> {
  await using context = await browser.newContext(phone);
  const page = await openSlowPage(context);
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        const [paint] = performance.getEntriesByName('first-contentful-paint');
        if (paint && startTime + duration > paint.startTime) tasks.push(duration);
      }
    }).observe({ type: 'longtask' });
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
  const paints = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
  check(`${url} is painted`, paints === 1);
  return tasks.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0);
}
