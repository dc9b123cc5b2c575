import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import type { ThreadState } from '#threads/contract.ts';
import { buildQuality } from './build-quality.ts';
import { buildAnswer, buildPost, postUrl } from './fixtures/build-answer.ts';
import {
  extraction,
  listExtractions,
  recordSavedFiles,
  renderDownloader,
} from './fixtures/render-downloader.tsx';

const places = [1, 2, 4] as const;
const posts = [1, 2, 3, 4].map((place) => ({
  code: `DAbcdefgh0${place}`,
  url: `https://www.threads.com/@maker/post/DAbcdefgh0${place}`,
  text: `Words ${place}`,
  publishedAt: '2026-10-02T07:30:00.000Z',
}));

/** Of four posts of a thread, three have media. */
const whole = buildAnswer(
  places.map((place, index) =>
    buildQuality({
      itemId: `item-${place}`,
      index: index + 1,
      source: {
        kind: 'own',
        username: 'maker',
        post: { code: posts[place - 1]?.code ?? '', url: postUrl, place, of: 4 },
      },
    }),
  ),
  { post: buildPost({ thread: { posts } }), zipUrl: '/media/zip/thread' },
);

async function renderFound(thread: ThreadState | null = { more: 2 }) {
  const post = buildPost(thread ? { thread } : {});
  const downloader = await renderDownloader([{ body: buildAnswer([buildQuality()], { post }) }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  await commands.stubResponses(extraction, [{ body: whole }]);
  return downloader;
}

const show = page.getByRole('button', { name: 'Show the whole thread' });
const shown = page.getByText('Showing the author’s thread: 3 files.');

test.each([
  ['desktop', 1280, 900],
  ['phone', 390, 844],
])(
  'on a %s the whole thread takes the place of the post, and the sum stays solved',
  async (_, width, height) => {
    await page.viewport(width, height);
    const files = recordSavedFiles();
    const downloader = await renderFound();
    await downloader.verify();
    const steps = window.history.length;
    show.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(shown).toHaveFocus();
    await expect
      .element(page.getByRole('status').filter({ hasText: shown.element().textContent }))
      .toBeVisible();
    await expect.element(show).not.toBeInTheDocument();
    for (const place of places) {
      await expect.element(page.getByRole('heading', { name: `Post ${place} of 4` })).toBeVisible();
    }
    expect(await listExtractions()).toEqual([{ url: postUrl }, { url: postUrl, thread: true }]);
    expect(downloader.locked.elements()).toEqual([]);
    expect(downloader.downloads.elements()).toHaveLength(3);
    await expect.element(page.getByRole('button', { name: /^Download all \(3 files\)/ })).toBeVisible();
    // The new files are asked for their sizes too.
    await expect.poll(() => page.getByText('4 kB', { exact: true }).elements().length).toBe(3);
    expect(window.history.length).toBe(steps);
    await expectAccessible();

    await downloader.downloads.nth(2).click();
    await expect.poll(() => files[0]?.name).toMatch(/^threads-video-3-/);
  },
);

test('a thread that is shown before the sum is solved waits for it, and one sum opens all of it', async () => {
  const downloader = await renderFound();
  expect(downloader.locked.elements()).toHaveLength(1);
  await show.click();
  await expect.element(shown).toBeVisible();
  expect(downloader.locked.elements()).toHaveLength(3);
  await downloader.verify();
  await expect.element(downloader.downloads.nth(2)).toBeVisible();
  expect(downloader.locked.elements()).toEqual([]);
});

test('while the thread is read the page says so, and where that fails what was there stays', async () => {
  const files = recordSavedFiles();
  const downloader = await renderFound();
  await downloader.verify();
  await commands.stubResponses(extraction, [
    { status: 500, body: { error: 'Not now.' }, isHeld: true },
    { body: whole },
  ]);
  await show.click();
  const busy = page.getByRole('button', { name: 'Looking through the thread...' });
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true');
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Looking through the thread...' }))
    .toBeInTheDocument();
  await expect.element(busy).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(downloader.downloads.elements()).toHaveLength(1);
  await commands.releaseResponses();

  const refusal = page.getByRole('alert').filter({ hasText: 'Not now.' });
  await expect.element(refusal).toBeVisible();
  expect(await listExtractions()).toHaveLength(2);
  await downloader.downloads.click();
  await expect.poll(() => files.length).toBe(1);

  await show.click();
  await expect.element(shown).toBeVisible();
  await expect.element(refusal).not.toBeInTheDocument();
  expect(downloader.downloads.elements()).toHaveLength(3);
});

test.each<[ThreadState, string]>([
  [{ more: 1 }, '1 more post in this thread has media.'],
  [{ more: 2 }, '2 more posts in this thread have media.'],
  [{ more: true }, 'The author may have posted more in this thread.'],
])('a thread with %o says what there is', async (thread, sentence) => {
  await renderFound(thread);
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(show).toBeVisible();
});

test('a post without a thread offers none', async () => {
  await renderFound(null);
  await expect.element(show).not.toBeInTheDocument();
});

test('a thread that is left while it is read does not come back', async () => {
  const downloader = await renderFound();
  await commands.stubResponses(extraction, [{ body: whole, isHeld: true }]);
  await show.click();
  await expect.element(page.getByRole('button', { name: 'Looking through the thread...' })).toBeVisible();
  await page.getByRole('button', { name: 'Download Another' }).click();
  await expect.element(downloader.field).toHaveFocus();
  await commands.releaseResponses();
  await downloader.field.fill('x');
  await expect.element(downloader.field).toHaveValue('x');
  await expect.element(shown).not.toBeInTheDocument();
});

test('the words of all posts are copied, and a large thread is one ZIP of two hundred files', async () => {
  const downloader = await renderFound();
  const many = Array.from({ length: 200 }, (_, place) =>
    buildQuality({ itemId: `item-${place}`, index: place + 1, bytes: 1000 }),
  );
  await commands.stubResponses(extraction, [{ body: { ...whole, qualities: many } }]);
  await downloader.verify();
  await show.click();
  await expect.element(page.getByText('Showing the author’s thread: 200 files.')).toBeVisible();
  const boxes = document.querySelectorAll<HTMLInputElement>('input[name="item"]');
  expect([...boxes].map(({ value }) => Number(value))).toEqual(
    Array.from({ length: 200 }, (_, place) => place + 1),
  );
  const submit = document.querySelector('form[aria-label="All files as one ZIP"] [type="submit"]');
  expect(submit?.textContent).toBe('Download all (200 files) · 200 kB');
  expect(submit?.hasAttribute('aria-disabled')).toBe(false);
});
