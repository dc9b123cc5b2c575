import type { BrowserContextOptions, JSHandle, Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { localizedPath } from '#i18n/localized-path.ts';
import { type SceneName, scenes } from '#test/fakes/threads/scenes.ts';
import { waitForHydration } from './browser-page.ts';
import { downloaderOn, messages } from './downloader-page.ts';
import type { Product } from './open-product.ts';

const answerPath = '/functions/v1/extract-threads-media';
/** What moves while an answer is awaited counts too. */
const answerDelayMs = 1500;
const maxShift = 0.02;

/** The longest first, because they are measured on several pages at once. */
const kinds: Record<string, SceneName[]> = {
  'seven links': ['photo', 'text', 'gone', 'carouselMixed', 'voice', 'video', 'linkPreview'],
  'a thread of 100': ['threadLong'],
  'three links': ['video', 'photo', 'carouselMixed'],
  'a video': ['video'],
  'a photo': ['photo'],
  'an album': ['carouselMixed'],
  'a voice note': ['voice'],
  'words only': ['text'],
  'a link elsewhere': ['linkPreview'],
  'an error': ['gone'],
};

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

export const shiftDevices: [[string, BrowserContextOptions], [string, BrowserContextOptions]] = [
  ['a phone', phone],
  ['a desktop', { viewport: { width: 1280, height: 800 } }],
];

/** From a link to its result, for these kinds of posts. */
export async function expectNoShifts(
  product: Product,
  device: BrowserContextOptions,
  locale: keyof typeof messages,
  names: readonly string[] = Object.keys(kinds),
): Promise<void> {
  const shifts: Record<string, number> = {};
  const moved: string[] = [];
  const queue = Object.entries(kinds).filter(([kind]) => names.includes(kind));
  const path = localizedPath(locale, '/');
  const texts = messages[locale];
  const measureNext = async (): Promise<void> => {
    const page = await product.openPage(path, { ...device, reducedMotion: 'no-preference' });
    const downloader = downloaderOn(page, texts);
    const answers = await holdAnswers(page);
    let isFresh = true;
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [kind, sceneNames] = next;
      if (!isFresh) {
        await page.goto(product.app.origin + path);
        await waitForHydration(page);
      }
      isFresh = false;
      const busy = [texts['form.busy'], texts['batch.loading'], texts['batch.queued']].map((text) =>
        page.getByText(text).filter({ visible: true }).first(),
      );
      const measured = await answers.measure(
        // Not pasted: all pages share the clipboard of the browser.
        () => downloader.extract(sceneNames.map((name) => scenes[name].link).join(' ')),
        sceneNames.length > 1 ? page.locator('#several') : page.getByText(texts['form.busy']).first(),
        () => Promise.all(busy.map((text) => text.waitFor({ state: 'detached' }))),
      );
      if (sceneNames.includes('threadLong'))
        measured.push(
          ...(await answers.measure(
            () => page.getByRole('button', { name: texts['thread.show'] }).click(),
            page.getByText(texts['thread.busy']),
            () => page.locator('.reading-page').waitFor(),
          )),
        );
      // Also with 200 files, until it is scrolled.
      expect(await page.locator('*').count(), kind).toBeLessThan(1500);
      shifts[kind] = measured.reduce((sum, { value }) => sum + value, 0);
      if (shifts[kind] > maxShift)
        moved.push(...measured.map(({ value, sources }) => `${kind}: ${value.toFixed(4)} ${sources}`));
    }
    await page.close();
  };
  // Most of the time is spent waiting for answers.
  await Promise.all(queue.slice(0, 4).map(measureNext));
  expect(Math.max(...Object.values(shifts)), moved.join('\n')).toBeLessThanOrEqual(maxShift);
  expect(Object.keys(shifts).sort()).toEqual(names.toSorted());
}

interface Shift {
  value: number;
  /** What moved from where to where. */
  sources: string;
}

/**
 * Holds the answers of the page until what the press itself moves is painted: Chromium attributes shifts to a press
 * for 500 ms, which a busy machine exceeds.
 */
async function holdAnswers(page: Page) {
  let held = Promise.withResolvers<void>();
  await page.route(`**${answerPath}`, async (route) => {
    await held.promise;
    await new Promise((resolve) => setTimeout(resolve, answerDelayMs));
    await route.continue();
  });
  return {
    /** The shifts from the effect of the press until the page is `done`. */
    async measure(press: () => Promise<void>, busy: Locator, done: () => Promise<unknown>): Promise<Shift[]> {
      held = Promise.withResolvers<void>();
      await press();
      await busy.waitFor();
      await waitUntilPainted(page);
      const shifts = await observeShifts(page);
      held.resolve();
      await done();
      await waitUntilPainted(page);
      return shifts.evaluate((list) => list);
    },
  };
}

/** Collects layout shifts from now on. */
function observeShifts(page: Page): Promise<JSHandle<Shift[]>> {
  type Entry = PerformanceEntry & {
    value: number;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  };
  return page.evaluateHandle(() => {
    const list: Shift[] = [];
    const describe = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join();
    new PerformanceObserver((observed) => {
      for (const { value, sources } of observed.getEntries() as Entry[]) {
        const moves = sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const text = element?.textContent?.slice(0, 20);
          return `${element?.localName} “${text}” ${describe(previousRect)} → ${describe(currentRect)}`;
        });
        list.push({ value, sources: moves.join('; ') });
      }
    }).observe({ type: 'layout-shift' });
    return list;
  });
}

/** Waits for the images in view, and until the page has painted them. */
async function waitUntilPainted(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
  );
  await page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    await new Promise<IdleDeadline>((resolve) => requestIdleCallback(resolve));
  });
}
