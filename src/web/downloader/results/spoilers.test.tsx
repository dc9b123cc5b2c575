import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { buildExtractResponse, buildPhoto, buildPost, buildThread } from '../fixtures/build-response.ts';
import { mediaRegion, renderFound } from '../fixtures/render-downloader.tsx';

const formatting = [{ start: 9, end: 17, styles: ['spoiler' as const] }];
const post = buildPost({ formatting });
const words = page.getByText('the post', { exact: true });
const checkbox = page.getByRole('checkbox', { name: 'Show hidden text' });
const cover = (name: string) => page.getByText(`Show ${name} (hidden by the author)`);
const thumbnail = (name: string) => mediaRegion.getByRole('button', { name: `Show ${name}`, exact: true });

const hidden = [1, 2].map((index) => buildPhoto({ index, isSpoiler: true, alt: `Twist ${index}` }));
const open = buildPhoto({ index: 3 });

test('hidden words are covered until they are tapped, and can be covered again', async () => {
  await renderFound(buildExtractResponse([open], { post }));
  await expect.element(words).not.toBeVisible();
  await page
    .getByRole('blockquote')
    .getByText('the post', { exact: true })
    .element()
    .closest('label')
    ?.click();
  await expect.element(words).toBeVisible();
  await expect.element(checkbox).toBeChecked();
  await expectAccessible();
  checkbox.element().focus();
  await userEvent.keyboard(' ');
  await expect.element(words).not.toBeVisible();
  expect(page.getByRole('blockquote').element().textContent).toBe('Words of the post');
});

test('the words of a thread are covered post by post', async () => {
  const thread = buildThread(2);
  const posts = [1, 2].map((place) => ({
    code: `DAbcdefgh0${place}`,
    url: post.url,
    text: `Words ${place}`,
    formatting: [{ start: 0, end: 7, styles: ['spoiler' as const] }],
    publishedAt: post.publishedAt,
  }));
  await renderFound({ ...thread, post: buildPost({ thread: { posts } }) });
  checkbox.first().element().focus();
  await userEvent.keyboard(' ');
  await expect.element(page.getByText('Words 1', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Words 2', { exact: true })).not.toBeVisible();
});

test('hidden media is covered until it is tapped, with the keyboard too', async () => {
  await renderFound(buildExtractResponse([...hidden, open]));
  await expect.element(thumbnail('Image 3')).toBeVisible();
  await expect.element(cover('Image 1')).toBeVisible();
  expect(thumbnail('Image 1').elements()).toEqual([]);
  await expectAccessible();
  (cover('Image 1').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(thumbnail('Image 1')).toHaveFocus();
  await expect.element(cover('Image 1')).not.toBeVisible();
  await expect.element(cover('Image 2')).toBeVisible();
});

test('the viewer covers what is hidden until it is shown there or in the list', async () => {
  await renderFound(buildExtractResponse([...hidden, open]));
  await cover('Image 1').click();
  await thumbnail('Image 1').click();
  const viewer = page.getByRole('dialog');
  await expect.element(viewer.getByRole('img')).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  const button = viewer.getByRole('button', { name: 'Show Image 2 (hidden by the author)' });
  await expect.element(button).toBeVisible();
  expect(viewer.getByRole('img').elements()).toEqual([]);
  expect(viewer.getByText('Twist 2').elements()).toEqual([]);
  await button.click();
  await expect.element(viewer.getByRole('img', { name: 'Twist 2' })).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await userEvent.keyboard('{Escape}');
  await expect.element(cover('Image 2')).not.toBeVisible();
});
