import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messages } from '#test/support/messages.ts';
import { buildCarousel, postUrl } from './fixtures/build-response.ts';
import { renderDownloader } from './fixtures/render-downloader.tsx';

const viewports = [
  ['a desktop', 1280, 800],
  ['a phone', 390, 844],
  ['a small phone', 320, 640],
  ['a desktop at 400 %', 320, 200],
  ['a phone on its side', 844, 390],
] as const;
test.each(['en', 'de', 'th'] as const)(
  'in %s, no notice covers “Download Another” or the sum on any screen',
  async (locale) => {
    addFooter();
    document.documentElement.lang = locale;
    const texts = messages[locale];
    await renderDownloader([{ body: buildCarousel(2) }], { locale });
    const another = page.getByRole('button', { name: texts['action.another'] });
    const answer = page.getByPlaceholder(texts['verification.answer']);
    const notice = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    const found = notice(texts['toast.found.title']);
    const required = notice(texts['toast.required.title']);
    const locked = page.getByRole('button', { name: new RegExp(`^${texts['verification.first']} `) }).first();
    for (const [name, width, height] of viewports) {
      await page.viewport(width, height);
      await page.getByRole('textbox').fill(postUrl);
      await userEvent.keyboard('{Enter}');
      await expect.element(found).toBeVisible();
      await expect.element(another).toBeInViewport({ ratio: 1 });
      await waitForScrollEnd();
      for (const control of [another, answer])
        expect(isOver(found.element(), control.element()), `found, ${name}`).toBe(false);

      locked.element().focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(required).toBeVisible();
      await expect.element(answer).toHaveFocus();
      await expect.element(answer).toBeInViewport({ ratio: 1 });
      await waitForScrollEnd();
      for (const control of [another, answer])
        expect(isOver(required.element(), control.element()), `required, ${name}`).toBe(false);

      await another.click();
      await expect.element(answer).not.toBeInTheDocument();
      await expect.element(required).not.toBeInTheDocument();
    }
  },
);

/** The page below the downloader. */
function addFooter(): void {
  document.body.style.paddingBottom = '500px';
  onTestFinished(() => {
    document.body.style.paddingBottom = '';
  });
}

/** The page scrolls smoothly to the result, and to the sum. */
async function waitForScrollEnd(): Promise<void> {
  for (let frames = 0, last = Number.NaN; frames < 10; frames += 1) {
    if (window.scrollY !== last) frames = 0;
    last = window.scrollY;
    await new Promise(requestAnimationFrame);
  }
}

function isOver(notice: Element, control: Element): boolean {
  const [upper, lower] = [notice, control].map((element) => element.getBoundingClientRect());
  if (!upper || !lower) throw new Error('an element is missing');
  const isBeside = upper.right <= lower.left || upper.left >= lower.right;
  return !isBeside && upper.bottom > lower.top && upper.top < lower.bottom;
}
