import { beforeEach, expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import type { Post } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { createTranslator } from '#i18n/translator.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderPublicPage } from '#test/support/components/render-page.tsx';
import { loadMessages } from '#test/support/messages.ts';
import { examplePost } from '../../seo/fixtures/example-post.ts';
import PostPage, { type LoadedPost } from './post-page.tsx';
import { startViewCount } from './start-post.ts';

const imageUrl = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="675"/>')}`;
const { content: _, ...summary } = examplePost({
  view_count: 7,
  read_time_minutes: 3,
  featured_image_url: imageUrl,
  featured_image_srcset: `${imageUrl} 480w`,
  featured_image_width: 1200,
  featured_image_height: 675,
  featured_image_alt: 'A spool of thread',
});
const translatedPage = { paths: { en: '/blog/a-thread', de: '/blog/ein-faden' }, section: '/blog' } as const;

beforeEach(async () => {
  localStorage.setItem('unspool.language-suggestion', 'given');
  await commands.stubResponses('POST /api/blog/posts/*/views', [{ status: 204 }]);
});

interface PostOptions {
  locale?: Locale;
  post?: Partial<Post>;
}

async function openPost({ locale = 'en', post = {} }: PostOptions = {}) {
  const prefix = locale === 'en' ? '' : `/${locale}`;
  const loaderData: LoadedPost = { post: { ...summary, ...post }, translatedPage };
  const rendered = await renderPublicPage(PostPage, {
    path: `${prefix}/blog/a-thread`,
    route: `${prefix}/blog/:slug`,
    loaderData,
    locale,
  });
  startViewCount(createTranslator(locale, await loadMessages(locale)));
  return rendered;
}

test.each([
  ['en', ['January 2, 2026', '3 min read', '7 views', 'Back to Blog', 'Share']],
  ['de', ['2. Januar 2026', '3 Min. Lesezeit', '7 Aufrufe', 'Zurück zum Blog', 'Teilen']],
  ['th', ['2 มกราคม 2569']],
] as const)('a post in %s shows its metadata', async (locale, texts) => {
  await page.viewport(320, 700);
  const { screen } = await openPost({ locale, post: { locale } });
  const article = screen.getByRole('article');
  const prefix = locale === 'en' ? '' : `/${locale}`;
  await expect.element(screen.getByRole('heading', { level: 1, name: 'A thread' })).toBeVisible();
  for (const text of texts) await expect.element(article.getByText(text, { exact: true })).toBeVisible();
  await expect.element(article.getByText('In short.', { exact: true })).toBeVisible();
  expect(document.querySelector('article time')?.getAttribute('datetime')).toBe('2026-01-02T00:00:00.000Z');
  const getHref = (name: string) =>
    article.getByRole('link', { name, exact: true }).element().getAttribute('href');
  expect(getHref('Guides')).toBe(`${prefix}/blog/category/guides`);
  expect(getHref('Video')).toBe(`${prefix}/blog/tag/video`);
  const fill = article.getByRole('link', { name: 'Guides' }).element().querySelector('rect');
  expect(fill?.getAttribute('fill')).toBe('#33669920');
  await expectAccessible();
});

test('the post image has high priority and reserves its space', async () => {
  const { screen } = await openPost();
  const cover = screen.getByRole('img', { name: 'A spool of thread' }).element();
  expect(Object.fromEntries([...cover.attributes].map(({ name, value }) => [name, value]))).toMatchObject({
    srcset: `${imageUrl} 480w`,
    sizes: expect.stringMatching(/\d/),
    width: '1200',
    height: '675',
    fetchpriority: 'high',
  });
});

test('a post without image, category, tags, excerpt and reading time omits them', async () => {
  const { screen } = await openPost({
    post: {
      featured_image_url: null,
      category: null,
      tags: [],
      excerpt: '',
      read_time_minutes: 0,
      published_at: null,
      view_count: 1,
    },
  });
  const article = screen.getByRole('article');
  await expect.element(article.getByText('1 view', { exact: true })).toBeVisible();
  await expect.element(article.getByText('January 1, 2026', { exact: true })).toBeVisible();
  await expect.element(article.getByRole('list', { name: 'Tags' })).not.toBeInTheDocument();
  await expect.element(article.getByText(/min read/)).not.toBeInTheDocument();
  expect(article.element().querySelector('img, header p')).toBeNull();
});

test('the breadcrumbs include the blog, and the document title is the SEO title', async () => {
  const { screen } = await openPost({ post: { seo_title: 'For search engines' } });
  const trail = screen.getByRole('navigation', { name: 'You are here' });
  expect(
    trail
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/', '/blog']);
  await expect.element(trail.getByRole('listitem').last()).toHaveAttribute('aria-current', 'page');
  await expect.element(screen.getByRole('link', { name: 'Back to Blog' })).toHaveAttribute('href', '/blog');
  expect(document.title).toBe('For search engines');
});

test('an untranslated title and excerpt have a lang attribute', async () => {
  const { screen } = await openPost({ post: { text_locale: 'de' } });
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'de');
  await expect.element(screen.getByText('In short.', { exact: true })).toHaveAttribute('lang', 'de');
});

test('a view is reported once, and the returned count is shown', async () => {
  await commands.stubResponses('POST /api/blog/posts/*/views', [{ body: { view_count: 1234 } }]);
  const { screen } = await openPost();
  await expect.element(screen.getByText('1,234 views', { exact: true })).toBeVisible();
  expect((await commands.listRequests()).map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', `/api/blog/posts/${summary.id}/views`, null],
  ]);
});

test.each([
  ['is not counted', { status: 204 }],
  ['is refused', { status: 429, body: { success: false } }],
  ['does not arrive', { isOffline: true }],
])('if a view %s, the count is unchanged', async (_, response) => {
  await commands.stubResponses('POST /api/blog/posts/*/views', [{ ...response, isPending: true }]);
  const { screen } = await openPost();
  await expect.poll(async () => (await commands.listRequests()).length).toBe(1);
  await commands.releaseResponses();
  const settled = await fetch('/api/blog/posts/any/views', { method: 'POST' }).catch(() => null);
  expect(settled?.status ?? null).toBe('status' in response ? response.status : null);
  await expect.element(screen.getByText('7 views', { exact: true })).toBeVisible();
});

test('the byline links the page of the author', async () => {
  const { screen } = await openPost({
    locale: 'de',
    post: { locale: 'de', author: { name: 'Mira L', slug: 'mira-l', image_url: imageUrl } },
  });
  const byline = screen.getByRole('link', { name: 'Von Mira L' });
  await expect.element(byline).toHaveAttribute('href', '/de/blog/author/mira-l');
  await expectAccessible({ isPage: true });
});
