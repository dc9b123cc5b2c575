import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post, PostList } from '#blog/contract.ts';
import { type Locale, localeNames, locales, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { type Words, words } from '#test/support/downloader-page.ts';
import { hydrated } from '#test/support/hydrated.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { longDate } from '#web/blog/long-date.ts';
import { postPath } from '#web/blog/post-path.ts';

const phone = { width: 320, height: 700 };
const wide = { width: 1280, height: 900 };
/** A browser as people have it: the one that tests run in says that it is a machine. */
const person = {
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};
/** The first start with a seed draws every cover in every width. */
const firstSeedMs = 300_000;
const longPost = 'save-a-threads-video';

let product: Product;

beforeAll(async () => {
  product = await openProduct({ SEED: 'demo' });
}, firstSeedMs);

afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
});

/** What the blog itself says of a post: the pages are held against it. */
async function ask(locale: Locale, slug: string): Promise<Post> {
  const path = `/api/blog/posts/${encodeURIComponent(slug)}?locale=${locale}`;
  const answer = await fetch(product.app.origin + path);
  expect(answer.status).toBe(200);
  return answer.json();
}

/** The post of the same article in another language; null where there is none. */
async function translationOf(post: Post, locale: Locale): Promise<Post | null> {
  const list = await fetch(
    `${product.app.origin}/api/blog/posts?locale=${locale}&pageSize=100&fields=summary`,
  );
  const { posts }: PostList = await list.json();
  const found = posts.find(({ article_id }) => article_id === post.article_id);
  return found ? ask(locale, found.slug) : null;
}

const pathOf = ({ locale, slug }: Pick<Post, 'locale' | 'slug'>) => localizedPath(locale, postPath(slug));

function postOn(page: Page, texts: Words = words.en) {
  return {
    title: page.getByRole('heading', { level: 1 }),
    text: page.locator('.prose'),
    back: page.getByRole('link', { name: texts['blog.post.back'], exact: true }),
    share: page.getByRole('button', { name: texts['blog.post.share'], exact: true }),
    copied: page.getByRole('listitem').filter({ hasText: texts['blog.post.copied.title'] }).first(),
    tags: page.getByRole('list', { name: texts['blog.post.tags'], exact: true }).getByRole('link'),
    contents: page.getByRole('navigation', { name: texts['blog.still.contents'], exact: true }),
    related: page.getByRole('complementary', { name: texts['blog.still.related'], exact: true }),
    views: (count: number, locale: Locale = 'en') =>
      page.getByText(serverTranslator(locale)('blog.views', { count }), { exact: true }),
  };
}

test.each([
  ['en', 'light'],
  ['de', 'dark'],
  ['th', 'light'],
] as const)('a post in %s says everything that is known of it', async (locale, colorScheme) => {
  const texts: Words = words[locale];
  const post = await translationOf(await ask('en', longPost), locale);
  if (!post) throw new Error(`the seed holds no ${locale} translation of ${longPost}`);
  const page = await product.visit(pathOf(post), {
    viewport: phone,
    colorScheme,
    locale: localeTags[locale],
  });
  const shown = postOn(page, texts);

  expect(await page.title()).toBe(post.seo_title || post.title);
  expect(await page.locator('meta[name="description"]').getAttribute('content')).toBe(
    post.seo_description || post.excerpt,
  );
  expect(await shown.title.textContent()).toBe(post.title);
  expect(await shown.back.getAttribute('href')).toBe(localizedPath(locale, '/blog'));
  await page.getByText(post.excerpt, { exact: true }).waitFor();
  const date = page.locator('article time');
  expect(await date.textContent()).toBe(longDate(locale, post.published_at ?? post.created_at));
  expect(await date.getAttribute('datetime')).toBe(post.published_at);
  const t = serverTranslator(locale);
  await page
    .locator('article')
    .getByText(t('blog.read_time', { count: post.read_time_minutes }))
    .waitFor();
  await shown.views(post.view_count, locale).waitFor();

  const category = page.getByRole('link', { name: post.category?.name ?? '', exact: true });
  expect(await category.getAttribute('href')).toBe(
    `${localizedPath(locale, '/blog')}?category=${post.category?.slug}`,
  );
  expect(await category.locator('rect').getAttribute('fill')).toBe(`${post.category?.color}20`);
  expect(await shown.tags.allTextContents()).toEqual(post.tags.map(({ name }) => name));
  const cover = page.getByRole('img', { name: post.featured_image_alt });
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await cover.getAttribute('fetchpriority')).toBe('high');
  expect(Number(await cover.getAttribute('width'))).toBeGreaterThan(0);
  expect(await shown.text.locator('h2').count()).toBeGreaterThan(2);
  await expectAccessible(page, 'a post');

  const related = await shown.related
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(related).toHaveLength(3);
  for (const path of related) {
    expect(path).not.toBe(pathOf(post));
    expect((await fetch(product.app.origin + path)).status, path).toBe(200);
  }
});

test('the text is in the page once, and the browser leaves it as it came', async () => {
  const post = await ask('en', longPost);
  const page = await product.visit(pathOf(post));
  const sentence = 'It needs a browser and about a minute.';
  const html = await (await fetch(product.app.origin + pathOf(post))).text();
  expect(html.split(sentence)).toHaveLength(2);
  const sent = await page.evaluate(
    (source) => new DOMParser().parseFromString(source, 'text/html').querySelector('.prose')?.innerHTML,
    html,
  );
  // The button works: React has taken the page over.
  await postOn(page).share.click();
  expect(await page.locator('.prose').innerHTML()).toBe(sent);
});

test('a long post has a table of contents: folded on a phone, beside the text on a wide screen', async () => {
  const post = await ask('en', longPost);
  const page = await product.visit(pathOf(post), { viewport: phone });
  const { contents, text } = postOn(page);
  const headings = await text.locator('h2, h3').allTextContents();
  const summary = page.locator('summary', { hasText: words.en['blog.still.contents'] });
  const folded = page.locator('#post-text details').getByRole('link');
  expect(await contents.getByRole('link').count()).toBe(0);
  expect(await folded.count()).toBe(0);
  await summary.focus();
  await page.keyboard.press('Enter');
  expect(await folded.allTextContents()).toEqual(headings);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const target = decodeURIComponent(new URL(page.url()).hash.slice(1));
  expect(await text.locator('h2').first().getAttribute('id')).toBe(target);

  await page.setViewportSize(wide);
  expect(await summary.isVisible()).toBe(false);
  expect(await contents.getByRole('link').allTextContents()).toEqual(headings);
  await contents.getByRole('link').nth(3).click();
  const topOf = (locator: Locator) =>
    locator.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  await expect.poll(() => topOf(text.locator('h2, h3').nth(3))).toBeLessThan(100);
  expect(await topOf(text)).toBeLessThan(-200);
  expect(await topOf(contents)).toBeGreaterThan(0);
});

test('a device that shares is handed title, excerpt and address', async () => {
  const post = await ask('en', longPost);
  const page = await product.visit('/about');
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      share: async (link: unknown) => void shared.push(link),
      canShare: () => true,
    });
  });
  await page.goto(product.app.origin + pathOf(post));
  await hydrated(page);
  const { share, copied } = postOn(page);
  await share.click();
  const shared = () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared);
  await expect
    .poll(shared)
    .toEqual([{ title: post.title, text: post.excerpt, url: product.app.origin + pathOf(post) }]);
  expect(await copied.count()).toBe(0);
});

test('a failure to share is noted and nothing else; who closes the sheet has not failed', async () => {
  const post = await ask('en', longPost);
  const page = await product.visit('/about');
  await page.addInitScript(() => {
    const reasons = ['AbortError', 'NotAllowedError'];
    const share = () => Promise.reject(new DOMException('refused', reasons.shift()));
    Object.assign(navigator, { share, canShare: () => true });
  });
  const notes: string[] = [];
  page.on('console', (message) => notes.push(message.text()));
  await page.goto(product.app.origin + pathOf(post));
  await hydrated(page);
  const { share, copied } = postOn(page);
  await share.click();
  await share.click();
  await expect.poll(() => notes).toEqual([expect.stringContaining('NotAllowedError')]);
  expect(await copied.count()).toBe(0);
});

test('where nothing can be shared the address is copied, and a notice says so', async () => {
  const post = await ask('en', longPost);
  const page = await product.visit('/about', { viewport: phone });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
  await page.goto(product.app.origin + pathOf(post));
  await hydrated(page);
  const { share, copied } = postOn(page);
  await share.focus();
  await page.keyboard.press('Enter');
  await copied.waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await expectAccessible(page, 'with the notice');
});

test.each([['en'], ['de'], ['th']] as const)(
  'a missing post says so in %s, with status 404',
  async (locale) => {
    const texts: Words = words[locale];
    const page = await product.visit(localizedPath(locale, '/blog/no-such-post'), {
      viewport: phone,
      locale: localeTags[locale],
    });
    await page
      .getByRole('heading', { level: 1, name: texts['blog.post.missing.heading'], exact: true })
      .waitFor();
    await page.getByText(texts['blog.post.missing.text'], { exact: true }).waitFor();
    expect(await page.title()).toBe(texts['blog.post.missing.title']);
    expect(await page.locator('script[src], link[rel="modulepreload"]').count()).toBe(0);
    await expectAccessible(page, 'a missing post');
    await page.getByRole('link', { name: texts['blog.post.back'], exact: true }).click();
    await page.getByRole('heading', { level: 1, name: texts['blog.list.heading'], exact: true }).waitFor();
    expect((await fetch(`${product.app.origin}${localizedPath(locale, '/blog/no-such-post')}`)).status).toBe(
      404,
    );
  },
);

test("another language's address leads to the reader's own post", async () => {
  const english = await ask('en', longPost);
  const german = await translationOf(english, 'de');
  if (!german || german.slug === english.slug) throw new Error('the seed holds no German slug to try');
  const page = await product.visit(`/de${postPath(english.slug)}`, { locale: 'de' });
  await page.getByText(words.de['blog.post.missing.elsewhere'], { exact: true }).waitFor();
  await page.getByRole('link', { name: german.title, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: german.title, exact: true }).waitFor();
});

test('an address of a post from before answers 301, once and for good', async () => {
  const old = `${product.app.origin}/blog/how-to-save-a-threads-video`;
  const answer = await fetch(`${old}?from=feed`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([301, `/blog/${longPost}?from=feed`]);
  const page = await product.visit('/blog/how-to-save-a-threads-video');
  expect(new URL(page.url()).pathname).toBe(`/blog/${longPost}`);
});

test('the language switcher leads to the same article, and says where there is none', async () => {
  const listed = await fetch(`${product.app.origin}/api/blog/posts?pageSize=100&fields=summary`);
  const { posts }: PostList = await listed.json();
  const counts = new Set<number>();
  for (const summary of [posts[0], posts.at(-1)]) {
    if (!summary) throw new Error('the seed is empty');
    const post = await ask('en', summary.slug);
    const page = await product.visit(pathOf(post), { viewport: phone });
    await page.getByRole('button', { name: words.en['language.label'] }).click();
    let translated = 0;
    for (const locale of locales) {
      const link = page.locator(`#language-menu a[hreflang="${localeTags[locale]}"]`);
      const other = await translationOf(post, locale);
      if (other) translated += 1;
      expect(await link.getAttribute('href')).toBe(other ? pathOf(other) : localizedPath(locale, '/blog'));
      const name = other ? localeNames[locale] : `${localeNames[locale]}${words.en['language.untranslated']}`;
      expect(await link.textContent()).toBe(name);
    }
    counts.add(translated);
    await expectAccessible(page, 'with the languages');
  }
  // One in all ten languages, one in fewer: both were seen.
  expect(counts.size).toBe(2);

  const english = await ask('en', longPost);
  const german = await translationOf(english, 'de');
  const page = await product.visit(pathOf(english));
  await page.getByRole('button', { name: words.en['language.label'] }).click();
  await page.locator('#language-menu a[hreflang="de"]').click();
  await page.getByRole('heading', { level: 1, name: german?.title ?? '', exact: true }).waitFor();
});

test('a reading counts once, another one again; crawlers and prefetches never', async () => {
  const post = await ask('en', 'ask-before-you-repost');
  const { slug, view_count: before } = post;
  const german = await translationOf(post, 'de');
  const counted = async () => (await ask('en', slug)).view_count;
  const page = await product.visit(postPath(slug), person);
  await postOn(page)
    .views(before + 1)
    .waitFor();
  await hydrated(page);
  expect(await counted()).toBe(before + 1);
  await page.reload();
  await postOn(page)
    .views(before + 2)
    .waitFor();

  // The browser of the tests names itself a machine.
  const machine = await product.visit(postPath(slug));
  await machine.waitForLoadState('networkidle');
  const ahead = await fetch(`${product.app.origin}${postPath(slug)}`, {
    headers: { 'user-agent': person.userAgent, 'sec-purpose': 'prefetch' },
  });
  expect(ahead.status).toBe(200);
  const beacon = await fetch(`${product.app.origin}/api/blog/posts/${post.id}/views`, {
    method: 'POST',
    headers: { 'user-agent': person.userAgent, 'sec-purpose': 'prefetch' },
  });
  expect(beacon.status).toBe(204);
  expect(await counted()).toBe(before + 2);
  if (german) expect((await ask('de', german.slug)).view_count).toBe(german.view_count);
});

test('with JavaScript off the whole post is there, and the reading counts', async () => {
  const post = await ask('en', 'what-we-do-not-store');
  const page = await product.visit(pathOf(post), { ...person, javaScriptEnabled: false, viewport: phone });
  const shown = postOn(page);
  expect(await shown.title.textContent()).toBe(post.title);
  expect(await shown.share.count()).toBe(0);
  expect((await shown.text.textContent())?.length).toBeGreaterThan(1000);
  expect(await shown.related.getByRole('link').count()).toBe(3);
  await expect.poll(async () => (await ask('en', post.slug)).view_count).toBe(post.view_count + 1);
});

test('tables move within their frame, which takes the focus, and the page stands still', async () => {
  const post = await ask('en', longPost);
  const page = await product.visit(pathOf(post), { viewport: phone });
  const frame = page.getByRole('region', { name: words.en['blog.still.table'], exact: true }).first();
  await frame.focus();
  expect(await frame.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await frame.evaluate((element) => getComputedStyle(element).overflowX)).toBe('auto');
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  // A screen of 1280 by 1024 points, enlarged four times.
  const screen = await page.context().newCDPSession(page);
  const enlarged = { width: 320, height: 256, deviceScaleFactor: 4, mobile: false };
  await screen.send('Emulation.setDeviceMetricsOverride', enlarged);
  expect(await overflow()).toBeLessThanOrEqual(0);
});

test('on paper there is the post and nothing around it', async () => {
  const page = await product.visit(postPath(longPost));
  await page.emulateMedia({ media: 'print' });
  const shown = postOn(page);
  expect(await shown.title.isVisible()).toBe(true);
  expect(await shown.text.isVisible()).toBe(true);
  for (const around of [
    shown.share,
    shown.back,
    shown.contents,
    shown.related,
    page.getByRole('contentinfo'),
  ])
    expect(await around.count()).toBe(0);
});

/** Goes to another page of ours without a page load, as no link of ours does. */
async function goSoftly(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate(to: string): Promise<void> };
    };
    return router.navigate(to);
  }, path);
}

test('who comes without a page load sees a skeleton, then the post, or that there is none', async () => {
  const post = await ask('en', longPost);
  // Not a visit: the browser itself writes a line about the API's 404.
  const context = await product.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${product.app.origin}/blog`);
  await hydrated(page);
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/blog/posts/**', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await goSoftly(page, pathOf(post));
  await page.getByRole('status').filter({ hasText: words.en['blog.post.loading'] }).waitFor();
  gate.resolve();
  const shown = postOn(page);
  await page.getByRole('heading', { level: 1, name: post.title, exact: true }).waitFor();
  expect(await shown.text.locator('h2').count()).toBeGreaterThan(2);
  await goSoftly(page, '/blog/no-such-post');
  await page.getByRole('heading', { level: 1, name: words.en['blog.post.missing.heading'] }).waitFor();
  await context.close();
});
