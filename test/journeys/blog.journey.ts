import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import type { Post, PostList } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { waitForHydration } from '#test/support/browser-page.ts';
import { messages } from '#test/support/downloader-page.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { blogPostPath } from '#web/paths.ts';

const phone = { width: 320, height: 700 };
/** The test browser identifies itself as a bot, whose views are not counted. */
const humanBrowser = {
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};
const longPost = 'save-a-threads-video';

let product: Product;
beforeAll(async () => {
  product = await openProduct({ SEED: 'demo' });
  return () => product[Symbol.asyncDispose]();
});

async function fetchList(query: string): Promise<PostList> {
  const response = await fetch(`${product.app.origin}/api/blog/posts?fields=summary&${query}`);
  expect(response.status).toBe(200);
  return response.json();
}

async function fetchPost(locale: Locale, slug: string): Promise<Post> {
  const path = `/api/blog/posts/${encodeURIComponent(slug)}?locale=${locale}`;
  const response = await fetch(product.app.origin + path);
  expect(response.status).toBe(200);
  return response.json();
}

async function fetchTranslation(post: Post, locale: Locale): Promise<Post> {
  const { posts } = await fetchList(`locale=${locale}&pageSize=100`);
  const found = posts.find(({ article_id }) => article_id === post.article_id);
  if (!found) throw new Error(`the seed has no ${locale} translation of ${post.slug}`);
  return fetchPost(locale, found.slug);
}

const getTitles = ({ posts }: PostList) => posts.map(({ title }) => title);
const getRelativeUrl = (page: Page) => page.url().slice(product.app.origin.length);
const html = async (path: string) => (await fetch(product.app.origin + path)).text();

function findListControls(page: Page) {
  const texts = messages.en;
  const titles = page
    .getByRole('region', { name: texts['blog.list.posts'], exact: true })
    .getByRole('heading');
  return {
    search: page.getByRole('searchbox', { name: texts['blog.list.search'], exact: true }),
    category: page.getByLabel(texts['blog.list.category'], { exact: true }),
    expectTitles: (expected: string[]) => expect.poll(() => titles.allTextContents()).toEqual(expected),
  };
}

test('a reader filters and pages the list, reads a post and opens a related one', async () => {
  const page = await product.openPage('/blog');
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') requests.push(new URL(request.url()).pathname);
  });
  const { search, category, expectTitles } = findListControls(page);
  await expectTitles(getTitles(await fetchList('locale=en')));
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await expectTitles(getTitles(await fetchList('locale=en&page=2')));
  await search.fill('video');
  await expectTitles(getTitles(await fetchList('locale=en&search=video')));
  await category.selectOption('guides');
  const narrowed = await fetchList('locale=en&search=video&category=guides');
  await expectTitles(getTitles(narrowed));
  expect(getRelativeUrl(page)).toBe('/blog?search=video&category=guides');
  await page.reload();
  await waitForHydration(page);
  await expectTitles(getTitles(narrowed));
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expectTitles(getTitles(await fetchList('locale=en')));
  // Later lists are requested without loading the page again.
  expect(new Set(requests)).toEqual(new Set(['/blog']));

  await page.goto(`${product.app.origin}${blogPostPath(longPost)}`);
  await waitForHydration(page);
  const post = await fetchPost('en', longPost);
  await page.getByRole('heading', { level: 1, name: post.title, exact: true }).waitFor();
  expect(await page.title()).toBe(post.seo_title || post.title);
  const cover = page.getByRole('img', { name: post.featured_image_alt });
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const related = page.getByRole('complementary', { name: 'Related Posts' }).getByRole('link');
  expect(await related.count()).toBe(3);
  const title = (await related.first().textContent()) ?? '';
  await related.first().click();
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
});

test('a post has its text once, a table of contents, and is printed without the rest of the page', async () => {
  const path = blogPostPath(longPost);
  const page = await product.openPage(path);
  const source = await html(path);
  expect(source.split('It needs a browser and about a minute.')).toHaveLength(2);
  const sent = await page.evaluate(
    (text) => new DOMParser().parseFromString(text, 'text/html').querySelector('.prose')?.innerHTML,
    source,
  );
  // The script only adds buttons to the code.
  const shown = await page.locator('.prose').evaluate((prose) => {
    const copy = prose.cloneNode(true) as HTMLElement;
    for (const frame of copy.querySelectorAll('.code-frame'))
      frame.replaceWith(frame.querySelector('pre') ?? '');
    return copy.innerHTML;
  });
  expect(shown).toBe(sent);
  const contents = page.getByRole('navigation', { name: 'In this post' });
  await contents.getByRole('link').nth(3).click();
  const headingTop = () =>
    page
      .locator('.prose')
      .locator('h2, h3')
      .nth(3)
      .evaluate((heading) => Math.round(heading.getBoundingClientRect().top));
  await expect.poll(headingTop).toBeLessThan(100);
  const target = decodeURIComponent(new URL(page.url()).hash.slice(1));
  expect(await page.locator('.prose').locator('h2, h3').nth(3).getAttribute('id')).toBe(target);
  expect((await contents.boundingBox())?.y).toBeGreaterThan(0);

  await page.emulateMedia({ media: 'print' });
  const isVisible = (name: string) => page.getByText(name, { exact: true }).first().isVisible();
  expect(await page.locator('.prose').isVisible()).toBe(true);
  for (const name of ['Share', 'Back to Blog', 'In this post', 'Related Posts'])
    expect([name, await isVisible(name)]).toEqual([name, false]);
  expect(await page.getByRole('contentinfo').count()).toBe(0);
});

test('a slug of another language links to the translation, without scripts', async () => {
  const english = await fetchPost('en', longPost);
  const german = await fetchTranslation(english, 'de');
  const page = await product.openPage(`/de${blogPostPath(english.slug)}`);
  await page.getByText(messages.de['blog.post.missing.translations'], { exact: true }).waitFor();
  expect(await page.locator('script[src], link[rel="modulepreload"]').count()).toBe(0);
  await page.getByRole('link', { name: german.title, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: german.title, exact: true }).waitFor();
});

test('a view counts once, with and without JavaScript', async () => {
  const { slug, view_count: before } = await fetchPost('en', 'ask-before-you-repost');
  const fetchViewCount = async () => (await fetchPost('en', slug)).view_count;
  const views = (count: number) => serverTranslator('en')('blog.views', { count });
  const page = await product.openPage(blogPostPath(slug), humanBrowser);
  await page.getByText(views(before + 1), { exact: true }).waitFor();
  const plain = await product.openPage(blogPostPath(slug), {
    ...humanBrowser,
    javaScriptEnabled: false,
    viewport: phone,
  });
  expect((await plain.locator('.prose').textContent())?.length).toBeGreaterThan(1000);
  expect(await plain.getByRole('button', { name: 'Share', exact: true }).count()).toBe(0);
  expect(await plain.getByRole('complementary').getByRole('link').count()).toBeGreaterThan(1);
  await expect.poll(fetchViewCount).toBe(before + 2);
});

test('each list and each post has one URL', async () => {
  const former = '/blog/how-to-save-a-threads-video';
  for (const [path, location] of [
    ['/blog?page=1', '/blog'],
    ['/de/blog?search=&category=&tag=', '/de/blog'],
    ['/blog?search=+gif+&category=&page=1', '/blog?search=gif'],
    ['/blog?tag=video&page=', '/blog?tag=video'],
    [`${former}?from=feed`, `/blog/${longPost}?from=feed`],
  ] as const) {
    const response = await fetch(product.app.origin + path, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')], path).toEqual([301, location]);
  }
  for (const path of [
    ...['/blog?page=999', '/blog?page=0', '/blog?page=two', '/blog?tag=video&page=900'],
    ...['/blog/no-such-post', '/de/blog/no-such-post', '/th/blog/no-such-post'],
  ])
    expect((await fetch(product.app.origin + path)).status, path).toBe(404);
  for (const path of ['/blog?search=qxzvwkj', '/blog?tag=no-such-tag', '/blog?ref=elsewhere'])
    expect((await fetch(product.app.origin + path)).status, path).toBe(200);
});

test('search engines index the full list and its pages, but no filtered list', async () => {
  const head = async (path: string) => {
    const text = await html(path);
    return {
      canonical: /<link rel="canonical" href="[^"]*?\/\/[^/"]+([^"]*)"/.exec(text)?.[1],
      robots: /<meta name="robots" content="([^"]*)"/.exec(text)?.[1],
      alternates: text.match(/rel="alternate" hrefLang=/gi)?.length ?? 0,
      title: /<title>([^<]*)/.exec(text)?.[1],
    };
  };
  expect(await head('/de/blog')).toMatchObject({ canonical: '/de/blog', robots: undefined, alternates: 11 });
  expect(await head('/blog?page=2')).toEqual({
    canonical: '/blog?page=2',
    robots: undefined,
    alternates: 0,
    title: 'Blog, page 2 | Unspool',
  });
  expect(await head('/blog?category=guides')).toMatchObject({
    canonical: '/blog/category/guides',
    robots: undefined,
    alternates: 0,
  });
  expect(await head('/blog/tag/video')).toMatchObject({ canonical: '/blog/tag/video', robots: undefined });
  for (const path of ['/blog?search=gif', '/blog?category=guides&tag=video', '/blog?tag=no-such-tag'])
    expect(await head(path)).toMatchObject({ canonical: '/blog', robots: 'noindex, follow', alternates: 0 });
});
