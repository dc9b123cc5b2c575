import { expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { buildQuality } from '#test/support/build-quality.ts';
import { messages } from '#test/support/messages.ts';
import { buildExtractResponse, buildPhoto, postUrl } from '../fixtures/build-response.ts';
import { renderDownloader } from '../fixtures/render-downloader.tsx';

const album = buildExtractResponse(
  Array.from({ length: 20 }, (_, position) => {
    const index = position + 1;
    return index > 10 ? buildPhoto({ index }) : buildQuality({ itemId: `item-${index}`, index });
  }),
  { zipUrl: '/media/zip/sealed' },
);

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** A page that is longer than its result, and scrolled to the middle of it, as a person who looks at the media has it. */
async function renderScrolled(
  locale: keyof typeof messages,
  [width, height]: [number, number],
  distance: number,
) {
  const texts = messages[locale];
  await page.viewport(width, height);
  document.documentElement.lang = locale;
  // Each sum is 10 + 10.
  vi.spyOn(Math, 'random').mockReturnValue(0.999);
  document.body.style.paddingBlock = '500px';
  onTestFinished(() => {
    document.body.style.paddingBlock = '';
  });
  await renderDownloader([{ body: album }], { locale });
  await page.getByRole('textbox').fill(postUrl);
  await userEvent.keyboard('{Enter}');
  const answer = page.getByPlaceholder(texts['verification.answer']);
  await expect.element(answer).toBeVisible();
  window.scrollBy(0, distance);
  await nextFrame();
  return {
    texts,
    answer,
    done: page.getByText(texts['verification.done'], { exact: true }),
    locked: page.getByRole('button', { name: new RegExp(`^${texts['verification.first']} (?!·)`) }),
  };
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

// Each language on each screen: `test/stress/visit-results.test.ts`.
const cases = [
  ['th', 390, 844],
  ['de', 1280, 800],
] as const;

test.each(cases)(
  'in %s at %d × %d, the page stays where it is until the sum is solved',
  async (locale, width, height) => {
    const { texts, locked, answer, done } = await renderScrolled(locale, [width, height], 300);
    const typeAnswer = async (text: string) => {
      await answer.click();
      await userEvent.keyboard(`${text}{Enter}`);
    };
    const presses: (readonly [string, () => Promise<void>])[] = [
      ['a new sum', () => button(texts['verification.refresh']).click()],
      ['a second new sum', () => button(texts['verification.refresh']).click()],
      ['an empty answer', () => button(texts['verification.check']).click()],
      ['a wrong answer', () => typeAnswer('1')],
      ['a locked download', () => firstInView(locked).click({ force: true })],
      // A phone shows either the sum or the ZIP.
      ...(width < 640
        ? []
        : [
            [
              'the locked ZIP',
              () => button(new RegExp(`^${texts['verification.first']} ·`)).click({ force: true }),
            ] as const,
          ]),
      ['the right answer', () => answer.fill('20')],
    ];
    const scrolled: Record<string, number> = {};
    for (const [name, press] of presses) scrolled[name] = await measureScroll(press);
    await expect.element(done).toBeVisible();
    expect(scrolled).toEqual(Object.fromEntries(presses.map(([name]) => [name, 0])));
  },
);

test.each(cases)(
  'in %s at %d × %d, selecting and filtering do not scroll the page',
  async (locale, width, height) => {
    const { texts, answer, done } = await renderScrolled(locale, [width, height], 0);
    const scrolled = [];
    for (const key of ['filter.videos', 'filter.images', 'filter.all'] as const)
      scrolled.push(await measureScroll(() => button(texts[key]).click()));
    await answer.fill('20');
    await expect.element(done).toBeVisible();
    window.scrollBy(0, 300);
    await nextFrame();
    scrolled.push(
      await measureScroll(() => firstInView(page.getByRole('checkbox')).click()),
      await measureScroll(() => button(texts['zip.select_all']).click()),
      await measureScroll(() => button(texts['zip.select_none']).click()),
    );
    expect(scrolled).toEqual([0, 0, 0, 0, 0, 0]);
  },
);
