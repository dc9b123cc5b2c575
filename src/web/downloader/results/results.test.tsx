import { expect, onTestFinished, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import type { ExtractedPost } from '#extraction/contract.ts';
import { buildQuality } from '#test/support/build-quality.ts';
import {
  buildCarousel,
  buildExtractResponse,
  buildPhoto,
  buildPost,
  postUrl,
} from '../fixtures/build-response.ts';
import { recordSavedFiles, renderDownloader, renderFound } from '../fixtures/render-downloader.tsx';

test('the videos of a carousel are listed in order, and each saves its own file', async () => {
  const files = recordSavedFiles();
  const downloader = await renderFound(buildCarousel(5));
  expect(downloader.names.elements().map(({ textContent }) => textContent)).toEqual([
    'Video 1',
    'Video 2',
    'Video 3',
    'Video 4',
    'Video 5',
  ]);
  for (const index of [1, 2, 3, 4, 5]) {
    await commands.stubResponses(`GET /media/item-${index}-MP4`, [
      { headers: { 'content-type': 'video/mp4' }, body: `video ${index}` },
    ]);
  }
  await downloader.verify();
  for (const index of [1, 2, 3, 4, 5]) {
    await page.getByRole('button', { name: `Download Video ${index} MP4` }).click();
    await expect.poll(() => files.length).toBe(index);
  }
  const saved = await Promise.all(files.map(({ text }) => text));
  expect(saved).toEqual(['video 1', 'video 2', 'video 3', 'video 4', 'video 5']);
  expect(files[4]?.name).toMatch(/^threads-video-5-\d{13}\.mp4$/);
});

test('a file is saved with the extension of its actual content type', async () => {
  const cases = [
    ['image', 'Image 1', 'WEBP', 'image/jpeg', /^threads-image-1-\d{13}\.jpg$/],
    ['image', 'Image 2', 'WEBP', 'image/webp', /^threads-image-2-\d{13}\.webp$/],
    ['gif', 'GIF 3', 'GIF', 'image/gif', /^threads-gif-3-\d{13}\.gif$/],
    ['audio', 'Audio 4', 'M4A', 'audio/mp4', /^threads-audio-4-\d{13}\.m4a$/],
    ['video', 'Video 5', 'MP4', 'application/octet-stream', /^threads-video-5-\d{13}\.mp4$/],
  ] as const;
  const files = recordSavedFiles();
  const qualities = cases.map(([type, displayName, format], index) =>
    buildQuality({
      itemId: `item-${index}`,
      index: index + 1,
      url: `/media/${index}`,
      type,
      displayName,
      format,
    }),
  );
  const downloader = await renderFound(buildExtractResponse(qualities));
  for (const [index, [, , , contentType]] of cases.entries()) {
    const response = { headers: { 'content-type': contentType }, body: 'x' };
    await commands.stubResponses(`GET /media/${index}`, [response]);
  }
  await downloader.verify();
  for (const [index, [, displayName, format, , name]] of cases.entries()) {
    await page.getByRole('button', { name: `Download ${displayName} ${format}` }).click();
    await expect.poll(() => files[index]?.name).toMatch(name);
  }
});

test('the post header shows the author, the date and the text', async () => {
  await renderFound(buildExtractResponse());
  await expect.element(page.getByText('Post by Maker')).toBeVisible();
  await expect.element(page.getByText('@maker', { exact: true })).toBeVisible();
  await expect.element(page.getByText('October 2, 2026')).toBeVisible();
  await expect.element(page.getByText('Words of the post')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Open on Threads' })).toHaveAttribute('href', postUrl);
});

test.each([
  [{ incomplete: true }, 'Threads showed us only part of this post, so some media may be missing.'],
  [{ withheld: ['text'] }, 'This post has a longer text attached, which Threads shows only on its own site.'],
  [{ withheld: ['gif'] }, 'This post has a GIF that Threads shows only on its own site.'],
] satisfies [Partial<ExtractedPost>, string][])(
  'only a post with %j shows its notice',
  async (fields, text) => {
    const notice = page.getByText(text);
    const downloader = await renderFound(buildExtractResponse([buildQuality()], { post: buildPost(fields) }));
    await expect.element(notice).toBeVisible();
    await downloader.downloadAnother();
    await commands.stubResponses('POST /functions/v1/extract-threads-media', [
      { body: buildExtractResponse() },
    ]);
    await downloader.extract(postUrl);
    await expect.element(downloader.found).toBeVisible();
    await expect.element(notice).not.toBeInTheDocument();
  },
);

test.each([
  ['linked', 'From the linked post by @other'],
  ['quoted', 'From the quoted post by @other'],
  ['reposted', 'From the reposted post by @other'],
  ['continuation', 'From a follow-up post by @other'],
] as const)('media of a %s post has a heading with its author', async (kind, title) => {
  const other = buildQuality({ itemId: 'item-2', index: 2, source: { kind, username: 'other' } });
  const downloader = await renderFound(buildExtractResponse([buildQuality(), other]));
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  const headings = downloader.media.getByRole('heading');
  expect(headings.elements().map((heading) => `${heading.tagName} ${heading.textContent}`)).toEqual([
    'H3 Video 1',
    `H3 ${title}`,
    'H4 Video 2',
  ]);
});

test('every file of an item has a row with its details', async () => {
  const large = buildQuality({ bytes: 12_300_000 });
  const other = buildQuality({ format: 'JPG', quality: 'Original JPG', resolution: 'Unknown', bytes: null });
  const downloader = await renderFound(buildExtractResponse([large, other]));
  const card = downloader.card('Video 1');
  await card.getByText(/^Details/).click();
  const rows = card.getByRole('listitem');
  await expect
    .element(rows.nth(0))
    .toMatchTextContent('FormatMP4Resolution720 × 1280Quality720pFile size12.3 MB');
  await expect
    .element(rows.nth(1))
    .toMatchTextContent('FormatJPGResolutionOriginal sizeQualityOriginalFile size4 kB');
});

test('size and format come from the bytes, and what cannot be fetched is as in the response', async () => {
  const photo = buildPhoto({ format: 'JPG', quality: 'Original', conversions: ['png'] });
  const lost = buildQuality({ itemId: 'item-2', index: 2, url: '/media/lost', bytes: 5000 });
  const unsized = buildQuality({ itemId: 'item-3', index: 3, url: '/media/lost-too' });
  const downloader = await renderDownloader([{ body: buildExtractResponse([photo, lost, unsized]) }]);
  const name = 'attachment; filename=threads-image-1-1763715600000.avif';
  await commands.stubResponses(`HEAD ${photo.url}`, [
    { headers: { 'content-length': '3000', 'content-disposition': name } },
  ]);
  await commands.stubResponses('HEAD /media/lost*', [{ status: 410 }, { status: 410 }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.card('Image 1')).toMatchTextContent('FormatAVIF');
  await expect.element(downloader.card('Image 1')).toMatchTextContent('3 kB');
  await expect.element(downloader.card('Video 2')).toMatchTextContent('FormatMP4');
  await expect.element(downloader.card('Video 2')).toMatchTextContent('5 kB');
  await expect.element(downloader.card('Video 3')).not.toMatchTextContent('File size');
  await downloader.verify();
  await page.getByText('Other formats Image 1 AVIF').click();
  await expect.element(page.getByRole('link', { name: 'JPG Image 1' })).toBeVisible();
});

test('sizes are requested three at a time', async () => {
  const downloader = await renderDownloader([{ body: buildCarousel(5) }]);
  await commands.stubResponses('HEAD /media/*', [{ headers: { 'content-length': '4000' }, isPending: true }]);
  await downloader.extract(postUrl);
  const countSizes = async () =>
    (await commands.listRequests()).filter(({ method }) => method === 'HEAD').length;
  await expect.poll(countSizes).toBe(3);
  await commands.releaseResponses();
  await expect.poll(countSizes).toBe(5);
});

test('a result has the focus and is in view before it is painted', async () => {
  document.body.style.paddingTop = '1000px';
  const heading = page.getByRole('heading', { name: 'Media found - verify to download' });
  let whenAdded: { hasFocus: boolean; isInView: boolean } | undefined;
  const observer = new MutationObserver(() => {
    const added = heading.query();
    if (!added || whenAdded) return;
    const { top } = added.getBoundingClientRect();
    whenAdded = { hasFocus: added === document.activeElement, isInView: top >= 0 && top < 400 };
  });
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => {
    observer.disconnect();
    document.body.style.paddingTop = '';
  });
  await renderFound(buildExtractResponse([buildPhoto()]));
  expect(whenAdded).toEqual({ hasFocus: true, isInView: true });
});
