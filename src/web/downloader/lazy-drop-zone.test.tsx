import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { buildExtractResponse, buildPost, postUrl } from './fixtures/build-response.ts';
import { listExtractions, renderDownloader } from './fixtures/render-downloader.tsx';
import { loadResultsChunk } from './lazy-results.ts';

type DragName = 'dragstart' | 'dragenter' | 'dragover' | 'dragleave' | 'drop' | 'dragend';

/** Dispatches a drag event with `text`; returns whether the page accepts it. */
function drag(name: DragName, text: string, target: Element = document.body): boolean {
  const dataTransfer = new DataTransfer();
  if (text.includes('://')) dataTransfer.setData('text/uri-list', text);
  dataTransfer.setData('text/plain', text);
  return !target.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
}

const hint = page.getByText('Drop the link here');

/** Simulates a drag that enters from outside the page. */
async function dragOver(text: string, target: Element = document.body): Promise<void> {
  drag('dragenter', text, target);
  await loadResultsChunk();
  await expect.poll(() => drag('dragover', text, target)).toBe(true);
  await expect.element(hint).toBeVisible();
}

test('a link dropped anywhere on the page is extracted', async () => {
  const downloader = await renderDownloader([{ body: buildExtractResponse() }]);
  await dragOver(postUrl);
  expect(drag('drop', postUrl)).toBe(true);
  await expect.element(page.getByLabelText('Processing URL')).toHaveValue(postUrl);
  await expect.element(downloader.found).toBeVisible();
  await expect.element(hint).not.toBeInTheDocument();
  expect(await listExtractions()).toEqual([{ url: postUrl }]);
});

test('a dropped link replaces the shown post; a text without a link does not', async () => {
  const downloader = await renderDownloader([{ body: buildExtractResponse() }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  await dragOver('no link');
  drag('drop', 'no link');
  await expect.element(downloader.found).toBeVisible();
  expect(await listExtractions()).toHaveLength(1);

  const other = 'https://www.threads.com/@maker/post/DAbcdefgh02';
  drag('drop', other);
  await expect.element(page.getByLabelText('Processing URL')).toHaveValue(other);
  drag('drop', `${postUrl}\n${other}`);
  await expect.element(page.getByRole('heading', { name: '2 links' })).toBeVisible();
});

test('a dropped post gets its own entry in the history, and so does one that fails', async () => {
  const found = { body: buildExtractResponse() };
  const otherUrl = 'https://www.threads.com/@maker/post/DAbcdefgh02';
  const other = {
    body: buildExtractResponse(undefined, { post: buildPost({ code: 'DAbcdefgh02', url: otherUrl }) }),
  };
  const downloader = await renderDownloader([found, other, found, { status: 500 }]);
  await downloader.extract(postUrl);
  await expect.poll(() => window.location.hash).toBe('#@maker/post/DAbcdefgh01');
  await dragOver(otherUrl);
  drag('drop', otherUrl);
  await expect.poll(() => window.location.hash).toBe('#@maker/post/DAbcdefgh02');
  window.history.back();
  await expect.element(page.getByLabelText('Processing URL')).toHaveValue(postUrl);
  await expect.element(downloader.found).toBeVisible();
  drag('drop', otherUrl);
  await expect.element(downloader.problem).toBeVisible();
  await expect.poll(() => window.location.hash).toBe('#links');
});

test('a dropped text without a link marks the empty form as invalid', async () => {
  const downloader = await renderDownloader();
  await dragOver('no link');
  drag('drop', 'no link');
  await expect.element(downloader.field).toBeInvalid();
});

test('a drop during an extraction is ignored', async () => {
  const downloader = await renderDownloader([{ body: buildExtractResponse(), isPending: true }]);
  await downloader.extract(postUrl);
  await expect.poll(listExtractions).toHaveLength(1);
  await dragOver(postUrl);
  drag('drop', postUrl);
  await commands.releaseResponses();
  await expect.element(downloader.found).toBeVisible();
  expect(await listExtractions()).toHaveLength(1);
});

test('the hint disappears when the drag leaves the page', async () => {
  await renderDownloader();
  await dragOver(postUrl);
  drag('dragleave', postUrl);
  await expect.element(hint).not.toBeInTheDocument();
});

test('a drag within the page is ignored, including the first one', async () => {
  const downloader = await renderDownloader([{ body: buildExtractResponse() }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  const link = page.getByRole('link', { name: 'Open on Threads' }).element();
  drag('dragstart', postUrl, link);
  drag('dragenter', postUrl);
  await loadResultsChunk();
  // Once the drag has ended, the drop zone accepts drags from outside.
  drag('dragend', postUrl, link);
  await expect.poll(() => drag('dragover', postUrl)).toBe(true);
  drag('dragstart', postUrl, link);
  expect(drag('dragover', postUrl)).toBe(false);
  await expect.element(hint).not.toBeInTheDocument();
  expect(drag('drop', postUrl)).toBe(false);
  drag('dragend', postUrl, link);
  await expect.element(downloader.found).toBeVisible();
  expect(await listExtractions()).toHaveLength(1);
});

test('dragging a link of the page with the mouse extracts nothing', async () => {
  const downloader = await renderDownloader([{ body: buildExtractResponse() }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  const ended = new Promise((resolve) => document.addEventListener('dragend', resolve, { once: true }));
  await page.getByRole('link', { name: 'Open on Threads' }).dropTo(downloader.found);
  await ended;
  await expect.element(downloader.found).toBeVisible();
  await expect.element(hint).not.toBeInTheDocument();
  expect(await listExtractions()).toHaveLength(1);
});

test('a text dropped on another field is left to that field', async () => {
  const downloader = await renderDownloader([{ body: buildExtractResponse() }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  await dragOver(postUrl);
  expect(drag('drop', postUrl, downloader.answer.element())).toBe(false);
  await expect.element(hint).not.toBeInTheDocument();
  expect(await listExtractions()).toHaveLength(1);
});

test('a dragged file is ignored', async () => {
  await renderDownloader();
  await dragOver(postUrl);
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['x'], 'x.txt', { type: 'text/plain' }));
  const isLeft = document.body.dispatchEvent(
    new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }),
  );
  expect(isLeft).toBe(true);
  await expect.element(hint).not.toBeInTheDocument();
});
