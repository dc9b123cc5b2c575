import { expect, test } from 'vitest';
import { type SceneName, sceneNames, scenes } from '#test/fakes/threads/scenes.ts';
import { downloaderOn, words } from '#test/support/downloader-page.ts';
import { hydrated } from '#test/support/hydrated.ts';
import { openProduct } from '#test/support/open-product.ts';
import type { ExtractionErrorCode } from '#threads/contract.ts';

const sentences: Record<ExtractionErrorCode, string> = {
  'link.empty': words.en['error.link.empty'],
  'link.not_threads': words.en['error.link.not_threads'],
  'link.not_a_post': words.en['error.link.not_a_post'],
  'post.gone': words.en['error.post.gone'],
  'post.private': words.en['error.post.private'],
  'post.restricted': words.en['error.post.restricted'],
  'post.no_media': words.en['error.post.no_media'],
  'post.media_elsewhere': words.en['error.post.media_elsewhere'],
  'upstream.busy': 'Threads is turning away requests right now.',
  'upstream.unreachable': words.en['error.upstream.unreachable'],
  'upstream.timeout': words.en['error.upstream.timeout'],
  'upstream.changed': words.en['error.upstream.changed'],
};

function codeOf(scene: SceneName): ExtractionErrorCode | null {
  const { expected } = scenes[scene];
  return 'code' in expected ? expected.code : null;
}

test('every post that gives nothing says why, in the panel, and leaves the form ready', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  const failing = sceneNames.filter((scene) => codeOf(scene) !== null && scene !== 'slow');
  expect(failing.length).toBeGreaterThan(8);
  for (const scene of failing) {
    const code = codeOf(scene);
    await page.reload();
    await hydrated(page);
    await downloader.extract(scenes[scene].link);
    await downloader.problem.waitFor();
    const panel = page.getByRole('alert').filter({ has: downloader.problem });
    expect(await panel.textContent(), scene).toContain(code ? sentences[code] : '');
    expect(await downloader.field.inputValue()).toBe(scenes[scene].link);
    expect(await downloader.field.isEnabled()).toBe(true);
  }
}, 120_000);

test('a post that never answers ends after fifteen seconds with a sentence', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.slow.link);
  expect(await page.getByRole('button', { name: 'Extracting Media...' }).isVisible()).toBe(true);
  expect(await downloader.field.isDisabled()).toBe(true);
  await downloader.problem.waitFor({ timeout: 18_000 });
  await page.getByText(sentences['upstream.timeout']).first().waitFor();
});

test('a link of another site is an invalid URL, without asking the server', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  await downloaderOn(page).extract('https://example.org/video');
  await page.getByText('Invalid URL', { exact: true }).first().waitFor();
  expect(product.threads.requests).toEqual([]);
});

test('nothing in the field gives a notice and asks no one', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract('   ');
  await downloader
    .toast(words.en['form.empty.title'])
    .getByText(words.en['form.empty.description'])
    .waitFor();
  expect(product.threads.requests).toEqual([]);
});

test('a link preview says where its link leads', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.linkPreview.link);
  await downloader.problem.waitFor();
  const link = page.getByRole('link', { name: /^Its link leads to / });
  expect(await link.getAttribute('href')).toMatch(/^https:\/\//);
});

test('without a network to Threads the visitor is told that it cannot be reached', async () => {
  await using product = await openProduct({ THREADS_ORIGIN: 'http://127.0.0.1:9' });
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract('https://www.threads.com/@someone/post/AbCdEfGhIjK');
  await downloader.problem.waitFor();
  await page.getByText(sentences['upstream.unreachable']).first().waitFor();
});

test.each<[SceneName]>([['truncated'], ['wrongType'], ['svgMedia'], ['emptyMedia']])(
  '%s never becomes a saved file',
  async (scene) => {
    await using product = await openProduct();
    const page = await product.visit('/');
    const downloader = downloaderOn(page);
    let saved = 0;
    page.on('download', () => {
      saved += 1;
    });
    await downloader.extract(scenes[scene].link);
    await downloader.found.waitFor();
    await downloader.verify();
    await downloader.downloads.first().click();
    await downloader
      .toast('Download failed')
      .getByText('Unable to download this media file')
      .waitFor({ timeout: 30_000 });
    expect(saved).toBe(0);
  },
);
