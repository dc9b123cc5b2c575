import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderPublicPage } from '#test/support/components/render-page.tsx';
import { toListedPage } from '../../seo/page-urls.ts';
import { examplePostSummary } from '../fixtures/example-list.ts';
import { toListedPost } from '../list/listed-post.ts';
import TaxonPage from './taxon-page.tsx';

const path = '/blog/category/guides';

test('the page of a category has its description, posts and page links, and badges link the other pages', async () => {
  const { screen } = await renderPublicPage(TaxonPage, {
    path,
    loaderData: {
      name: 'Guides',
      description: 'How to save things.',
      postPage: { path, page: 2, pages: 2, posts: [toListedPost(examplePostSummary(1))] },
      page: toListedPage(path, ['en'], 'en'),
      view: { query: '?page=2', isListed: true },
    },
  });
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Guides' })).toBeVisible();
  await expect.element(screen.getByText('How to save things.')).toBeVisible();
  const card = screen.getByRole('article');
  await expect.element(card.getByRole('link', { name: 'Guides' })).toHaveAttribute('href', path);
  await expect.element(card.getByRole('link', { name: 'Video' })).toHaveAttribute('href', '/blog/tag/video');
  await expect.element(screen.getByRole('link', { name: 'Page 1' })).toHaveAttribute('href', path);
  expect(document.title).toBe('Guides: blog posts, page 2 | Unspool');
  await expectAccessible({ isPage: true });
});
