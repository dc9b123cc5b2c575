import { expect, onTestFinished, test, vi } from 'vitest';
import { commands, type Locator, page, userEvent } from 'vitest/browser';
import type { ExtractedPost } from '#extraction/contract.ts';
import { buildQuality } from '#test/support/build-quality.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { messages } from '#test/support/messages.ts';
import { buildExtractResponse, buildPost, postUrl } from '../fixtures/build-response.ts';
import { extraction, listExtractions, renderDownloader } from '../fixtures/render-downloader.tsx';

const noMedia = 'No downloadable media found in this Threads post.';
const wordsOnly = (overrides: Partial<ExtractedPost> = {}, code = 'post.no_media') => ({
  success: false,
  qualities: [],
  code,
  post: buildPost(overrides),
});

const entries = ['One.', 'Two.'].map((text, index) => ({
  code: `DAbcdefgh0${index + 1}`,
  url: `${postUrl}${index}`,
  text,
  publishedAt: '2026-10-02T07:30:00.000Z',
}));

const threadWithMedia = buildExtractResponse(
  [
    buildQuality({
      source: {
        kind: 'own',
        username: 'maker',
        post: { code: 'DAbcdefgh02', url: postUrl, place: 2, of: 2 },
      },
    }),
  ],
  { post: buildPost({ thread: { posts: entries } }) },
);

const card = page.getByRole('region', { name: noMedia });
const show = page.getByRole('button', { name: 'Show the whole thread' });
const threadCard = page.getByRole('region', { name: 'Showing the author’s thread: 2 posts, without media.' });

async function renderWords(...[overrides, code]: Parameters<typeof wordsOnly>) {
  const downloader = await renderDownloader([{ body: wordsOnly(overrides, code) }]);
  await downloader.extract(postUrl);
  await expect.element(card.or(page.getByRole('region', { name: /^The media in this post/ }))).toBeVisible();
  return downloader;
}

test('a post with only words is shown below the form, and not as a problem', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const text = 'A long text.\n'.repeat(40);
  const downloader = await renderWords({ text });
  await expect.element(card).toHaveFocus();
  await expect.element(downloader.field).toHaveValue(postUrl);
  expect(page.getByRole('alert').elements()).toEqual([]);
  await expect.element(card.getByText('@maker')).toBeVisible();
  await expect.element(card.getByText('October 2, 2026')).toBeVisible();
  await expect.element(card.getByRole('link', { name: 'Open on Threads' })).toHaveAttribute('href', postUrl);
  expect(card.getByRole('blockquote').element().textContent).toBe(text);
  await card.getByRole('button', { name: 'Copy text' }).click();
  expect(write).toHaveBeenCalledWith(text);
  const top = (part: Locator) => part.element().getBoundingClientRect().top;
  expect(top(card.getByRole('blockquote'))).toBeLessThan(top(card.getByRole('heading', { name: noMedia })));
  for (const name of ['Save as TXT', 'Save as Markdown', 'Save as HTML'])
    await expect.element(card.getByRole('link', { name })).toBeVisible();
  await expectAccessible();
});

const viewports = (['en', 'de', 'th'] as const).flatMap((locale) => [
  [locale, 390, 844] as const,
  [locale, 1280, 800] as const,
]);

test.each(viewports)('in %s at %d × %d, words take the first screen', async (locale, width, height) => {
  await page.viewport(width, height);
  document.documentElement.lang = locale;
  document.body.style.paddingTop = '500px';
  onTestFinished(() => {
    document.body.style.paddingTop = '';
  });
  await renderDownloader([{ body: wordsOnly({ text: 'A long text.\n'.repeat(40) }) }], { locale });
  await page.getByLabelText(messages[locale]['form.label']).fill(postUrl);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('blockquote')).toBeVisible();
  await expect
    .poll(() => page.getByRole('blockquote').element().getBoundingClientRect().top)
    .toBeLessThan(height / 4);
});

test('a post without words and media still shows whose it is', async () => {
  await renderWords({ text: '' });
  await expect.element(card.getByText('Post by Maker')).toBeVisible();
  await expect.element(card.getByRole('blockquote')).not.toBeInTheDocument();
});

test('a post whose media is elsewhere shows its words and links there', async () => {
  await renderWords({ linksTo: 'https://www.example.org/watch' }, 'post.media_elsewhere');
  await expect
    .element(page.getByRole('link', { name: 'Open the link to example.org' }))
    .toHaveAttribute('href', 'https://www.example.org/watch');
  await expect
    .element(page.getByRole('heading'))
    .toHaveTextContent('The media in this post isn’t on Threads: the post links to another site.');
  await expect.element(page.getByRole('blockquote')).toHaveTextContent('Words of the post');
  expect(page.getByRole('alert').elements()).toEqual([]);
});

test('a link in a post is shown only if it is http or https', async () => {
  await renderWords({ linksTo: 'javascript:alert(1)' }, 'post.media_elsewhere');
  expect(page.getByRole('link', { name: /^Open the link to/ }).elements()).toEqual([]);
});

test('another link replaces the words', async () => {
  const downloader = await renderWords();
  await commands.stubResponses(extraction, [{ body: buildExtractResponse() }]);
  await downloader.extract(`${postUrl}x`);
  await expect.element(downloader.found).toBeVisible();
  await expect.element(card).not.toBeInTheDocument();
});

test('a thread with only words is shown in place of its post', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await renderWords({ thread: { more: true } });
  await commands.stubResponses(extraction, [{ body: wordsOnly({ thread: { posts: entries } }) }]);
  await show.click();
  await expect.element(threadCard).toHaveFocus();
  for (const [index, { text }] of entries.entries()) {
    await expect.element(page.getByRole('heading', { name: `Post ${index + 1} of 2` })).toBeVisible();
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  }
  expect(await listExtractions()).toEqual([{ url: postUrl }, { url: postUrl, thread: true }]);
  await expect.element(show).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Copy all text' }).click();
  expect(write).toHaveBeenCalledWith('One.\n\nTwo.');
  await expect.element(page.getByRole('link', { name: 'Save as HTML' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await expectAccessible();
});

test('a thread with media becomes a result with its own link', async () => {
  const downloader = await renderWords({ thread: { more: 1 } });
  await downloader.field.fill('something else');
  await commands.stubResponses(extraction, [{ body: threadWithMedia }]);
  await show.click();
  await expect.element(downloader.found).toHaveFocus();
  await expect.element(page.getByLabelText('Processing URL')).toHaveValue(postUrl);
  await expect.element(page.getByText('Two.')).toBeVisible();
});

test('a thread that cannot be read leaves the words, and can be tried again', async () => {
  await renderWords({ thread: { more: 1 } });
  await commands.stubResponses(extraction, [
    { status: 500, body: { error: 'Not now.' } },
    { body: wordsOnly({ thread: { posts: entries } }) },
  ]);
  await show.click();
  await expect.element(page.getByRole('alert').filter({ hasText: 'Not now.' })).toBeVisible();
  await expect.element(card.getByRole('blockquote')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(threadCard).toBeVisible();
});

test('in a batch, a post with only words is shown neutrally, and its thread can be read', async () => {
  const links = [postUrl, `${postUrl}2`];
  const downloader = await renderDownloader();
  await commands.stubResponses(extraction, [{ body: wordsOnly({ thread: { more: 1 } }) }], postUrl);
  await commands.stubResponses(extraction, [{ body: buildExtractResponse() }], `${postUrl}2`);
  await downloader.extract(links.join(' '));
  await expect.element(card.getByText('Words of the post')).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
  await expect.element(card).not.toHaveFocus();
  await commands.stubResponses(extraction, [{ body: threadWithMedia }], postUrl);
  await show.click();
  await expect.element(page.getByText('Showing the author’s thread: 1 file.')).toBeVisible();
});

test('a thread of words names the posts that it lacks', async () => {
  const gaps = [{ after: 1, count: 2, reason: 'missing' as const }];
  const body = wordsOnly({ incomplete: true, thread: { posts: entries, gaps } });
  const downloader = await renderDownloader([{ body }]);
  await downloader.extract(postUrl);
  await expect
    .element(threadCard.getByText('2 posts are missing here. Threads didn’t send them.'))
    .toBeVisible();
  await expect.element(threadCard.getByRole('heading', { name: 'Post 4 of 4' })).toBeVisible();
  // Once, and nothing about media.
  expect(page.getByText(/missing/).elements()).toHaveLength(1);
});
