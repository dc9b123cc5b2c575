import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderPublicPage } from '#test/support/components/render-page.tsx';
import { toListedPage } from '../../seo/page-urls.ts';
import { examplePostSummary } from '../fixtures/example-list.ts';
import { toListedPost } from '../list/listed-post.ts';
import AuthorPage from './author-page.tsx';

const path = '/blog/author/mira-l';
const author = {
  slug: 'mira-l',
  name: 'Mira L',
  bio: 'Writes about archives.',
  image: null,
  locales: ['en', 'de'],
};
const summaries = [1, 2].map((number) =>
  examplePostSummary(number, { author: { name: 'Mira L', slug: 'mira-l', image_url: null } }),
);
const postPage = { path, page: 1, pages: 3, posts: summaries.map(toListedPost) };
const data = { author, postPage, page: toListedPage(path, ['en', 'de'], 'en'), view: null };

const show = (changes: object = {}) =>
  renderPublicPage(AuthorPage, { path, loaderData: { ...data, ...changes } });

test('the page of an author has name, bio, posts and page links', async () => {
  const { screen } = await show();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Mira L' })).toBeVisible();
  await expect.element(screen.getByText('Writes about archives.')).toBeVisible();
  const cards = screen.getByRole('region', { name: 'Posts' }).getByRole('article');
  expect(cards.elements()).toHaveLength(2);
  await expect
    .element(cards.first().getByRole('link', { name: 'By Mira L' }))
    .toHaveAttribute('href', '/blog/author/mira-l');
  await expect
    .element(screen.getByRole('link', { name: 'Page 2' }))
    .toHaveAttribute('href', `${path}?page=2`);
  const breadcrumbs = screen.getByRole('navigation', { name: 'You are here' });
  await expect.element(breadcrumbs.getByRole('link', { name: 'Blog' })).toHaveAttribute('href', '/blog');
  expect(document.title).toBe('Posts by Mira L | Unspool');
  await expectAccessible({ isPage: true });
});

test('an author without posts in the language says so', async () => {
  const { screen } = await show({
    author: { ...author, bio: null },
    postPage: { ...postPage, posts: [], pages: 0 },
  });
  await expect.element(screen.getByText('There are no posts by Mira L in this language yet.')).toBeVisible();
});
