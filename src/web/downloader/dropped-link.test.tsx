import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { buildAnswer, postUrl } from './fixtures/build-answer.ts';
import { listExtractions, renderDownloader } from './fixtures/render-downloader.tsx';
import { loadLaterSteps } from './later-steps.ts';

type DragName = 'dragstart' | 'dragenter' | 'dragover' | 'dragleave' | 'drop' | 'dragend';

/** Dispatches a drag of `text` over `target`; whether the page takes it. */
function drag(name: DragName, text: string, target: Element = document.body): boolean {
  const dataTransfer = new DataTransfer();
  if (text.includes('://')) dataTransfer.setData('text/uri-list', text);
  dataTransfer.setData('text/plain', text);
  return !target.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
}

const hint = page.getByText('Drop the link here');

/** What is dragged comes from outside the page and is over it. */
async function dragOver(text: string, target: Element = document.body): Promise<void> {
  drag('dragenter', text, target);
  await loadLaterSteps();
  await expect.poll(() => drag('dragover', text, target)).toBe(true);
  await expect.element(hint).toBeVisible();
}

test('a link is dropped anywhere on the page and read', async () => {
  const downloader = await renderDownloader([{ body: buildAnswer() }]);
  await dragOver(postUrl);
  expect(drag('drop', postUrl)).toBe(true);
  await expect.element(page.getByLabelText('Processing URL')).toHaveValue(postUrl);
  await expect.element(downloader.found).toBeVisible();
  await expect.element(hint).not.toBeInTheDocument();
  expect(await listExtractions()).toEqual([{ url: postUrl }]);
});

test('a dropped link takes the place of what is shown; a text without one does not', async () => {
  const downloader = await renderDownloader([{ body: buildAnswer() }]);
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

test('a text without a link is refused in the empty form', async () => {
  const downloader = await renderDownloader();
  await dragOver('no link');
  drag('drop', 'no link');
  await expect.element(downloader.field).toBeInvalid();
});

test('nothing is dropped while a post is read', async () => {
  const downloader = await renderDownloader([{ body: buildAnswer(), isHeld: true }]);
  await downloader.extract(postUrl);
  await expect.poll(listExtractions).toHaveLength(1);
  await dragOver(postUrl);
  drag('drop', postUrl);
  await commands.releaseResponses();
  await expect.element(downloader.found).toBeVisible();
  expect(await listExtractions()).toHaveLength(1);
});

test('the hint goes when what is dragged leaves the page', async () => {
  await renderDownloader();
  await dragOver(postUrl);
  drag('dragleave', postUrl);
  await expect.element(hint).not.toBeInTheDocument();
});

test('what is dragged within the page is no dropped link, not the first time either', async () => {
  const downloader = await renderDownloader([{ body: buildAnswer() }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  const link = page.getByRole('link', { name: 'Open on Threads' }).element();
  drag('dragstart', postUrl, link);
  drag('dragenter', postUrl);
  await loadLaterSteps();
  // By the time the page takes what comes from outside, it knows that this does not.
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

test('a link of the page that is moved by the mouse is not read', async () => {
  const downloader = await renderDownloader([{ body: buildAnswer() }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  const ended = new Promise((resolve) => document.addEventListener('dragend', resolve, { once: true }));
  await page.getByRole('link', { name: 'Open on Threads' }).dropTo(downloader.found);
  await ended;
  await expect.element(downloader.found).toBeVisible();
  await expect.element(hint).not.toBeInTheDocument();
  expect(await listExtractions()).toHaveLength(1);
});

test('a text dropped into another field is left to that field', async () => {
  const downloader = await renderDownloader([{ body: buildAnswer() }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  await dragOver(postUrl);
  expect(drag('drop', postUrl, downloader.answer.element())).toBe(false);
  await expect.element(hint).not.toBeInTheDocument();
  expect(await listExtractions()).toHaveLength(1);
});

test('a dragged file is no link', async () => {
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
