import type { Page, Route } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PostList } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { type Words, words } from '#test/support/downloader-page.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { longDate } from '#web/blog/long-date.ts';

const phone = { width: 320, height: 700 };

/** A machine with other work is slow. */
const eventually = <T>(ask: () => Promise<T> | T) => expect.poll(ask, { timeout: 10_000 });

let product: Product;

beforeAll(async () => {
  product = await openProduct({ SEED: 'demo' });
});

afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
});

/** What the blog itself says: the pages are held against it. */
async function ask(query: string): Promise<PostList> {
  const answer = await fetch(`${product.app.origin}/api/blog/posts?fields=summary&${query}`);
  expect(answer.status).toBe(200);
  return answer.json();
}

const titlesOf = ({ posts }: PostList) => posts.map(({ title }) => title);

function listOn(page: Page, texts: Words = words.en) {
  const section = page.getByRole('region', { name: texts['blog.list.posts'], exact: true });
  return {
    section,
    search: page.getByRole('searchbox', { name: texts['blog.list.search'], exact: true }),
    category: page.getByLabel(texts['blog.list.category'], { exact: true }),
    tag: page.getByLabel(texts['blog.list.tag'], { exact: true }),
    clear: page.getByRole('button', { name: texts['blog.list.clear'], exact: true }),
    cards: section.getByRole('article'),
    status: section.getByRole('status'),
    empty: page.getByText(texts['blog.list.empty'], { exact: true }),
    placeholders: section.locator('[aria-hidden="true"] > div'),
    pages: page.getByRole('navigation', { name: texts['blog.list.pages'], exact: true }),
    titles: () => section.getByRole('heading', { level: 2 }).allTextContents(),
    /** Until the list shows these posts and no others. */
    shows: (titles: string[]) =>
      eventually(() => section.getByRole('heading', { level: 2 }).allTextContents()).toEqual(titles),
    address: () => page.url().slice(product.app.origin.length),
  };
}

/** Keeps the answers to one page's questions for posts, until they are given. */
async function holdAnswers(page: Page) {
  const held: Route[] = [];
  let isOpen = false;
  await page.route('**/api/blog/posts?*', (route) => {
    if (isOpen) return route.continue();
    held.push(route);
    return undefined;
  });
  return {
    held,
    async give(): Promise<void> {
      isOpen = true;
      for (const route of held.splice(0)) await route.continue().catch(() => undefined);
    },
  };
}

test.each([
  ['en', 'light'],
  ['de', 'dark'],
  ['th', 'light'],
] as const)('the newest posts in %s are cards', async (locale, colorScheme) => {
  const texts: Words = words[locale];
  const page = await product.visit(localizedPath(locale, '/blog'), { viewport: phone, colorScheme });
  const list = listOn(page, texts);
  const { posts, totalPosts } = await ask(`locale=${locale}`);
  await page.getByRole('heading', { level: 1, name: texts['blog.list.heading'], exact: true }).waitFor();
  await page.getByText(texts['blog.list.intro'], { exact: true }).waitFor();
  await list.shows(posts.map(({ title }) => title));
  expect(await list.status.textContent()).toContain(String(totalPosts));
  expect(await list.search.getAttribute('placeholder')).toBe(texts['blog.list.placeholder']);
  expect(await list.category.locator('option').first().textContent()).toBe(texts['blog.list.all_categories']);
  expect(await list.tag.locator('option').first().textContent()).toBe(texts['blog.list.all_tags']);
  expect(await list.clear.count()).toBe(0);

  for (const [index, post] of posts.entries()) {
    const card = list.cards.nth(index);
    const text = (await card.textContent()) ?? '';
    for (const part of [post.excerpt, post.category?.name, longDate(locale, post.published_at ?? '')])
      expect(text).toContain(part);
    expect(await card.locator('time').getAttribute('datetime')).toBe(post.published_at);
    const badges = await card.getByRole('listitem').allTextContents();
    expect(badges).toEqual([post.category?.name, ...post.tags.slice(0, 3).map(({ name }) => name)]);
    const more = card.getByRole('link');
    expect(await more.locator('[aria-hidden]').textContent()).toBe(texts['blog.more']);
    expect(await more.getAttribute('href')).toBe(
      localizedPath(locale, `/blog/${encodeURIComponent(post.slug)}`),
    );
    const picture = card.locator('img');
    expect(await picture.getAttribute('alt')).toBe(post.featured_image_alt);
    expect(await picture.getAttribute('srcset')).toBe(post.featured_image_srcset);
    expect(await picture.getAttribute('sizes')).toMatch(/\d/);
    expect(Number(await picture.getAttribute('width'))).toBe(post.featured_image_width);
    expect(Number(await picture.getAttribute('height'))).toBe(post.featured_image_height);
  }
  await expectAccessible(page, `the list in ${locale}`);
});

test('one, two or three cards stand in a row', async () => {
  const page = await product.visit('/blog', { viewport: phone });
  for (const [width, columns] of [
    [390, 1],
    [800, 2],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const boxes = await listOn(page).cards.evaluateAll((cards) =>
      cards.slice(0, 4).map((card) => card.getBoundingClientRect().top),
    );
    expect(boxes.filter((top) => top === boxes[0])).toHaveLength(columns);
  }
});

test('a card leads to its post, wherever it is clicked', async () => {
  const page = await product.visit('/blog');
  const list = listOn(page);
  const [first] = (await ask('locale=en')).posts;
  await list.cards.first().click({ position: { x: 40, y: 40 } });
  await page.getByRole('heading', { level: 1, name: first?.title ?? '', exact: true }).waitFor();
  expect(list.address()).toBe(`/blog/${first?.slug}`);
});

test('typing narrows the posts at hand at once, then the server looks at all of them', async () => {
  const page = await product.visit('/blog');
  const list = listOn(page);
  const atFirst = titlesOf(await ask('locale=en'));
  await list.shows(atFirst);
  const answers = await holdAnswers(page);
  const wanted = 'VIDEO';
  const { posts } = await ask('locale=en');
  const atHand = posts
    .filter((post) => [post.title, post.excerpt].some((text) => text.toLowerCase().includes('video')))
    .map(({ title }) => title);
  expect(atHand.length).toBeLessThan(atFirst.length);
  await list.search.pressSequentially(wanted);
  await list.shows(atHand);
  expect(await list.section.getAttribute('aria-busy')).toBe('true');
  await eventually(() => answers.held.length).toBe(1);
  expect(list.address()).toBe('/blog?search=VIDEO');
  await answers.give();
  const found = await ask('locale=en&search=video');
  await list.shows(titlesOf(found));
  await eventually(() => list.status.textContent()).toContain(String(found.totalPosts));
  expect(await list.section.getAttribute('aria-busy')).toBe('false');
  expect(await list.search.evaluate((box) => box === document.activeElement)).toBe(true);
});

test('filters live in the address: shared, gone back from, and cleared', async () => {
  const page = await product.visit('/blog');
  const list = listOn(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.push(new URL(request.url()).pathname);
  });
  const guides = await ask('locale=en&category=guides');
  const both = await ask('locale=en&category=guides&tag=video');
  const everything = await ask('locale=en');

  await list.category.selectOption('guides');
  await list.shows(titlesOf(guides));
  await page.getByText('Category: Guides', { exact: true }).waitFor();
  await list.tag.selectOption('video');
  await list.shows(titlesOf(both));
  await page.getByText('Tag: Video', { exact: true }).waitFor();
  expect(list.address()).toBe('/blog?category=guides&tag=video');
  await expectAccessible(page, 'with filters');

  const other = await product.visit('/blog?category=guides&tag=video');
  await listOn(other).shows(titlesOf(both));
  expect(await listOn(other).category.inputValue()).toBe('guides');
  expect(await listOn(other).tag.inputValue()).toBe('video');

  await page.goBack();
  await list.shows(titlesOf(guides));
  expect([await list.category.inputValue(), await list.tag.inputValue()]).toEqual(['guides', '']);
  await page.goForward();
  await list.shows(titlesOf(both));
  expect(await list.tag.inputValue()).toBe('video');

  await list.clear.click();
  await list.shows(titlesOf(everything));
  expect(list.address()).toBe('/blog');
  expect(await list.clear.count()).toBe(0);
  expect(await page.getByText('Tag: Video', { exact: true }).count()).toBe(0);
  expect([await list.category.inputValue(), await list.tag.inputValue()]).toEqual(['', '']);
  expect(await list.search.evaluate((box) => box === document.activeElement)).toBe(true);
  // The page is not rendered again for any of this.
  expect(new Set(asked)).toEqual(new Set(['/api/blog/posts']));
});

test('a search is one step of the way back, and all of it is found in the box again', async () => {
  const page = await product.visit('/blog');
  const list = listOn(page);
  const everything = await ask('locale=en');
  await list.search.pressSequentially('gi');
  await eventually(list.address).toBe('/blog?search=gi');
  await list.search.pressSequentially('f');
  await eventually(list.address).toBe('/blog?search=gif');
  await list.shows(titlesOf(await ask('locale=en&search=gif')));
  await page.goBack();
  await list.shows(titlesOf(everything));
  expect(list.address()).toBe('/blog');
  expect(await list.search.inputValue()).toBe('');
  await page.goForward();
  await eventually(() => list.search.inputValue()).toBe('gif');
  await page.reload();
  expect(await list.search.inputValue()).toBe('gif');
  await list.shows(titlesOf(await ask('locale=en&search=gif')));
});

test('pages are turned in place, with the reading going on at the top of the list', async () => {
  const page = await product.visit('/blog');
  const list = listOn(page);
  const link = (name: string) => list.pages.getByRole('link', { name, exact: true });
  const { totalPosts } = await ask('locale=en');
  const last = Math.ceil(totalPosts / 10);
  expect(last).toBeGreaterThan(2);
  expect(await link('Previous').getAttribute('aria-disabled')).toBe('true');
  expect(await link('Previous').getAttribute('href')).toBeNull();
  expect(await link('Page 1').getAttribute('aria-current')).toBe('page');

  await link('Next').focus();
  await page.keyboard.press('Enter');
  await list.shows(titlesOf(await ask('locale=en&page=2')));
  expect(list.address()).toBe('/blog?page=2');
  expect(await page.title()).toBe('Blog, page 2 | Unspool');
  expect(await list.section.evaluate((section) => section === document.activeElement)).toBe(true);
  await eventually(() => list.section.evaluate((top) => Math.round(top.getBoundingClientRect().top))).toBe(
    24,
  );
  expect(await link('Page 2').getAttribute('aria-current')).toBe('page');
  await expectAccessible(page, 'page 2');

  await link(`Page ${last}`).click();
  await list.shows(titlesOf(await ask(`locale=en&page=${last}`)));
  expect(await link('Next').getAttribute('aria-disabled')).toBe('true');
  await link('Previous').click();
  await eventually(list.address).toBe(`/blog?page=${last - 1}`);

  // A filter begins at its first page again, and one page needs no pagination.
  await list.category.selectOption('privacy');
  await eventually(list.address).toBe('/blog?category=privacy');
  await list.shows(titlesOf(await ask('locale=en&category=privacy')));
  expect(await list.pages.count()).toBe(0);
  await page.goBack();
  await list.shows(titlesOf(await ask(`locale=en&page=${last - 1}`)));
});

test('the keyboard reaches every filter, in the order they are read', async () => {
  const page = await product.visit('/blog');
  const list = listOn(page);
  await list.search.focus();
  await page.keyboard.type('threads');
  await page.keyboard.press('Enter');
  await eventually(list.address).toBe('/blog?search=threads');
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').getAttribute('name')).toBe('category');
  await page.keyboard.press('ArrowDown');
  await eventually(list.address).toMatch(/^\/blog\?search=threads&category=/);
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').getAttribute('name')).toBe('tag');
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').textContent()).toBe('Clear Filters');
  await page.keyboard.press('Enter');
  await list.shows(titlesOf(await ask('locale=en')));
  expect(await page.locator(':focus').getAttribute('name')).toBe('search');
});

test('what matches nothing says so', async () => {
  const page = await product.visit('/blog?search=qxzvwkj');
  const list = listOn(page);
  await list.empty.waitFor();
  expect(await list.cards.count()).toBe(0);
  await expectAccessible(page, 'an empty list');
  await list.clear.click();
  await list.shows(titlesOf(await ask('locale=en')));
  await list.search.fill('qxzvwkj');
  await list.empty.waitFor();
});

test('six placeholders stand for posts on their way, where there is nothing to show yet', async () => {
  const page = await product.visit('/blog');
  const list = listOn(page);
  const [late] = (await ask('locale=en&page=3')).posts;
  const answers = await holdAnswers(page);
  await list.search.fill(late?.title ?? '');
  await eventually(() => list.placeholders.count()).toBe(6);
  expect(await list.status.textContent()).toBe('Loading posts...');
  expect(await list.empty.count()).toBe(0);
  expect(await list.pages.count()).toBe(0);
  await expectAccessible(page, 'while posts are on their way');
  await eventually(() => answers.held.length).toBe(1);
  await answers.give();
  await list.cards.first().waitFor();
  expect((await list.titles())[0]).toBe(late?.title);
  expect(await list.placeholders.count()).toBe(0);
});

test('an answer that fails four times is told, and can be asked for again', async () => {
  const page = await product.visit('/blog');
  const list = listOn(page);
  let tries = 0;
  await page.route('**/api/blog/posts?*', (route) => {
    tries += 1;
    return route.fulfill({ status: 200, contentType: 'text/html', body: '<p>A proxy says hello.' });
  });
  await list.category.selectOption('guides');
  const problem = page.getByRole('alert');
  await problem.getByText(words.en['blog.list.failed'], { exact: true }).waitFor({ timeout: 20_000 });
  expect(tries).toBe(4);
  await expectAccessible(page, 'with a failure');
  await page.unroute('**/api/blog/posts?*');
  await problem.getByRole('button', { name: 'Try again', exact: true }).click();
  await list.shows(titlesOf(await ask('locale=en&category=guides')));
  expect(await problem.count()).toBe(0);
  expect(await list.section.evaluate((section) => section === document.activeElement)).toBe(true);
});

test.each(['en', 'de'] as const)(
  'without JavaScript the list in %s is searched, narrowed, turned and cleared',
  async (locale: Locale & keyof typeof words) => {
    const texts: Words = words[locale];
    const path = localizedPath(locale, '/blog');
    const page = await product.visit(path, { javaScriptEnabled: false, viewport: phone });
    const list = listOn(page, texts);
    const submit = page.getByRole('button', { name: texts['blog.list.search'], exact: true });
    await list.search.fill('gif');
    await submit.click();
    await list.shows(titlesOf(await ask(`locale=${locale}&search=gif`)));
    expect(list.address()).toBe(`${path}?search=gif`);
    expect(await list.search.inputValue()).toBe('gif');

    await list.search.fill('');
    await list.category.selectOption('guides');
    await submit.click();
    await list.shows(titlesOf(await ask(`locale=${locale}&category=guides`)));
    expect(list.address()).toBe(`${path}?category=guides`);
    expect(await list.category.inputValue()).toBe('guides');

    await list.clear.click();
    const everything = await ask(`locale=${locale}`);
    await list.shows(titlesOf(everything));
    expect(await list.clear.count()).toBe(0);
    if (everything.totalPosts > 10) {
      await list.pages.getByRole('link', { name: texts['blog.list.next'], exact: true }).click();
      await list.shows(titlesOf(await ask(`locale=${locale}&page=2`)));
      expect(list.address()).toBe(`${path}?page=2`);
    }
  },
);

test('with JavaScript no button is needed, and none is there', async () => {
  const page = await product.visit('/blog');
  expect(await page.getByRole('button', { name: 'Search', exact: true }).count()).toBe(0);
});

test('each list has one address', async () => {
  for (const [path, place] of [
    ['/blog?page=1', '/blog'],
    ['/de/blog?search=&category=&tag=', '/de/blog'],
    ['/blog?search=+gif+&category=&page=1', '/blog?search=gif'],
    ['/blog?tag=video&page=', '/blog?tag=video'],
  ] as const) {
    const answer = await fetch(product.app.origin + path, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')], path).toEqual([301, place]);
  }
  for (const path of ['/blog?page=999', '/blog?page=0', '/blog?page=two', '/blog?tag=video&page=900'])
    expect((await fetch(product.app.origin + path)).status, path).toBe(404);
  for (const path of ['/blog?search=qxzvwkj', '/blog?tag=no-such-tag', '/blog?ref=elsewhere'])
    expect((await fetch(product.app.origin + path)).status, path).toBe(200);
});

test('search engines are told of the whole list and its pages, and of no other', async () => {
  const read = async (path: string) => {
    const html = await (await fetch(product.app.origin + path)).text();
    return {
      canonical: /<link rel="canonical" href="[^"]*?\/\/[^/"]+([^"]*)"/.exec(html)?.[1],
      robots: /<meta name="robots" content="([^"]*)"/.exec(html)?.[1],
      alternates: html.match(/rel="alternate" hrefLang=/gi)?.length ?? 0,
      title: /<title>([^<]*)/.exec(html)?.[1],
    };
  };
  expect(await read('/de/blog')).toMatchObject({ canonical: '/de/blog', robots: undefined, alternates: 11 });
  expect(await read('/blog?page=2')).toEqual({
    canonical: '/blog?page=2',
    robots: undefined,
    alternates: 0,
    title: 'Blog, page 2 | Unspool',
  });
  for (const path of ['/blog?search=gif', '/blog?category=guides', '/blog?tag=video'])
    expect(await read(path)).toMatchObject({ canonical: '/blog', robots: 'noindex, follow', alternates: 0 });
});
