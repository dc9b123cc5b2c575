import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ExtractResponse } from '#extraction/contract.ts';
import { messages } from '#test/support/messages.ts';
import { buildCarousel, buildExtractResponse, buildThread, postUrl } from './fixtures/build-response.ts';
import { renderDownloader, renderFound } from './fixtures/render-downloader.tsx';

const viewports = [
  [390, 844],
  [1280, 800],
] as const;
const posts: [string, ExtractResponse][] = [
  ['a video', buildExtractResponse()],
  ['an album of 20', buildCarousel(20)],
  ['a whole thread', buildThread(5, 2)],
];

/** The page above the downloader, which the result scrolls away. */
function addHeader(): void {
  document.body.style.paddingTop = '500px';
  onTestFinished(() => {
    document.body.style.paddingTop = '';
  });
}

const rect = (element: Element | null | undefined) => {
  if (!element) throw new Error('the element is missing');
  return element.getBoundingClientRect();
};
const firstMedia = () => rect(document.querySelector('#downloader section li button'));
const linkBar = () => rect(document.querySelector<HTMLInputElement>('#processing')?.form);
const verificationBar = () => rect(document.getElementById('verification'));

const cases = viewports.flatMap((viewport) =>
  (['en', 'de', 'th'] as const).flatMap((locale) =>
    posts.map(([name, body]) => [name, locale, ...viewport, body] as const),
  ),
);

test.each(cases)('the media of %s comes first in %s at %d × %d', async (_, locale, width, height, body) => {
  await page.viewport(width, height);
  addHeader();
  document.documentElement.lang = locale;
  await renderDownloader([{ body }], { locale });
  await page.getByRole('textbox').fill(postUrl);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('region', { name: messages[locale]['media.list'] })).toBeVisible();
  await expect.poll(() => linkBar().top).toBeLessThan(20);
  const media = firstMedia();
  const visible = Math.min(media.bottom, verificationBar().top) - Math.max(media.top, linkBar().bottom);
  expect(visible).toBeGreaterThanOrEqual(media.height / 2);
  expect(verificationBar().top).toBeGreaterThan(media.top);
});

test.each(viewports)('at %d × %d the notice of a found post covers no media', async (width, height) => {
  await page.viewport(width, height);
  addHeader();
  const downloader = await renderFound(buildExtractResponse());
  const toast = downloader.toast('Media found!');
  await expect.element(toast).toBeVisible();
  await expect.poll(() => linkBar().top).toBeLessThan(20);
  const notice = rect(toast.element());
  const media = firstMedia();
  expect(notice.bottom <= media.top || notice.top >= media.bottom).toBe(true);
});

test.each(viewports)('at %d × %d no notice covers a problem', async (width, height) => {
  await page.viewport(width, height);
  addHeader();
  const downloader = await renderDownloader([
    { body: buildExtractResponse() },
    { body: { success: false, qualities: [], code: 'post.private' } },
  ]);
  await downloader.extract(postUrl);
  const toast = downloader.toast('Media found!');
  await expect.element(toast).toBeVisible();
  await downloader.downloadAnother();
  await downloader.extract('https://www.threads.com/@maker/post/DAbcdefgh02');
  await expect.element(downloader.problem).toBeVisible();
  expect(toast.elements()).toEqual([]);
});
