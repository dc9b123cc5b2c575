import { expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import type { QueuedPost } from '#translation/contract.ts';
import ReviewPage, { type ReviewPageData } from './review-page.tsx';

const languages = locales.map((locale) => ({ locale, posts: locale === 'th' ? 2 : 0 }));
const post: QueuedPost = {
  id: '4f3f2a52-0000-4000-8000-000000000001',
  title: 'ด้าย',
  status: 'published',
  isUntranslated: false,
  isOutdated: true,
  blocks: 11,
  doubtful: 3,
};

const show = async (loaderData: Omit<ReviewPageData, 'languages'>) =>
  (await renderAdminPage(ReviewPage, { path: '/admin/review', loaderData: { languages, ...loaderData } }))
    .screen;

test('the page counts the blocks of one language, and each post opens beside its original', async () => {
  const posts = [
    post,
    { ...post, id: '4f3f2a52-0000-4000-8000-000000000002', title: '', blocks: 1, doubtful: 0 },
  ];
  const screen = await show({ language: 'th', posts });
  await expect.element(screen.getByRole('heading', { name: '12 blocks to review in Thai' })).toBeVisible();
  const link = screen.getByRole('link', { name: /^ด้าย/ });
  await expect.element(link).toMatchTextContent('Published · Out of date · 11 blocks');
  await expect.element(link).toHaveAttribute('href', `/admin/blog/${post.id}/translate?to=th`);
  const doubts = screen.getByRole('link', { name: '3 to look at' });
  await expect.element(doubts).toHaveAttribute('href', `/admin/blog/${post.id}/review#th`);
  await expect.element(screen.getByRole('link', { name: /^Untitled/ })).toMatchTextContent('1 block');
  const current = screen
    .getByRole('navigation', { name: 'Post languages' })
    .getByRole('link', { name: 'ไทย 2' });
  await expect.element(current).toHaveAttribute('aria-current', 'page');
  await expectAccessible({ isPage: true });
});

test('without posts the page says that nothing is left', async () => {
  const screen = await show({ language: 'de', posts: [] });
  await expect.element(screen.getByRole('heading', { name: 'Nothing to review in German' })).toBeVisible();
});

test('a queue that is longer than the list says so', async () => {
  const screen = await show({ language: 'th', posts: [post] });
  await expect
    .element(screen.getByText('The first post is shown. The others appear once it is done.'))
    .toBeVisible();
});
