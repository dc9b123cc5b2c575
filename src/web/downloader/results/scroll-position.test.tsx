import { expect, onTestFinished, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { buildQuality } from '#test/support/build-quality.ts';
import { buildExtractResponse, buildPhoto } from '../fixtures/build-response.ts';
import { renderFound } from '../fixtures/render-downloader.tsx';

const album = buildExtractResponse(
  Array.from({ length: 20 }, (_, position) => {
    const index = position + 1;
    return index > 10 ? buildPhoto({ index }) : buildQuality({ itemId: `item-${index}`, index });
  }),
  { zipUrl: '/media/zip/sealed' },
);

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** A page that is longer than its result, and scrolled to the middle of it, as a person who looks at the media has it. */
async function renderScrolled(width: number, height: number, distance: number) {
  await page.viewport(width, height);
  document.body.style.paddingBlock = '500px';
  onTestFinished(() => {
    document.body.style.paddingBlock = '';
  });
  const downloader = await renderFound(album);
  window.scrollBy(0, distance);
  await nextFrame();
  return downloader;
}

async function nextFrame(): Promise<void> {
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
}

/** By how many pixels `press` scrolls the page. */
async function measureScroll(press: () => Promise<void>): Promise<number> {
  const before = window.scrollY;
  await press();
  await nextFrame();
  return window.scrollY - before;
}

const firstInView = (locator: Locator) => {
  const index = locator.elements().findIndex((candidate) => {
    const { top, bottom } = candidate.getBoundingClientRect();
    return top > 80 && bottom < window.innerHeight - 200;
  });
  return locator.nth(index);
};

const phoneAndDesktop = [
  [390, 844],
  [1280, 800],
] as const;

test.each(phoneAndDesktop)(
  'at %d × %d, the page stays where it is until the sum is solved',
  async (width, height) => {
    const { locked, answer, verify, done } = await renderScrolled(width, height, 300);
    const presses: (readonly [string, () => Promise<void>])[] = [
      ['a new sum', () => button('New question').click()],
      ['a second new sum', () => button('New question').click()],
      ['an empty answer', () => button('Verify').click()],
      ['a wrong answer', () => typeAnswer('1')],
      ['a locked download', () => firstInView(locked).click({ force: true })],
      // A phone shows either the sum or the ZIP.
      ...(width < 640
        ? []
        : [['the locked ZIP', () => button(/^Verify First ·/).click({ force: true })] as const]),
      ['the right answer', verify],
    ];
    const typeAnswer = async (text: string) => {
      await answer.click();
      await userEvent.keyboard(`${text}{Enter}`);
    };
    const scrolled: Record<string, number> = {};
    for (const [name, press] of presses) scrolled[name] = await measureScroll(press);
    await expect.element(done).toBeVisible();
    expect(scrolled).toEqual(Object.fromEntries(presses.map(([name]) => [name, 0])));
  },
);

test.each(phoneAndDesktop)(
  'at %d × %d, selecting and filtering do not scroll the page',
  async (width, height) => {
    const downloader = await renderScrolled(width, height, 0);
    const scrolled = [];
    for (const name of ['Videos', 'Images', 'All'])
      scrolled.push(await measureScroll(() => button(name).click()));
    await downloader.verify();
    await expect.element(downloader.done).toBeVisible();
    window.scrollBy(0, 300);
    await nextFrame();
    scrolled.push(
      await measureScroll(() => firstInView(page.getByRole('checkbox')).click()),
      await measureScroll(() => button('Select all').click()),
      await measureScroll(() => button('Select none').click()),
    );
    expect(scrolled).toEqual([0, 0, 0, 0, 0, 0]);
  },
);
