import { expect, onTestFinished, test, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { buildQuality } from '#test/support/build-quality.ts';
import { buildCarousel, buildExtractResponse, buildPhoto, buildThread } from '../fixtures/build-response.ts';
import { renderFound } from '../fixtures/render-downloader.tsx';

const filter = page.getByRole('group', { name: 'Show', exact: true });
const more = page.getByRole('button', { name: 'Show more' });

const video = (index: number) => buildQuality({ itemId: `item-${index}`, index });
const gif = buildQuality({ itemId: 'item-4', index: 4, type: 'gif' });
const voice = buildQuality({ itemId: 'item-5', index: 5, type: 'audio' });
const mixed = [video(1), buildPhoto({ index: 2 }), buildPhoto({ index: 3 }), gif, voice];

/** No item comes near the viewport. */
function disableScrolling() {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
}

test('a mixed post can show only its videos or its images', async () => {
  const { names } = await renderFound(buildExtractResponse(mixed, { zipUrl: '/media/zip/sealed' }));
  const listNames = () => names.elements().map(({ textContent }) => textContent);
  const all = ['Video 1', 'Image 2', 'Image 3', 'GIF 4', 'Audio 5'];
  const cases: [string, string[]][] = [
    ['Videos', ['Video 1', 'GIF 4']],
    ['Images', ['Image 2', 'Image 3']],
    ['All', all],
  ];
  expect(listNames()).toEqual(all);
  for (const [name, expected] of cases) {
    const option = filter.getByRole('button', { name, exact: true });
    await option.click();
    await expect.element(option).toHaveAttribute('aria-pressed', 'true');
    expect(listNames()).toEqual(expected);
  }
});

test('in forced colors, the pressed filter differs from the others', async () => {
  await commands.emulateMedia({ forcedColors: 'active' });
  onTestFinished(() => commands.emulateMedia({ forcedColors: 'none' }));
  await renderFound(buildExtractResponse(mixed));
  const background = (name: string) =>
    getComputedStyle(filter.getByRole('button', { name, exact: true }).element()).backgroundColor;
  expect(background('All')).not.toBe(background('Videos'));
  await filter.getByRole('button', { name: 'Videos' }).click();
  expect(background('Videos')).not.toBe(background('All'));
  expect(background('Images')).toBe(background('All'));
});

test('the viewer shows only what the filter shows', async () => {
  await renderFound(buildExtractResponse(mixed));
  await filter.getByRole('button', { name: 'Images' }).click();
  await page.getByRole('button', { name: 'Show Image 3' }).click();
  await expect.element(page.getByText('2 of 2', { exact: true })).toBeVisible();
});

test.each([
  ['videos', [video(1), video(2)]],
  ['images', [buildPhoto(), buildPhoto({ index: 2 })]],
  ['videos and sounds', [video(1), voice]],
])('a post of %s has no filter', async (_, qualities) => {
  const downloader = await renderFound(buildExtractResponse(qualities));
  await expect.element(downloader.names.first()).toBeVisible();
  expect(filter.elements()).toEqual([]);
});

test('only the first items are rendered, and a button shows more', async () => {
  disableScrolling();
  const { names } = await renderFound(buildCarousel(30));
  for (const count of [12, 24]) {
    expect(names.elements()).toHaveLength(count);
    await more.click();
  }
  expect(names.elements()).toHaveLength(30);
  expect(more.elements()).toEqual([]);
});

test('more items are rendered by scrolling', async () => {
  await page.viewport(390, 844);
  const { names } = await renderFound(buildCarousel(60));
  const before = names.elements().length;
  expect(before).toBeLessThan(60);
  await expect
    .poll(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return names.elements().length;
    })
    .toBe(60);
});

test.each([
  ['desktop', 1280, 900],
  ['phone', 390, 844],
])('a thread of 100 posts with 200 files is a small page on a %s', async (_, width, height) => {
  await page.viewport(width, height);
  const { names } = await renderFound(buildThread(100, 2));
  await expect.element(names.first()).toBeVisible();
  expect(document.querySelectorAll('body *').length).toBeLessThan(1500);
});
