import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import type { Quality } from '#extraction/contract.ts';
import { buildQuality } from '#test/support/build-quality.ts';
import { buildExtractResponse, buildPhoto, postUrl } from '../fixtures/build-response.ts';
import { extraction, listExtractions, renderDownloader } from '../fixtures/render-downloader.tsx';

const video = buildQuality({ thumbnailUrl: '/media/item-1-still', durationSeconds: 62, hasAudio: false });
const loop = buildQuality({ type: 'gif', displayName: 'GIF 1', durationSeconds: 3 });
const animation = buildQuality({ type: 'gif', displayName: 'GIF 1', format: 'GIF' });
const voice = buildQuality({
  type: 'audio',
  displayName: 'Audio 1',
  format: 'M4A',
  width: null,
  height: null,
});

async function renderFound(...qualities: Quality[]) {
  const downloader = await renderDownloader([{ body: buildExtractResponse(qualities) }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

test.each([
  ['video', video, 'Video 1', 'Play', 'VIDEO'],
  ['GIF that is a video', loop, 'GIF 1', 'Play', 'VIDEO'],
  ['GIF', animation, 'GIF 1', 'Play', 'DIV'],
  ['voice note', voice, 'Audio 1', 'Play', 'AUDIO'],
  ['photo', buildPhoto(), 'Image 1', 'Show', 'DIV'],
])('focus moves into the preview of a %s and back to its thumbnail', async (_, quality, name, verb, tag) => {
  await renderFound(quality);
  // The stub media cannot play, so its request stays pending.
  await commands.stubResponses('GET /media/*-preview', [{ isPending: true }]);
  button(`${verb} ${name}`).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button(`Close ${name}`)).toBeVisible();
  await expect.poll(() => document.activeElement?.tagName).toBe(tag);
  button(`Close ${name}`).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button(`${verb} ${name}`)).toHaveFocus();
});

test('a video plays with poster and controls, a GIF plays muted in a loop', async () => {
  await renderFound(video, { ...loop, itemId: 'item-2', index: 2 });
  await commands.stubResponses('GET /media/*-preview', [{ isPending: true }]);
  await button('Play Video 1').click();
  const player = document.querySelector('video');
  expect(player?.getAttribute('src')).toBe(video.previewUrl);
  expect(player?.getAttribute('poster')).toBe(video.thumbnailUrl);
  expect(player).toMatchObject({
    controls: true,
    autoplay: true,
    playsInline: true,
    loop: false,
    muted: false,
  });
  await button('Close Video 1').click();
  await button('Play GIF 2').click();
  expect(document.querySelector('video')).toMatchObject({ loop: true, muted: true });
});

test('a photo preview has its alt text', async () => {
  await renderFound(buildPhoto({ alt: 'Two boats' }));
  await button('Show Image 1').click();
  await expect
    .element(page.getByRole('img', { name: 'Two boats' }))
    .toHaveAttribute('src', '/media/item-1-WEBP-preview');
});

test('a preview that fails to load is renewed once and then shows an error', async () => {
  await renderFound(voice);
  await commands.stubResponses(extraction, [
    { body: buildExtractResponse([{ ...voice, previewUrl: '/media/renewed-preview' }]) },
  ]);
  await commands.stubResponses('GET /media/*-preview', [{ status: 410 }]);
  await button('Play Audio 1').click();
  await expect
    .element(page.getByText('The preview cannot be played here. The download is not affected.'))
    .toBeVisible();
  await expect.poll(async () => (await listExtractions()).length).toBe(2);
  await expect
    .poll(async () => (await commands.listRequests()).map(({ path }) => path))
    .toContain('/media/renewed-preview');
  await expect.element(button('Close Audio 1')).toBeVisible();
});

test('a media card shows the duration, the missing audio and the alt text', async () => {
  await renderFound({ ...video, alt: 'A boat at sea' });
  const card = page.getByRole('listitem', { name: 'Video 1' });
  await expect.element(card).toMatchTextContent('Duration 1:02');
  await expect.element(card.getByText('No sound')).toBeVisible();
  await expect.element(card).toMatchTextContent('Image description: A boat at sea');
});
