import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import type { Quality } from '#extraction/contract.ts';
import { buildQuality } from '#test/support/build-quality.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { buildExtractResponse, buildPhoto } from '../fixtures/build-response.ts';
import {
  extraction,
  listExtractions,
  recordSavedFiles,
  renderDownloader,
  renderFound,
  renderUnlocked,
} from '../fixtures/render-downloader.tsx';

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
const photos = [1, 2, 3].map((index) => buildPhoto({ index, alt: `Boat ${index}` }));

const button = (name: string) => page.getByRole('button', { name, exact: true });
const viewer = (name: string) => page.getByRole('dialog', { name, exact: true });

async function pressEnterOn(name: string) {
  button(name).element().focus();
  await userEvent.keyboard('{Enter}');
}

/** The stub media cannot play: its request stays pending. */
const keepLoading = () => commands.stubResponses('GET /media/*-preview', [{ isPending: true }]);

const open = (...qualities: Quality[]) => renderFound(buildExtractResponse(qualities));

test('media of each kind open from their card, and Escape or Close returns the focus', async () => {
  const kinds = [
    [video, 'Video 1', 'Play'],
    [loop, 'GIF 2', 'Play'],
    [animation, 'GIF 3', 'Play'],
    [voice, 'Audio 4', 'Play'],
    [buildPhoto(), 'Image 5', 'Show'],
  ] as const;
  await open(
    ...kinds.map(([quality, displayName], at) => ({
      ...quality,
      displayName,
      itemId: `item-${at + 1}`,
      index: at + 1,
    })),
  );
  await keepLoading();
  for (const [, name, verb] of kinds) {
    for (const key of ['{Escape}', '{Enter}']) {
      await pressEnterOn(`${verb} ${name}`);
      await expect.element(button(`Close ${name}`)).toHaveFocus();
      await userEvent.keyboard(key);
      await expect.element(viewer(name)).not.toBeInTheDocument();
      await expect.element(button(`${verb} ${name}`)).toHaveFocus();
    }
  }
});

test('the arrow keys and the buttons move through the items, up to both ends', async () => {
  await open(...photos);
  await pressEnterOn('Show Image 1');
  await expect.element(page.getByText('1 of 3', { exact: true })).toBeVisible();
  await expect.element(button('Previous')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(viewer('Image 1')).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(viewer('Image 2')).toBeVisible();
  await expect.element(page.getByText('2 of 3', { exact: true })).toBeVisible();
  await expectAccessible();
  await button('Next').click();
  await expect.element(viewer('Image 3')).toBeVisible();
  await expect.element(button('Next')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}');
  await expect.element(viewer('Image 2')).toBeVisible();
  await button('Previous').click();
  await expect.element(viewer('Image 1')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Show Image 1')).toHaveFocus();
});

/** The item that the current entry of the history shows. */
const expectEntry = (itemId: string | null) =>
  expect.poll(() => window.history.state?.open?.value ?? null).toBe(itemId);

test('on a phone, Back closes the viewer and keeps the result, and Forward opens it again', async () => {
  await page.viewport(390, 844);
  const downloader = await open(...photos);
  await pressEnterOn('Show Image 1');
  await userEvent.keyboard('{ArrowRight}');
  await expectEntry('item-2');
  // The page has its address a moment after the result.
  const address = window.location.href;
  window.history.back();
  await expect.element(viewer('Image 2')).not.toBeInTheDocument();
  await expect.element(downloader.found).toBeVisible();
  await expect.element(button('Show Image 2')).toHaveFocus();
  window.history.forward();
  await expect.element(viewer('Image 2')).toBeVisible();
  expect(window.location.href).toBe(address);
  expect(await listExtractions()).toHaveLength(1);
});

test('closing leaves the entry of the viewer, so that Back leaves the post', async () => {
  const downloader = await open(...photos);
  for (const close of ['Escape', 'Enter']) {
    await pressEnterOn('Show Image 3');
    await expectEntry('item-3');
    await userEvent.keyboard(`{${close}}`);
    await expectEntry(null);
  }
  window.history.back();
  await expect.element(downloader.field).toBeVisible();
});

test('a reload opens the item again', async () => {
  await commands.stubResponses(extraction, [{ body: buildExtractResponse(photos) }]);
  const hash = '#@maker/post/DAbcdefgh01';
  window.history.pushState(null, '', hash);
  window.history.pushState({ open: { name: 'Media in this post', value: 'item-2' } }, '');
  await renderDownloader([], { path: `/${hash}` });
  await expect.element(viewer('Image 2')).toBeVisible();
  await button('Close Image 2').click();
  await expect.element(button('Show Image 2')).toHaveFocus();
});

test('the focus returns to the item that was shown last, also if its card was not there yet', async () => {
  await page.viewport(390, 844);
  await open(...Array.from({ length: 14 }, (_, index) => buildPhoto({ index: index + 1 })));
  expect(button('Show Image 14').elements()).toEqual([]);
  await pressEnterOn('Show Image 1');
  await userEvent.keyboard('{ArrowRight}'.repeat(13));
  await expect.element(viewer('Image 14')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Show Image 14')).toHaveFocus();
  await expect.element(button('Show Image 14')).toBeInViewport();
});

test.each([
  ['on the picture shows the next item', 20, 'Image 2'],
  ['on the controls seeks', -20, 'Video 1'],
])('a swipe over a video %s', async (_, offset, name) => {
  // A player has the size of its poster until the video is read.
  await open({ ...video, thumbnailUrl: null }, buildPhoto({ index: 2 }));
  await keepLoading();
  await button('Play Video 1').click();
  const player = document.querySelector('video') as HTMLVideoElement;
  const { top, bottom } = player.getBoundingClientRect();
  const clientY = (offset < 0 ? bottom : top) + offset;
  const point = (type: string, clientX: number) =>
    player.dispatchEvent(
      new PointerEvent(type, { pointerType: 'touch', pointerId: 7, clientX, clientY, bubbles: true }),
    );
  point('pointerdown', 300);
  point('pointerup', 180);
  await expect.element(viewer(name)).toBeVisible();
});

test('a single item has no position and no arrows', async () => {
  await open(buildPhoto());
  await pressEnterOn('Show Image 1');
  await expect.element(viewer('Image 1')).toBeVisible();
  expect(page.getByRole('button', { name: /^(Previous|Next)$/ }).elements()).toEqual([]);
  expect(page.getByText('1 of 1').elements()).toEqual([]);
});

test('a swipe shows the next or the previous item, unless it is short, vertical or of a mouse', async () => {
  await open(...photos);
  await pressEnterOn('Show Image 2');
  for (const [swipe, pointerType, x, y, name] of [
    ['short', 'touch', -40, 0, 'Image 2'],
    ['mostly vertical', 'touch', -120, 90, 'Image 2'],
    ['with a mouse', 'mouse', -120, 0, 'Image 2'],
    ['to the left', 'touch', -120, 10, 'Image 3'],
    ['to the right', 'touch', 120, -10, 'Image 2'],
    ['to the right again', 'touch', 120, -10, 'Image 1'],
  ] as const) {
    const image = page.getByRole('dialog').getByRole('img').element();
    const stage = image.parentElement?.parentElement as HTMLElement;
    expect(getComputedStyle(stage).touchAction).toBe('pan-y pinch-zoom');
    const point = (type: string, clientX: number, clientY: number) =>
      image.dispatchEvent(
        new PointerEvent(type, { pointerType, pointerId: 7, clientX, clientY, bubbles: true }),
      );
    point('pointerdown', 300, 300);
    point('pointerup', 300 + x, 300 + y);
    await nextFrame();
    await expect.element(viewer(name), { message: swipe }).toBeVisible();
  }
});

async function nextFrame(): Promise<void> {
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
}

test('a video plays with poster and controls, a GIF plays muted in a loop', async () => {
  await open(video, { ...loop, itemId: 'item-2', index: 2 });
  await keepLoading();
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
  await button('Next').click();
  await expect.element(viewer('GIF 2')).toBeVisible();
  expect(document.querySelector('video')).toMatchObject({ loop: true, muted: true });
});

test('before the sum a photo is only its thumbnail, and afterwards the full image', async () => {
  const downloader = await open(buildPhoto({ alt: 'Two boats' }));
  await pressEnterOn('Show Image 1');
  const image = page.getByRole('img', { name: 'Two boats' });
  await expect.element(image).toHaveAttribute('src', '/media/item-1-still');
  expect(getComputedStyle(image.element()).pointerEvents).toBe('none');
  await userEvent.keyboard('{Escape}');

  await downloader.verify();
  await pressEnterOn('Show Image 1');
  await expect.element(image).toHaveAttribute('src', '/media/item-1-WEBP-preview');
  expect(getComputedStyle(image.element()).pointerEvents).toBe('auto');
});

test.each([
  ['video', video, 'Video 1'],
  ['voice note', voice, 'Audio 1'],
])('before the sum the player of a %s offers no download', async (_, quality, name) => {
  const downloader = await open(quality);
  await keepLoading();
  const openMenu = () =>
    document
      .querySelector('video, audio')
      ?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  await pressEnterOn(`Play ${name}`);
  const player = viewer(name).getByLabelText(name, { exact: true }).last();
  await expect.element(player).toHaveAttribute('controlslist', 'nodownload noremoteplayback');
  expect(openMenu()).toBe(false);
  await userEvent.keyboard('{Escape}');

  await downloader.verify();
  await pressEnterOn(`Play ${name}`);
  await expect.element(player).not.toHaveAttribute('controlslist');
  expect(openMenu()).toBe(true);
});

test('a locked download leaves the viewer open and leads to the sum', async () => {
  const downloader = await open(...photos);
  await pressEnterOn('Show Image 2');
  const locked = viewer('Image 2').getByRole('button', { name: 'Verify First Image 2 WEBP' });
  await locked.click({ force: true });
  const notice = viewer('Image 2').getByRole('alert');
  await expect.element(notice).toMatchTextContent(/^Please complete the security verification first/);
  await expectAccessible();
  await notice.getByRole('button', { name: 'Security verification' }).click();
  await expect.element(viewer('Image 2')).not.toBeInTheDocument();
  await expect.element(downloader.answer).toHaveFocus();
  await expectEntry(null);
  await expect.element(downloader.found).toBeVisible();
});

test('the open item can be downloaded', async () => {
  const files = recordSavedFiles();
  await renderUnlocked(buildExtractResponse(photos));
  await pressEnterOn('Show Image 2');
  await viewer('Image 2').getByRole('button', { name: 'Download Image 2 WEBP' }).click();
  await expect.poll(() => files[0]?.name).toMatch(/^threads-image-2-\d{13}\./);
});

test('a preview that fails to load is renewed once and then shows an error', async () => {
  await open(voice);
  await commands.stubResponses(extraction, [
    { body: buildExtractResponse([{ ...voice, previewUrl: '/media/renewed-preview' }]) },
  ]);
  await commands.stubResponses('GET /media/*-preview', [{ status: 410 }]);
  await button('Play Audio 1').click();
  await expect
    .element(page.getByText('The preview can’t be shown here, but you can still download the file.'))
    .toBeVisible();
  await expect.poll(async () => (await listExtractions()).length).toBe(2);
  await expect
    .poll(async () => (await commands.listRequests()).map(({ path }) => path))
    .toContain('/media/renewed-preview');
  await expect.element(button('Close Audio 1')).toBeVisible();
});

test('a media card shows the duration, the missing audio and the alt text', async () => {
  const downloader = await open({ ...video, alt: 'A boat at sea' });
  const card = downloader.card('Video 1');
  await expect.element(card.getByText('1:02', { exact: true })).toBeVisible();
  await expect.element(card).toMatchTextContent('Duration 1:02No audio');
  await card.getByText(/^Details/).click();
  await expect.element(card.getByText(/A boat at sea$/)).toBeVisible();
  await expect.element(card).toMatchTextContent('Description: A boat at sea');
});
