import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { buildCarousel, buildExtractResponse, buildPhoto } from './fixtures/build-response.ts';
import { mediaRegion, renderFound } from './fixtures/render-downloader.tsx';

const photoWidth = () => page.getByRole('button', { name: 'Show Image 1' }).element().clientWidth;
const isScrolledSideways = () => document.documentElement.scrollWidth > window.innerWidth;

test.each([
  [1280, 800, 720],
  [1920, 1080, 720],
  [390, 844, 390],
])('at %d × %d, one photo is up to 720 px wide', async (width, height, limit) => {
  await page.viewport(width, height);
  await renderFound(buildExtractResponse([buildPhoto({ width: 1440, height: 1080 })]));
  expect(photoWidth()).toBeLessThanOrEqual(limit);
  expect(photoWidth()).toBeGreaterThanOrEqual(limit - 40);
  expect(isScrolledSideways()).toBe(false);
});

test.each([
  [1280, 800],
  [1280, 640],
  [390, 844],
])('at %d × %d, a high photo fits into the viewport', async (width, height) => {
  await page.viewport(width, height);
  await renderFound(buildExtractResponse([buildPhoto({ width: 1080, height: 1920 })]));
  const photo = page.getByRole('button', { name: 'Show Image 1' }).element();
  expect(photo.clientHeight).toBeLessThanOrEqual(0.77 * height);
});

test.each([
  [1280, 800, 1200],
  [1920, 1080, 1200],
  [390, 844, 390],
])('at %d × %d, an album is up to 1,200 px wide', async (width, height, limit) => {
  await page.viewport(width, height);
  await renderFound(buildCarousel(20));
  const region = mediaRegion.element();
  expect(region.clientWidth).toBeLessThanOrEqual(limit);
  expect(region.clientWidth).toBeGreaterThanOrEqual(limit - 40);
  const { left, right } = region.getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(width);
  expect(isScrolledSideways()).toBe(false);
});
