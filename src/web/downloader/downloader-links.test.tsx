import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { buildAnswer, postUrl } from './fixtures/build-answer.ts';
import { listExtractions, renderDownloader } from './fixtures/render-downloader.tsx';

test('a link of another site is refused right under the field, in view, and no one is asked', async () => {
  await page.viewport(320, 640);
  const downloader = await renderDownloader();
  await downloader.extract('https://example.org/video');
  const refusal = page.getByRole('alert').filter({ hasText: 'Invalid URL' });
  await expect.element(refusal).toBeVisible();
  await expect.element(downloader.field).toHaveFocus();
  await expect.element(downloader.field).toBeInvalid();
  await expect.element(downloader.field).toHaveAccessibleDescription(/^Invalid URL Use the link to a post\./);
  const field = downloader.field.element().getBoundingClientRect();
  const words = refusal.element().getBoundingClientRect();
  expect(words.top - field.bottom).toBeLessThan(16);
  expect(field.top).toBeGreaterThanOrEqual(0);
  expect(words.bottom).toBeLessThanOrEqual(640);
  expect(await listExtractions()).toEqual([]);

  await userEvent.keyboard('x');
  await expect.element(refusal).not.toBeInTheDocument();
});

test('an empty field gives a notice, and no one is asked', async () => {
  const downloader = await renderDownloader();
  await expect
    .element(page.getByRole('button', { name: 'Get Media Now - Free' }))
    .toHaveAttribute('aria-disabled', 'true');
  await downloader.extract('   ');
  await expect
    .element(downloader.toast('Please enter a URL'))
    .toMatchTextContent('Paste the link to a Threads post to get its media.');
  await expect.element(downloader.field).toHaveFocus();
  expect(await listExtractions()).toEqual([]);
});

test('of a long text, the part around the link is sent', async () => {
  const downloader = await renderDownloader([{ body: buildAnswer() }]);
  await downloader.extract(`${'so good '.repeat(900)} ${postUrl} ${'really '.repeat(900)}`);
  await expect.element(downloader.found).toBeVisible();
  const [body] = (await listExtractions()) as { url: string }[];
  expect(body?.url).toContain(postUrl);
  expect(JSON.stringify(body).length).toBeLessThan(4096);
});

test('a link far behind where its text names the site is the one that is read', async () => {
  const downloader = await renderDownloader([{ body: buildAnswer() }]);
  await downloader.extract(
    `More on threads.com/@me ${'and so on, '.repeat(300)} ${postUrl} ${'good '.repeat(300)}`,
  );
  await expect.element(page.getByLabelText('Processing URL')).toHaveValue(postUrl);
  expect(await listExtractions()).toEqual([{ url: postUrl }]);
});

test('a link pasted inside a text starts the extraction by itself', async () => {
  const downloader = await renderDownloader([{ body: buildAnswer() }]);
  paste(downloader.field.element(), `look at this (${postUrl}) 👀`);
  await expect.element(downloader.found).toBeVisible();
});

test('a pasted text without a link is left to the field', async () => {
  const downloader = await renderDownloader();
  expect(paste(downloader.field.element(), 'hello')).toBe(true);
  expect(await listExtractions()).toEqual([]);
});

test('a link that came with the address is read, and the address is cleaned', async () => {
  const before = window.location.href;
  window.history.replaceState(null, '', '?url=x#downloader');
  const downloader = await renderDownloader([{ body: buildAnswer() }], { given: postUrl });
  await expect.element(downloader.found).toBeVisible();
  await expect.element(page.getByLabelText('Processing URL')).toHaveValue(postUrl);
  expect(window.location.search + window.location.hash).toBe('#downloader');
  window.history.replaceState(null, '', before);
});

test('a text that came with the address and holds no link is refused in the field', async () => {
  const downloader = await renderDownloader([], { given: 'hello' });
  await expect.element(downloader.field).toHaveValue('hello');
  await expect.element(downloader.field).toBeInvalid();
  expect(await listExtractions()).toEqual([]);
});

test('the paste button reads the clipboard and starts', async () => {
  vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue(` ${postUrl}\n`);
  const downloader = await renderDownloader([{ body: buildAnswer() }]);
  await page.getByRole('button', { name: 'Paste' }).click();
  await expect.element(page.getByLabelText('Processing URL')).toHaveValue(postUrl);
  await expect.element(downloader.found).toBeVisible();
});

test.each([
  ['holds no text', () => Promise.resolve('  '), 'The clipboard holds no text.'],
  [
    'is refused',
    () => Promise.reject(new DOMException('no', 'NotAllowedError')),
    'Tap the field and choose Paste',
  ],
])('the paste button says what to do where the clipboard %s', async (_, result, sentence) => {
  vi.spyOn(navigator.clipboard, 'readText').mockImplementation(result);
  const downloader = await renderDownloader();
  await page.getByRole('button', { name: 'Paste' }).click();
  await expect.element(downloader.toast('The clipboard could not be read')).toMatchTextContent(sentence);
  expect(await listExtractions()).toEqual([]);
});

test('where a page may not read the clipboard there is no paste button', async () => {
  vi.stubGlobal('navigator', { onLine: true, clipboard: {}, maxTouchPoints: 0 });
  const downloader = await renderDownloader();
  await expect.element(downloader.field).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Paste' })).not.toBeInTheDocument();
});

/** Whether the browser would go on to paste it. */
function paste(field: Element, text: string): boolean {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  return field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
