import { expect, onTestFinished, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { buildQuality } from '#test/support/build-quality.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import type { ThreadState } from '#threads/contract.ts';
import { buildExtractResponse, buildPost, postUrl } from '../fixtures/build-response.ts';
import {
  extraction,
  listExtractions,
  recordSavedFiles,
  renderDownloader,
} from '../fixtures/render-downloader.tsx';

const positions = [1, 2, 4] as const;
const posts = [1, 2, 3, 4].map((position) => ({
  code: `DAbcdefgh0${position}`,
  url: `https://www.threads.com/@maker/post/DAbcdefgh0${position}`,
  text: `Words ${position}`,
  publishedAt: '2026-10-02T07:30:00.000Z',
}));

/** A thread of four posts, three of them with media. */
const expandedThread = buildExtractResponse(
  positions.map((position, index) =>
    buildQuality({
      itemId: `item-${position}`,
      index: index + 1,
      source: {
        kind: 'own',
        username: 'maker',
        post: { code: posts[position - 1]?.code ?? '', url: postUrl, place: position, of: 4 },
      },
    }),
  ),
  { post: buildPost({ thread: { posts } }), zipUrl: '/media/zip/thread' },
);

async function renderFound(thread: ThreadState | null = { more: 2 }) {
  const post = buildPost(thread ? { thread } : {});
  const downloader = await renderDownloader([{ body: buildExtractResponse([buildQuality()], { post }) }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  await commands.stubResponses(extraction, [{ body: expandedThread }]);
  return downloader;
}

const show = page.getByRole('button', { name: 'Show the whole thread' });
const busyStatus = page.getByRole('status').filter({ hasText: 'Loading the thread…' });
const expandedStatus = page.getByRole('status').filter({ hasText: 'Showing the author’s thread: 3 files.' });

test.each([
  ['desktop', 1280, 900],
  ['phone', 390, 844],
])('on a %s the whole thread replaces the post, and the verification stays', async (_, width, height) => {
  await page.viewport(width, height);
  const files = recordSavedFiles();
  const downloader = await renderFound();
  await downloader.verify();
  const historyLength = window.history.length;
  show.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(expandedStatus).toBeVisible();
  await expect.element(downloader.ready).toHaveFocus();
  await expect.element(show).not.toBeInTheDocument();
  for (const position of positions) {
    await expect.element(page.getByRole('heading', { name: `Post ${position} of 4` })).toBeVisible();
  }
  expect(await listExtractions()).toEqual([{ url: postUrl }, { url: postUrl, thread: true }]);
  expect(downloader.locked.elements()).toEqual([]);
  expect(downloader.names.elements()).toHaveLength(3);
  await expect.element(page.getByRole('button', { name: /^Download 3\b/ })).toBeVisible();
  // The sizes of the new files are fetched too.
  await expect
    .poll(() => page.getByText('4 kB', { exact: true }).elements().length)
    .toBeGreaterThanOrEqual(3);
  expect(window.history.length).toBe(historyLength);
  await expectAccessible();

  // The media cannot play: its request stays pending.
  await commands.stubResponses('GET /media/*-preview', [{ isPending: true }]);
  await page.getByRole('button', { name: 'Play Video 3' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Download Video 3/ })
    .click();
  await expect.poll(() => files[0]?.name).toMatch(/^threads-video-3-/);
});

test('one sum unlocks all files of a thread that was expanded before it was solved', async () => {
  const downloader = await renderFound();
  expect(downloader.locked.elements()).toHaveLength(1);
  await show.click();
  await expect.element(expandedStatus).toBeVisible();
  expect(downloader.names.elements()).toHaveLength(3);
  await downloader.verify();
  await expect.element(page.getByRole('button', { name: /^Download 3\b/ })).toBeVisible();
  expect(page.getByRole('button', { name: /^Verify First/ }).elements()).toEqual([]);
});

test('the page shows that the thread is loading, and a failure keeps the post', async () => {
  const files = recordSavedFiles();
  const downloader = await renderFound();
  await downloader.verify();
  await commands.stubResponses(extraction, [
    { status: 500, body: { error: 'Not now.' }, isPending: true },
    { body: expandedThread },
  ]);
  await show.click();
  await expect.element(busyStatus).toBeInViewport();
  await expect.element(downloader.ready).toBeInViewport();
  await expect.element(downloader.ready).toHaveFocus();
  await expect.element(show).toHaveAttribute('aria-disabled', 'true');
  expect(downloader.downloads.elements()).toHaveLength(1);
  await commands.releaseResponses();

  const errorMessage = page.getByRole('alert').filter({ hasText: 'Not now.' });
  await expect.element(errorMessage).toBeInViewport();
  expect(await listExtractions()).toHaveLength(2);
  await downloader.downloads.click();
  await expect.poll(() => files.length).toBe(1);

  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(expandedStatus).toBeVisible();
  await expect.element(errorMessage).not.toBeInTheDocument();
  expect(downloader.names.elements()).toHaveLength(3);
});

test.each([
  ['desktop', 1280, 900],
  ['phone', 390, 844],
])('on a %s, nothing in view moves when the thread arrives', async (_, width, height) => {
  await page.viewport(width, height);
  const downloader = await renderFound();
  await downloader.verify();
  await commands.stubResponses(extraction, [{ body: expandedThread, isPending: true }]);
  await show.click();
  await expect.element(busyStatus).toBeInViewport();
  const readPlaces = () =>
    [
      downloader.ready,
      page.getByRole('region', { name: 'Media in this post' }),
      page.getByRole('button', { name: 'Download Another' }),
      page.getByText('Captcha verified'),
    ].map((part) => {
      const { left, top } = part.element().getBoundingClientRect();
      return [left, top].map(Math.round);
    });
  await expect.poll(() => readPlaces()[0]?.[1]).toBeGreaterThanOrEqual(0);
  const places = readPlaces();
  await commands.releaseResponses();
  await expect.element(expandedStatus).toBeInViewport();
  await expect.poll(readPlaces).toEqual(places);
});

test('a thread has its date once, and each post its link and words, also without media', async () => {
  await renderFound();
  await show.click();
  await expect.element(expandedStatus).toBeVisible();
  for (const { text } of posts) expect(page.getByText(text, { exact: true }).elements()).toHaveLength(1);
  const links = page.getByRole('link', { name: /^Open on Threads \d$/ }).elements();
  expect(links.map((link) => link.getAttribute('href'))).toEqual(posts.map(({ url }) => url));
  expect(page.getByRole('time').elements()).toHaveLength(1);
});

test('a whole thread can be copied, and saved in three formats', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await renderFound();
  await show.click();
  await page.getByRole('button', { name: 'Copy all text' }).click();
  expect(write).toHaveBeenCalledWith('Words 1\n\nWords 2\n\nWords 3\n\nWords 4');
  for (const [label, extension] of [
    ['TXT', 'txt'],
    ['Markdown', 'md'],
    ['HTML', 'html'],
  ] as const) {
    const link = page.getByRole('link', { name: `Save as ${label}` });
    await expect.element(link).toHaveAttribute('download', `threads-maker-DAbcdefgh01.${extension}`);
    const text = await (await fetch(link.element().getAttribute('href') ?? '')).text();
    for (const { text: words, url } of posts) {
      expect(text).toContain(words);
      expect(text).toContain(url);
    }
    expect(text).toContain('Video 3');
  }
});

test('only the posts of a thread are printed, and all of them', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  const many = Array.from({ length: 30 }, (_, index) =>
    buildQuality({
      itemId: `item-${index}`,
      index: index + 1,
      source: {
        kind: 'own',
        username: 'maker',
        post: { code: posts[3]?.code ?? '', url: postUrl, place: 4, of: 4 },
      },
    }),
  );
  const downloader = await renderFound();
  await commands.stubResponses(extraction, [{ body: { ...expandedThread, qualities: many } }]);
  await show.click();
  await page.getByRole('button', { name: 'Print' }).click();
  await expect.poll(() => print.mock.calls.length).toBe(1);
  expect(page.getByRole('heading', { level: 4 }).elements()).toHaveLength(30);
  await commands.emulateMedia({ media: 'print' });
  onTestFinished(() => commands.emulateMedia({ media: null }));
  for (const { text } of posts) await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  for (const hidden of [downloader.found, page.getByRole('button', { name: 'Print' })])
    await expect.element(hidden).not.toBeInTheDocument();
});

test.each<[ThreadState, string]>([
  [{ more: 1 }, '1 more post in this thread has media.'],
  [{ more: 2 }, '2 more posts in this thread have media.'],
  [{ more: true }, 'The author may have posted more in this thread.'],
])('a thread with %o describes its other posts', async (thread, message) => {
  await renderFound(thread);
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(show).toBeVisible();
});

test('a post without a thread has no thread button', async () => {
  await renderFound(null);
  await expect.element(show).not.toBeInTheDocument();
});

test('leaving while a thread is loading discards the thread', async () => {
  const downloader = await renderFound();
  await commands.stubResponses(extraction, [{ body: expandedThread, isPending: true }]);
  await show.click();
  await expect.element(busyStatus).toBeVisible();
  await page.getByRole('button', { name: 'Download Another' }).click();
  await expect.element(downloader.field).toHaveFocus();
  await commands.releaseResponses();
  await downloader.field.fill('x');
  await expect.element(downloader.field).toHaveValue('x');
  await expect.element(expandedStatus).not.toBeInTheDocument();
});

test('a thread with 200 files fits in one ZIP', async () => {
  const downloader = await renderFound();
  const many = Array.from({ length: 200 }, (_, index) =>
    buildQuality({ itemId: `item-${index}`, index: index + 1, bytes: 1000 }),
  );
  await commands.stubResponses(extraction, [{ body: { ...expandedThread, qualities: many } }]);
  await downloader.verify();
  await show.click();
  await expect.element(page.getByText('Showing the author’s thread: 200 files.')).toBeVisible();
  const submit = document.querySelector('form[aria-label="ZIP download"] [type="submit"]');
  expect(submit?.textContent).toBe('Download 200 · 200 kB');
  expect(submit?.hasAttribute('aria-disabled')).toBe(false);
});
