import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { type SceneName, scenes } from '#test/fakes/threads/scenes.ts';
import { waitForHydration } from '#test/support/browser-page.ts';
import { openProduct } from '#test/support/open-product.ts';

const answerPath = '/functions/v1/extract-threads-media';
/** Longer than the 500 ms in which Chromium attributes layout shifts to the paste. */
const answerDelayMs = 1500;
const maxShift = 0.02;

const kinds: Record<string, SceneName[]> = {
  'a video': ['video'],
  'a photo': ['photo'],
  'an album': ['carouselMixed'],
  'a voice note': ['voice'],
  'words only': ['text'],
  'a link elsewhere': ['linkPreview'],
  'an error': ['gone'],
  'three links': ['video', 'photo', 'carouselMixed'],
  'seven links': ['photo', 'text', 'gone', 'carouselMixed', 'voice', 'video', 'linkPreview'],
  'a thread of 100': ['threadLong'],
};

test.each([
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['a desktop', { viewport: { width: 1280, height: 800 } }],
])('on %s, nothing shifts from a pasted link to its result, whatever the post has', async (_, device) => {
  await using product = await openProduct();
  const shifts: Record<string, number> = {};
  const moved: string[] = [];
  const queue = Object.entries(kinds);
  const measureNext = async (): Promise<void> => {
    const page = await product.openPage('/', {
      ...device,
      reducedMotion: 'no-preference',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.route(`**${answerPath}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, answerDelayMs));
      await route.continue();
    });
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [kind, names] = next;
      await page.goto(product.app.origin);
      const entries = await observeShifts(page);
      await paste(page, names.map((name) => scenes[name].link).join(' '));
      await waitUntilIdle(page, names.length);
      if (names.includes('threadLong')) {
        await page.getByRole('button', { name: 'Show the whole thread' }).click();
        await page.getByText('Showing the author’s thread: 200 files.').waitFor();
        await waitUntilIdle(page, 1);
      }
      const unexpected = (await entries.list()).filter(({ hadRecentInput }) => !hadRecentInput);
      shifts[kind] = unexpected.reduce((sum, { value }) => sum + value, 0);
      if (shifts[kind] > maxShift)
        moved.push(...unexpected.map(({ value, sources }) => `${kind}: ${value.toFixed(4)} ${sources}`));
    }
    await page.close();
  };
  // Most of the time is spent waiting for answers.
  await Promise.all([1, 2, 3, 4].map(measureNext));
  expect(Math.max(...Object.values(shifts)), moved.join('\n')).toBeLessThanOrEqual(maxShift);
  expect(Object.keys(shifts).sort()).toEqual(Object.keys(kinds).sort());
});

async function paste(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('Link to the Threads post');
  await waitForHydration(page);
  await page.evaluate((content) => navigator.clipboard.writeText(content), text);
  await field.focus();
  await page.keyboard.press('ControlOrMeta+V');
}

/** Collects layout shifts from now on, with what moved from where to where. */
async function observeShifts(page: Page) {
  interface Shift {
    hadRecentInput: boolean;
    value: number;
    sources: string;
  }
  type Entry = PerformanceEntry & {
    hadRecentInput: boolean;
    value: number;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  };
  const shifts = await page.evaluateHandle(() => {
    const list: Shift[] = [];
    const describe = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join();
    new PerformanceObserver((observed) => {
      for (const { hadRecentInput, value, sources } of observed.getEntries() as Entry[]) {
        const moves = sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const text = element?.textContent?.slice(0, 20);
          return `${element?.localName} “${text}” ${describe(previousRect)} → ${describe(currentRect)}`;
        });
        list.push({ hadRecentInput, value, sources: moves.join('; ') });
      }
    }).observe({ type: 'layout-shift' });
    return list;
  });
  return { list: (): Promise<Shift[]> => shifts.evaluate((list) => list) };
}

/** Waits for all answers, for the images in view, and until the page has painted them. */
async function waitUntilIdle(page: Page, answers: number): Promise<void> {
  await page.waitForFunction(
    ([path, count]) =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(path)).length >= count,
    [answerPath, answers] as const,
  );
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
  );
  await page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    await new Promise<IdleDeadline>((resolve) => requestIdleCallback(resolve));
  });
}
