import { afterEach, expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { type ExtractionErrorCode, extractionErrorCodes } from '#threads/contract.ts';
import { Downloader } from './downloader.tsx';
import { buildAnswer, buildCarousel, buildPhoto, buildPost, postUrl } from './fixtures/build-answer.ts';
import {
  downloaderScreen,
  listExtractions,
  recordSavedFiles,
  renderDownloader,
} from './fixtures/render-downloader.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a link leads to its media, the sum opens the download, and the file is saved under its usual name', async () => {
  const files = recordSavedFiles();
  const downloader = await renderDownloader([{ body: buildAnswer() }]);
  await downloader.extract(postUrl);
  await expect
    .element(downloader.toast('Media found!'))
    .toMatchTextContent('Found 1 media item(s) - complete verification to download');
  await expect.element(downloader.found).toHaveFocus();
  await expect.element(page.getByLabelText('Processing URL')).toHaveValue(postUrl);
  expect(await listExtractions()).toEqual([{ url: postUrl }]);
  await expectAccessible();

  await downloader.verify();
  await expect.element(page.getByText('Captcha verified')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Media of this post' })).toHaveFocus();
  await expect.element(downloader.found).toBeVisible();
  await downloader.downloads.click();
  await expect
    .element(downloader.toast('Download complete!'))
    .toMatchTextContent('Video 1 - MP4 saved to your downloads');
  await expect.element(downloader.ready).toBeVisible();
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(files).toHaveLength(1);
  expect(files[0]?.name).toMatch(/^threads-video-1-\d{13}\.mp4$/);
  expect(await files[0]?.text).toBe('the file');

  await downloader.downloads.click();
  await expect.poll(() => files.length).toBe(2);

  await page.getByRole('button', { name: 'Download Another' }).click();
  await expect.element(downloader.field).toHaveFocus();
  await expect.element(downloader.field).toHaveValue('');
  await expect.element(downloader.found).not.toBeInTheDocument();
});

test('no file is downloaded before the sum is solved, and the notice that says so leads to the sum', async () => {
  const files = recordSavedFiles();
  const downloader = await renderDownloader([{ body: buildAnswer() }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.locked).toHaveAttribute('aria-disabled', 'true');
  await downloader.locked.click({ force: true });
  await expect
    .element(downloader.toast('Verification required'))
    .toMatchTextContent('Please complete the security verification first');
  await expect.element(downloader.answer).toHaveFocus();
  await expect.element(downloader.downloads).not.toBeInTheDocument();
  expect(files).toEqual([]);

  await downloader.verify();
  await expect.element(downloader.toast('Verification required')).not.toBeInTheDocument();
});

test('a notice never covers the sum it speaks of, and gives the focus back when it is closed', async () => {
  await page.viewport(320, 640);
  const downloader = await renderDownloader([{ body: buildAnswer() }]);
  await downloader.extract(postUrl);
  const pressLocked = async () => {
    downloader.locked.element().focus();
    await userEvent.keyboard('{Enter}');
  };
  const notice = downloader.toast('Verification required');
  await expect.element(downloader.locked).toBeVisible();
  await pressLocked();
  await expect.element(notice).toBeVisible();
  await expect.element(downloader.answer).toHaveFocus();
  const field = downloader.answer.element().getBoundingClientRect();
  expect(field.top).toBeGreaterThanOrEqual(0);
  expect(field.bottom).toBeLessThanOrEqual(notice.element().getBoundingClientRect().top);

  await userEvent.keyboard('{F8}{Tab}{Escape}');
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(downloader.answer).toHaveFocus();

  await pressLocked();
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(downloader.answer).toHaveFocus();
});

test('while a post is read the form says so and takes nothing else', async () => {
  const downloader = await renderDownloader([{ body: buildAnswer(), isHeld: true }]);
  await downloader.extract(postUrl);
  const busy = page.getByRole('button', { name: 'Extracting Media...' });
  await expect.element(busy).toHaveFocus();
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true');
  await expect.element(downloader.field).toBeDisabled();
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Looking for the media of this post...' }))
    .toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await commands.releaseResponses();
  await expect.element(downloader.found).toBeVisible();
  expect(await listExtractions()).toHaveLength(1);
});

test.each(['Escape', 'Cancel'])('%s stops a running extraction and leads back to the link', async (way) => {
  const downloader = await renderDownloader([{ body: buildAnswer(), isHeld: true }]);
  await downloader.extract(postUrl);
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await expect.element(cancel).toBeVisible();
  if (way === 'Escape') await userEvent.keyboard('{Escape}');
  else await cancel.click();
  await expect.element(cancel).not.toBeInTheDocument();
  await expect.element(downloader.field).toHaveFocus();
  await expect.element(downloader.field).toHaveValue(postUrl);
  await commands.releaseResponses();
  await expect.element(page.getByRole('button', { name: 'Get Media Now - Free' })).toBeVisible();
  await expect.element(downloader.found).not.toBeInTheDocument();
});

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

const sentences: Record<ExtractionErrorCode, string> = {
  'link.empty': 'There is no link yet.',
  'link.not_threads': 'This is not a Threads link.',
  'link.not_a_post': 'This link leads to Threads, but not to a post.',
  'post.gone': 'Threads does not show this post to us.',
  'post.private': 'This profile is private',
  'post.restricted': 'Threads shows this post only to some people',
  'post.no_media': 'No downloadable media found in this Threads post.',
  'post.media_elsewhere': 'The media of this post is not on Threads',
  'upstream.busy': 'Threads is turning away requests right now. Please try again in a few minutes.',
  'upstream.unreachable': 'Threads could not be reached.',
  'upstream.timeout': 'Threads took too long to answer.',
  'upstream.changed': 'Threads has changed its pages',
};

test.each(extractionErrorCodes)(
  'a post that fails with %s says why, and the link stays in the field',
  async (code) => {
    const downloader = await renderDownloader([{ body: { success: false, qualities: [], code } }]);
    await downloader.extract(postUrl);
    await expect.element(downloader.problem).toMatchTextContent(sentences[code]);
    await expect.element(downloader.problem).toHaveFocus();
    await expect.element(downloader.field).toHaveValue(postUrl);
    await expect.element(downloader.field).toBeEnabled();
  },
);

test.each([
  [1, 'Please try again in 1 second.'],
  [30, 'Please try again in 30 seconds.'],
])('Threads being busy for %i s says when to come back', async (retryAfter, sentence) => {
  const body = { success: false, qualities: [], code: 'upstream.busy', retryAfter };
  const downloader = await renderDownloader([{ body }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.problem).toMatchTextContent(sentence);
});

test('an answer without any file says that there is nothing', async () => {
  const downloader = await renderDownloader([{ body: { success: true, qualities: [] } }]);
  await downloader.extract(postUrl);
  await expect
    .element(downloader.problem)
    .toMatchTextContent('No downloadable media found in this Threads post.');
});

test.each([
  [
    'the sentence of the server',
    { status: 429, body: { error: 'Too many requests.' } },
    'Too many requests.',
  ],
  ['a sentence for an answer of another kind', { status: 500, body: 'oops' }, 'a non-2xx status code'],
  ['that an answer cannot be read', { body: 'oops' }, "The server's answer could not be read"],
  ['that there is no connection', { isOffline: true }, 'Your connection seems to be down.'],
])('a failed request shows %s, and the next one replaces it', async (_, response, sentence) => {
  const downloader = await renderDownloader([response, { body: buildAnswer() }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.problem).toMatchTextContent(sentence);
  await page.getByRole('button', { name: 'Get Media Now - Free' }).click();
  await expect.element(downloader.found).toBeVisible();
  await expect.element(downloader.problem).not.toBeInTheDocument();
});

test('a post that only links elsewhere says where to, and leads to the post', async () => {
  const post = buildPost({ linksTo: 'https://www.example.org/watch' });
  const body = { success: false, qualities: [], code: 'post.media_elsewhere', post };
  const downloader = await renderDownloader([{ body }]);
  await downloader.extract(postUrl);
  await expect
    .element(downloader.problem.getByRole('link', { name: 'Its link leads to example.org' }))
    .toHaveAttribute('href', 'https://www.example.org/watch');
  await expect
    .element(downloader.problem.getByRole('link', { name: 'Open on Threads' }))
    .toHaveAttribute('href', postUrl);
});

test('a link that is no web address is not offered', async () => {
  const post = buildPost({ linksTo: 'javascript:alert(1)' });
  const body = { success: false, qualities: [], code: 'post.media_elsewhere', post };
  const downloader = await renderDownloader([{ body }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.problem).toBeVisible();
  expect(downloader.problem.getByRole('link').elements()).toHaveLength(1);
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

test('a page that a media address led to says why its file is not there', async () => {
  const problem = { text: 'This download address has expired.', postUrl: null };
  await renderComponent(<Downloader problem={problem} formAnswer={null} given={null} />);
  const downloader = downloaderScreen();
  await expect.element(downloader.problem).toMatchTextContent(problem.text);
  await expect.element(downloader.problem).toHaveFocus();
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

test('names without a break stay inside a narrow page', async () => {
  await page.viewport(320, 640);
  const name = 'n'.repeat(120);
  const photo = buildPhoto({ alt: name, source: { kind: 'quoted', username: name } });
  const post = buildPost({ author: { username: name, name }, text: name });
  const downloader = await renderDownloader([{ body: buildAnswer([photo], { post }) }]);
  await downloader.extract(`https://www.threads.com/@${name}/post/DAbcdefgh01`);
  await expect.element(downloader.found).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(320);
});

test('the notice of a found post names its count in German too', async () => {
  await renderDownloader([{ body: buildCarousel(2) }], { locale: 'de' });
  const field = page.getByRole('textbox');
  await field.fill(postUrl);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('listitem').filter({ hasText: '2 Medien' })).toBeVisible();
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

test('the form says that there is no connection for as long as there is none', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  await renderDownloader();
  const note = page.getByRole('status').filter({ hasText: 'You are offline.' });
  await expect.element(note).not.toBeInTheDocument();
  onLine.mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  await expect.element(note).toBeVisible();
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await expect.element(note).not.toBeInTheDocument();
});

/** Whether the browser would go on to paste it. */
function paste(field: Element, text: string): boolean {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  return field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
