import { expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import de from '#i18n/messages/de.json' with { type: 'json' };
import en from '#i18n/messages/en.json' with { type: 'json' };
import th from '#i18n/messages/th.json' with { type: 'json' };
import { buildCarousel, buildExtractResponse, postUrl } from '../fixtures/build-response.ts';
import { extraction, renderDownloader } from '../fixtures/render-downloader.tsx';

const messages = { en, de, th };
const cases = (['en', 'de', 'th'] as const).flatMap((locale) =>
  [320, 390, 1280].flatMap((width) =>
    (
      [
        ['20 items', buildCarousel(20)],
        ['one item', buildExtractResponse()],
      ] as const
    ).map(([name, body]) => [name, locale, width, body] as const),
  ),
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

test.each(cases)(
  'with %s in %s at %d px, the bar has one row before and after the sum',
  async (_, locale, width, body) => {
    await page.viewport(width, 844);
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
    expect(measureBar()).toBeLessThanOrEqual(72);
    await answer.fill('20');
    await expect.element(page.getByText(texts['verification.done'], { exact: true })).toBeVisible();
    // With the sizes of all files, which arrive later.
    await expect
      .element(page.getByText(body.qualities.length > 1 ? / · 80 kB$/ : / · 4 kB$/).last())
      .toBeVisible();
    expect(measureBar()).toBeLessThanOrEqual(72);
  },
);

const viewports = (['en', 'de', 'th'] as const).flatMap((locale) =>
  [320, 390, 1280].map((width) => [locale, width] as const),
);

test.each(viewports)(
  'with several links in %s at %d px, the bar has one row while some still wait, and afterwards',
  async (locale, width) => {
    await page.viewport(width, 844);
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
    expect(measureBar()).toBeLessThanOrEqual(72);
    await answer.fill('20');
    await expect.element(page.getByText(texts['verification.done'], { exact: true })).toBeVisible();
    const waiting = page.getByText(texts['batch.waiting'].other.replace('{count}', '11'), { exact: true });
    await expect.element(waiting).toBeInViewport();
    expect(measureBar()).toBeLessThanOrEqual(72);
    await commands.releaseResponses();
    const label = page.getByText(texts['zip.download'].replace('{count}', '31'), { exact: true });
    await expect.element(label).toBeVisible();
    expect(measureBar()).toBeLessThanOrEqual(72);
    const { lineHeight } = getComputedStyle(label.element());
    const lines = label.element().getBoundingClientRect().height / Number.parseFloat(lineHeight);
    expect(Math.round(lines)).toBe(1);
  },
);
