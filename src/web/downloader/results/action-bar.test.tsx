import { expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { messages } from '#test/support/messages.ts';
import { buildCarousel, buildExtractResponse, postUrl } from '../fixtures/build-response.ts';
import { extraction, renderDownloader } from '../fixtures/render-downloader.tsx';

const cases = (['en', 'de', 'th'] as const).flatMap((locale) =>
  (
    [
      ['20 items', buildCarousel(20)],
      ['one item', buildExtractResponse()],
    ] as const
  ).map(([name, body]) => [name, locale, body] as const),
);

/** The height of the bar; what is in it may neither leave it nor be cut. */
function measureBar(): number {
  const bar = document.querySelector<HTMLElement>('.action-bar');
  if (!bar) throw new Error('the bar is missing');
  const edges = bar.getBoundingClientRect();
  for (const element of bar.querySelectorAll<HTMLElement>('label, input:not([type=hidden]), button, p')) {
    if (!element.checkVisibility() || element.closest('.sr-only')) continue;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isInside = left >= edges.left && right <= edges.right && top >= edges.top && bottom <= edges.bottom;
    expect(isInside, `${element.textContent} is inside the bar`).toBe(true);
    expect(element.scrollWidth, `${element.textContent} is not cut`).toBeLessThanOrEqual(element.clientWidth);
  }
  return bar.offsetHeight;
}

/** The width of the last one remains. */
const widths = [1280, 390, 320];

async function expectOneRow(check: () => unknown = () => undefined): Promise<void> {
  for (const width of widths) {
    await page.viewport(width, 844);
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    expect(measureBar(), `at ${width} px`).toBeLessThanOrEqual(72);
    await check();
  }
}

test.each(cases)(
  'with %s in %s, the bar has one row at each width, before and after the sum',
  async (_, locale, body) => {
    await page.viewport(320, 844);
    // 10 + 10, the longest sum.
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    document.documentElement.lang = locale;
    await renderDownloader([{ body }], { locale });
    await page.getByRole('textbox').fill(postUrl);
    await userEvent.keyboard('{Enter}');
    const texts = messages[locale];
    const answer = page.getByPlaceholder(texts['verification.answer']);
    await expect.element(answer).toBeVisible();
    const notice = page.getByRole('listitem').filter({ hasText: texts['toast.found.title'] });
    await expect.element(notice).toBeVisible();
    await expectOneRow();
    await answer.fill('20');
    await expect.element(page.getByText(texts['verification.done'], { exact: true })).toBeVisible();
    // With the sizes of all files, which arrive later.
    await expect
      .element(page.getByText(body.qualities.length > 1 ? / · 80 kB$/ : / · 4 kB$/).last())
      .toBeVisible();
    await expectOneRow();
  },
);

test.each(['en', 'de', 'th'] as const)(
  'with several links in %s, the bar has one row at each width, while some still wait and afterwards',
  async (locale) => {
    await page.viewport(320, 844);
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    document.documentElement.lang = locale;
    const texts = messages[locale];
    const waitingUrls = Array.from({ length: 11 }, (_, index) => `${postUrl}${index}`);
    await renderDownloader([{ body: buildCarousel(20) }], { locale });
    for (const url of waitingUrls)
      await commands.stubResponses(extraction, [{ body: buildExtractResponse(), isPending: true }], url);
    await page.getByRole('textbox').fill([postUrl, ...waitingUrls].join(' '));
    await userEvent.keyboard('{Enter}');
    const answer = page.getByPlaceholder(texts['verification.answer']);
    await expect.element(answer).toBeVisible();
    await expectOneRow();
    await answer.fill('20');
    await expect.element(page.getByText(texts['verification.done'], { exact: true })).toBeVisible();
    const waiting = page.getByText(texts['batch.waiting'].other.replace('{count}', '11'), { exact: true });
    await expect.element(waiting).toBeInViewport();
    await expectOneRow(() => expect.element(waiting).toBeInViewport());
    await commands.releaseResponses();
    const label = page.getByText(texts['zip.download'].replace('{count}', '31'), { exact: true });
    await expect.element(label).toBeVisible();
    await expectOneRow(() => {
      const { lineHeight } = getComputedStyle(label.element());
      const lines = label.element().getBoundingClientRect().height / Number.parseFloat(lineHeight);
      expect(Math.round(lines)).toBe(1);
    });
  },
);
