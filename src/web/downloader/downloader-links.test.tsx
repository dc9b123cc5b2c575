import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { buildExtractResponse, postUrl } from './fixtures/build-response.ts';
import { listExtractions, renderDownloader } from './fixtures/render-downloader.tsx';

test('a link to another site shows an error under the field and sends no request', async () => {
  await page.viewport(320, 640);
  const downloader = await renderDownloader();
  await downloader.extract('https://example.org/video');
  const errorMessage = page.getByRole('alert').filter({ hasText: 'Invalid URL' });
  await expect.element(errorMessage).toBeVisible();
  await expect.element(downloader.field).toHaveFocus();
  await expect.element(downloader.field).toBeInvalid();
  await expect
    .element(downloader.field)
    .toHaveAccessibleDescription(/^Invalid URL Paste the link to a post, like /);
  const field = downloader.field.element().getBoundingClientRect();
  const messageRect = errorMessage.element().getBoundingClientRect();
  expect(messageRect.top - field.bottom).toBeLessThan(16);
  expect(field.top).toBeGreaterThanOrEqual(0);
  expect(messageRect.bottom).toBeLessThanOrEqual(640);
  expect(await listExtractions()).toEqual([]);

  await userEvent.keyboard('x');
  await expect.element(errorMessage).not.toBeInTheDocument();
});

test('an empty field shows a notice and sends no request', async () => {
  const downloader = await renderDownloader();
  await expect
    .element(page.getByRole('button', { name: 'Get Media Now - Free' }))
    .not.toHaveAttribute('aria-disabled');
  await downloader.extract('   ');
  await expect
    .element(downloader.toast('Please enter a URL'))
    .toMatchTextContent('Paste the link to a Threads post to get its media.');
  await expect.element(downloader.field).toHaveFocus();
  expect(await listExtractions()).toEqual([]);
});

test('only the part of a long text around the link is sent', async () => {
  const downloader = await renderDownloader([{ body: buildExtractResponse() }]);
  await downloader.extract(`${'so good '.repeat(900)} ${postUrl} ${'really '.repeat(900)}`);
  await expect.element(downloader.found).toBeVisible();
  const [body] = (await listExtractions()) as { url: string }[];
  expect(body?.url).toContain(postUrl);
  expect(JSON.stringify(body).length).toBeLessThan(4096);
});

test('a link far after the first mention of the site is found', async () => {
  const downloader = await renderDownloader([{ body: buildExtractResponse() }]);
  await downloader.extract(
    `More on threads.com/@me ${'and so on, '.repeat(300)} ${postUrl} ${'good '.repeat(300)}`,
  );
  await expect.element(page.getByLabelText('Processing URL')).toHaveValue(postUrl);
  expect(await listExtractions()).toEqual([{ url: postUrl }]);
});

test('pasting a text with a link starts the extraction', async () => {
  const downloader = await renderDownloader([{ body: buildExtractResponse() }]);
  paste(downloader.field.element(), `look at this (${postUrl}) 👀`);
  await expect.element(downloader.found).toBeVisible();
});

test('pasting a text without a link only fills the field', async () => {
  const downloader = await renderDownloader();
  expect(paste(downloader.field.element(), 'hello')).toBe(true);
  expect(await listExtractions()).toEqual([]);
});

test('a link in the page URL is extracted and removed from the URL', async () => {
  const before = window.location.href;
  window.history.replaceState(null, '', '?url=x#downloader');
  const downloader = await renderDownloader([{ body: buildExtractResponse() }], { initialLink: postUrl });
  await expect.element(downloader.found).toBeVisible();
  await expect.element(page.getByLabelText('Processing URL')).toHaveValue(postUrl);
  await expect.poll(() => window.location.search + window.location.hash).toBe('#@maker/post/DAbcdefgh01');
  window.history.replaceState(null, '', before);
});

test('a text without a link in the page URL is shown as invalid', async () => {
  const downloader = await renderDownloader([], { initialLink: 'hello' });
  await expect.element(downloader.field).toHaveValue('hello');
  await expect.element(downloader.field).toBeInvalid();
  expect(await listExtractions()).toEqual([]);
});

test('the paste button reads the clipboard and starts the extraction', async () => {
  vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue(` ${postUrl}\n`);
  const downloader = await renderDownloader([{ body: buildExtractResponse() }]);
  await page.getByRole('button', { name: 'Paste' }).click();
  await expect.element(page.getByLabelText('Processing URL')).toHaveValue(postUrl);
  await expect.element(downloader.found).toBeVisible();
});

test.each([
  ['holds no text', () => Promise.resolve('  '), 'There’s no text on your clipboard.'],
  [
    'is denied',
    () => Promise.reject(new DOMException('no', 'NotAllowedError')),
    'Tap the field and choose Paste',
  ],
])('the paste button shows a hint when the clipboard %s', async (_, result, message) => {
  vi.spyOn(navigator.clipboard, 'readText').mockImplementation(result);
  const downloader = await renderDownloader();
  await page.getByRole('button', { name: 'Paste' }).click();
  await expect.element(downloader.toast('Couldn’t paste from the clipboard')).toMatchTextContent(message);
  expect(await listExtractions()).toEqual([]);
});

const otherUrl = 'https://www.threads.com/@maker/post/DAbcdefgh02';

function stubClipboard(text: string, state: PermissionState): void {
  vi.spyOn(navigator.permissions, 'query').mockResolvedValue({ state } as PermissionStatus);
  vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue(text);
}

test('Download Another reads a link that was copied in the meantime', async () => {
  const downloader = await renderDownloader([{ body: buildExtractResponse() }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  stubClipboard(`look at this: ${otherUrl}`, 'granted');
  await downloader.downloadAnother();
  await expect.poll(listExtractions).toEqual([{ url: postUrl }, { url: `look at this: ${otherUrl}` }]);
  await expect.element(downloader.found).toBeVisible();
});

test.each<[string, string, PermissionState]>([
  ['the link that is shown', `look at this: ${postUrl}?xmt=1`, 'granted'],
  ['a text without a link', 'hello', 'granted'],
  ['a link that the browser would ask for', otherUrl, 'prompt'],
])('Download Another shows the empty form if the clipboard has %s', async (_, text, state) => {
  const downloader = await renderDownloader([{ body: buildExtractResponse() }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  stubClipboard(text, state);
  await downloader.downloadAnother();
  await expect.element(downloader.field).toHaveFocus();
  await expect.element(downloader.field).toHaveValue('');
  expect(await listExtractions()).toHaveLength(1);
});

test('with several links, Download Another reads a copied link too', async () => {
  const downloader = await renderDownloader([{ body: buildExtractResponse() }]);
  await downloader.extract(`${postUrl}1 ${postUrl}2`);
  await expect.element(page.getByRole('heading', { name: '2 links' })).toBeVisible();
  stubClipboard(otherUrl, 'granted');
  await downloader.downloadAnother();
  await expect.element(page.getByLabelText('Processing URL')).toHaveValue(otherUrl);
});

test('there is no paste button without clipboard access', async () => {
  vi.stubGlobal('navigator', { onLine: true, clipboard: {}, maxTouchPoints: 0 });
  const downloader = await renderDownloader();
  await expect.element(downloader.field).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Paste' })).not.toBeInTheDocument();
});

/** Returns whether the browser would insert the text itself. */
function paste(field: Element, text: string): boolean {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  return field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
