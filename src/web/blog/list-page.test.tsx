import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import type { PostSummary } from '#blog/contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderPublicPage } from '#test/support/components/render-public-page.tsx';
import { exampleListData, examplePostList, examplePostSummary } from './fixtures/example-list.ts';
import ListPage from './list-page.tsx';

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="675"/>')}`;
const covered = examplePostSummary(1, {
  title: 'Save a video',
  featured_image_url: picture,
  featured_image_srcset: `${picture} 480w`,
  featured_image_width: 1200,
  featured_image_height: 675,
  featured_image_alt: 'A spool of thread',
});
const posts: PostSummary[] = [
  covered,
  examplePostSummary(2, { title: 'Send a VIDEO', excerpt: 'To friends.', tags: [], category: null }),
  examplePostSummary(3, { title: 'Pictures', excerpt: 'A video of them.' }),
  examplePostSummary(4, { title: 'Nothing is stored', excerpt: 'At all.' }),
];
const titles = posts.map(({ title }) => title);
const found = [examplePostSummary(7, { title: 'Found by the server' })];

const api = '/api/blog/posts?locale=en&pageSize=10&fields=summary';
const stubList = (query: string, list: readonly PostSummary[], total = list.length) =>
  commands.stubResponses(`GET ${api}${query}`, [{ body: examplePostList(list, total) }]);
const requestedQueries = async () =>
  (await commands.listRequests()).map(({ path }) => path.slice(api.length));

beforeEach(() => localStorage.setItem('unspool.language-suggestion', 'given'));
afterEach(() => vi.useRealTimers());

async function openList(options: { path?: string; data?: Parameters<typeof exampleListData>[1] } = {}) {
  const { path = '/blog', data } = options;
  const rendered = await renderPublicPage(ListPage, { path, loaderData: exampleListData(posts, data) });
  return { ...rendered, ...controlsOf(rendered.screen) };
}

function controlsOf(screen: Awaited<ReturnType<typeof renderPublicPage>>['screen']) {
  const section = screen.getByRole('region', { name: 'Posts', exact: true });
  return {
    section,
    search: screen.getByRole('searchbox', { name: 'Search' }),
    category: screen.getByLabelText('Category', { exact: true }),
    tag: screen.getByLabelText('Tag', { exact: true }),
    clear: screen.getByRole('button', { name: 'Clear Filters' }),
    pages: screen.getByRole('navigation', { name: 'Pages of the blog' }),
    cards: section.getByRole('article'),
    shows: (expected: readonly string[]) =>
      expect
        .poll(() =>
          section
            .getByRole('heading', { level: 2 })
            .elements()
            .map((heading) => heading.textContent),
        )
        .toEqual(expected),
  };
}

test.each([
  [
    'en',
    ['Blog', 'Search posts...', 'All Categories', 'All Tags', 'Read more', 'January 2, 2026', '4 posts'],
  ],
  [
    'de',
    [
      'Blog',
      'Artikel suchen …',
      'Alle Kategorien',
      'Alle Schlagwörter',
      'Weiterlesen',
      '2. Januar 2026',
      '4 Artikel',
    ],
  ],
  ['th', null],
] as const)('the newest posts in %s are cards', async (locale, words) => {
  await page.viewport(320, 700);
  const prefix = locale === 'en' ? '' : `/${locale}`;
  const { screen } = await renderPublicPage(ListPage, {
    path: `${prefix}/blog`,
    loaderData: exampleListData(posts),
    locale,
  });
  const cards = screen.getByRole('article');
  await expect.element(cards).toHaveLength(4);
  const first = cards.nth(0);
  const link = first.getByRole('link').element();
  expect(link.getAttribute('href')).toBe(`${prefix}/blog/post-1`);
  expect(first.element().querySelector('time')?.dateTime).toBe('2026-01-02T00:00:00.000Z');
  if (words) {
    const [heading, placeholder, categories, tags, more, date, count] = words;
    await expect.element(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect.element(screen.getByRole('searchbox')).toHaveAttribute('placeholder', placeholder);
    const options = [...document.querySelectorAll('option[value=""]')].map((option) => option.textContent);
    expect(options).toEqual([categories, tags]);
    expect(link.querySelector('[aria-hidden]')?.textContent).toBe(more);
    await expect.element(first.getByText(date, { exact: true })).toBeVisible();
    await expect.element(screen.getByText(count, { exact: true })).toBeVisible();
  }
  await expectAccessible();
});

test('a card shows category, tags, picture, excerpt, reading time and views; the heading names its link', async () => {
  const { screen, cards } = await openList();
  const first = cards.nth(0);
  await expect.element(first.getByRole('link', { name: 'Read more: Save a video' })).toBeInTheDocument();
  await expect.element(first.getByText('About 1.', { exact: true })).toBeVisible();
  await expect.element(first.getByText('1 min read', { exact: true })).toBeVisible();
  await expect.element(first.getByText('0 views', { exact: true })).toBeVisible();
  expect(
    first
      .getByRole('listitem')
      .elements()
      .map((badge) => badge.textContent),
  ).toEqual(['Guides', 'Video']);
  const image = first.getByRole('img', { name: 'A spool of thread' }).element();
  expect(Object.fromEntries([...image.attributes].map(({ name, value }) => [name, value]))).toMatchObject({
    src: picture,
    srcset: `${picture} 480w`,
    sizes: expect.stringMatching(/\d/),
    width: '1200',
    height: '675',
    loading: 'eager',
    fetchpriority: 'high',
  });
  expect(cards.nth(1).element().querySelector('ul, img')).toBeNull();
  await expect.element(screen.getByText('Discover the latest insights', { exact: false })).toBeVisible();
});

test('one, two or three cards stand in a row', async () => {
  const { cards } = await openList();
  for (const [width, columns] of [
    [390, 1],
    [800, 2],
    [1280, 3],
  ] as const) {
    await page.viewport(width, 800);
    const tops = cards.elements().map((card) => card.getBoundingClientRect().top);
    expect(tops.filter((top) => top === tops[0])).toHaveLength(columns);
  }
});

test('a card leads to its post, wherever it is clicked', async () => {
  const { cards } = await openList();
  const card = cards.nth(1).element();
  card.scrollIntoView({ block: 'center' });
  const { left, top, right, bottom } = card.getBoundingClientRect();
  for (const [x, y] of [
    [left + 40, top + 40],
    [right - 40, bottom - 40],
  ] as const)
    expect(document.elementFromPoint(x, y)?.closest('a')?.getAttribute('href')).toBe('/blog/post-2');
});

test('typing narrows the posts at hand at once, then the server looks at all of them', async () => {
  await commands.stubResponses(`GET ${api}&search=VIDEO`, [
    { body: examplePostList(found, 12), isHeld: true },
  ]);
  const { search, section, shows, address } = await openList();
  await search.click();
  await userEvent.keyboard('VIDEO');
  await shows(['Save a video', 'Send a VIDEO', 'Pictures']);
  await expect.element(section).toHaveAttribute('aria-busy', 'true');
  await expect.poll(requestedQueries).toEqual(['&search=VIDEO']);
  expect(address()).toBe('/blog?search=VIDEO');
  await commands.releaseResponses();
  await shows(['Found by the server']);
  await expect.element(section.getByRole('status')).toHaveTextContent('12 posts');
  await expect.element(section).toHaveAttribute('aria-busy', 'false');
  await expect.element(search).toHaveFocus();
});

test('a filter narrows the list, stays in the address, and can be gone back from', async () => {
  const guidesOnly = [posts[0], posts[2]] as PostSummary[];
  await stubList('&category=guides', guidesOnly);
  await stubList('&category=guides&tag=video', found);
  const { screen, category, tag, shows, address, go } = await openList();
  await category.selectOptions('guides');
  await shows(['Save a video', 'Pictures']);
  await expect.element(screen.getByText('Category: Guides', { exact: true })).toBeVisible();
  await tag.selectOptions('video');
  await shows(['Found by the server']);
  await expect.element(screen.getByText('Tag: Video', { exact: true })).toBeVisible();
  expect(address()).toBe('/blog?category=guides&tag=video');
  await expectAccessible();

  await go(-1);
  await shows(['Save a video', 'Pictures']);
  await expect.element(category).toHaveValue('guides');
  await expect.element(tag).toHaveValue('');
  await expect.element(screen.getByText('Tag: Video', { exact: true })).not.toBeInTheDocument();
  await go(1);
  await shows(['Found by the server']);
  await expect.element(tag).toHaveValue('video');
  // What has been fetched before is not fetched again.
  expect(await requestedQueries()).toEqual(['&category=guides', '&category=guides&tag=video']);
});

test('clearing the filters shows the whole list and moves the focus to the search', async () => {
  await stubList('', posts);
  const { screen, search, category, tag, clear, shows, address } = await openList({
    path: '/blog?search=x&category=guides&tag=video',
    data: {
      filters: { search: 'x', category: 'guides', tag: 'video', page: 1 },
      list: { posts: [], totalPosts: 0, narrowedBy: '?search=x&category=guides&tag=video' },
    },
  });
  await expect.element(search).toHaveValue('x');
  await expect.element(category).toHaveValue('guides');
  await expect.element(tag).toHaveValue('video');
  await clear.click();
  await shows(titles);
  expect(address()).toBe('/blog');
  await expect.element(clear).not.toBeInTheDocument();
  await expect.element(screen.getByText('Tag: Video', { exact: true })).not.toBeInTheDocument();
  for (const field of [search, category, tag]) await expect.element(field).toHaveValue('');
  await expect.element(search).toHaveFocus();
});

test('a category that nobody offers is shown as it is in the address', async () => {
  const { screen, category } = await openList({
    path: '/blog?category=knots',
    data: {
      filters: { search: '', category: 'knots', tag: '', page: 1 },
      list: { posts: [], totalPosts: 0, narrowedBy: '?category=knots' },
    },
  });
  await expect.element(category).toHaveValue('knots');
  await expect.element(screen.getByText('Category: knots', { exact: true })).toBeVisible();
});

test('a search is one step of the history, and its text is in the box again', async () => {
  await stubList('&search=po', posts);
  await stubList('&search=pos', found);
  const { search, shows, address, go } = await openList();
  await search.click();
  await userEvent.keyboard('po');
  await expect.poll(address).toBe('/blog?search=po');
  await userEvent.keyboard('s');
  await expect.poll(address).toBe('/blog?search=pos');
  await shows(['Found by the server']);
  await go(-1);
  await shows(titles);
  expect(address()).toBe('/blog');
  await expect.element(search).toHaveValue('');
  await go(1);
  await shows(['Found by the server']);
  await expect.element(search).toHaveValue('pos');
});

test('a key that comes while the address changes belongs to the same search', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await stubList('&search=po', posts);
  await stubList('&search=pos', found);
  const { search, address, go } = await openList();
  const box = search.element() as HTMLInputElement;
  const type = (text: string) => {
    box.value = text;
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  type('po');
  vi.advanceTimersByTime(300);
  type('pos');
  await expect.poll(address).toBe('/blog?search=po');
  await vi.advanceTimersByTimeAsync(300);
  await expect.poll(address).toBe('/blog?search=pos');
  await go(-1);
  expect(address()).toBe('/blog');
});

test('Enter searches at once, and the keyboard reaches every filter in reading order', async () => {
  await stubList('', posts);
  await stubList('&search=post', found);
  await stubList('&search=post&category=guides', found);
  const { screen, search, category, tag, clear, address, shows } = await openList();
  await search.click();
  await userEvent.keyboard('post{Enter}');
  expect(address()).toBe('/blog?search=post');
  await userEvent.tab();
  await expect.element(category).toHaveFocus();
  await userEvent.keyboard('g');
  await expect.poll(address).toBe('/blog?search=post&category=guides');
  await userEvent.tab();
  await expect.element(tag).toHaveFocus();
  await userEvent.tab();
  await expect.element(clear).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await shows(titles);
  await expect.element(search).toHaveFocus();
  await expect.element(screen.getByRole('button', { name: 'Search' })).not.toBeInTheDocument();
});

test('a word that is being composed is searched for when it is finished', async () => {
  await stubList('&search=%E6%97%A5%E6%9C%AC', found);
  const { search, shows, address } = await openList();
  const box = search.element() as HTMLInputElement;
  box.focus();
  box.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  box.value = 'にほ';
  box.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
  await shows(titles);
  box.value = '日本';
  box.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '日本' }));
  await shows(['Found by the server']);
  expect(address()).toBe('/blog?search=%E6%97%A5%E6%9C%AC');
});

const longList = { list: { posts: exampleListData(posts).list.posts, totalPosts: 34, narrowedBy: '' } };

test('pages are turned in place, and the focus moves to the top of the list', async () => {
  await stubList('&page=2', found, 34);
  await stubList('&page=4', found, 34);
  await stubList('&page=3', posts, 34);
  const { section, pages, shows, address } = await openList({ data: longList });
  const link = (name: string) => pages.getByRole('link', { name, exact: true });
  await expect.element(link('Previous')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(link('Previous')).not.toHaveAttribute('href');
  await expect.element(link('Page 1')).toHaveAttribute('aria-current', 'page');
  await expect.element(link('Next')).toHaveAttribute('href', '/blog?page=2');
  expect(document.title).toBe('Blog: guides to saving media from Threads | Unspool');

  (link('Next').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await shows(['Found by the server']);
  expect(address()).toBe('/blog?page=2');
  await expect.poll(() => document.title).toBe('Blog, page 2 | Unspool');
  await expect.element(section).toHaveFocus();
  await expect.poll(() => Math.round(section.element().getBoundingClientRect().top)).toBeLessThanOrEqual(400);
  await expect.element(link('Page 2')).toHaveAttribute('aria-current', 'page');
  await expectAccessible();

  await link('Page 4').click();
  await expect.element(link('Next')).toHaveAttribute('aria-disabled', 'true');
  await link('Previous').click();
  await shows(titles);
  expect(address()).toBe('/blog?page=3');
});

test('a filter starts at its first page, and one page needs no pagination', async () => {
  await stubList('&category=privacy', found);
  const { category, pages, shows, address, go } = await openList({
    path: '/blog?page=2',
    data: { ...longList, filters: { search: '', category: '', tag: '', page: 2 } },
  });
  await category.selectOptions('privacy');
  await shows(['Found by the server']);
  expect(address()).toBe('/blog?category=privacy');
  await expect.element(pages).not.toBeInTheDocument();
  await go(-1);
  await shows(titles);
  await expect.element(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
});

test('a search that matches nothing says so', async () => {
  await stubList('&search=qxzvwkj', []);
  const { screen, search, cards } = await openList();
  await search.fill('qxzvwkj');
  await expect
    .element(screen.getByText('No posts found matching your criteria.', { exact: true }))
    .toBeVisible();
  await expect.element(cards).not.toBeInTheDocument();
  await expectAccessible();
});

test('six placeholders stand for posts that are loading, where nothing at hand matches', async () => {
  await commands.stubResponses(`GET ${api}&search=found`, [{ body: examplePostList(found), isHeld: true }]);
  const { section, search, pages, shows } = await openList();
  await search.fill('found');
  const placeholders = () => section.element().querySelectorAll('[aria-hidden="true"] > div').length;
  await expect.poll(placeholders).toBe(6);
  await expect.element(section.getByRole('status')).toHaveTextContent('Loading posts...');
  await expect.element(section.getByText('No posts found')).not.toBeInTheDocument();
  await expect.element(pages).not.toBeInTheDocument();
  await expectAccessible();
  await expect.poll(requestedQueries).toEqual(['&search=found']);
  await commands.releaseResponses();
  await shows(['Found by the server']);
  expect(placeholders()).toBe(0);
});

test('after four failures the page says so, and trying again moves the focus to the list', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const failure = { headers: { 'content-type': 'text/html' }, body: '<p>A proxy says hello.' };
  await commands.stubResponses(`GET ${api}&category=guides`, [
    failure,
    { status: 503 },
    { isOffline: true },
    failure,
    { body: examplePostList(found) },
  ]);
  const { screen, section, category, shows } = await openList();
  await category.selectOptions('guides');
  const problem = screen.getByRole('alert');
  for (const attempts of [1, 2, 3]) {
    await expect.poll(async () => (await requestedQueries()).length).toBe(attempts);
    await expect.element(problem).not.toBeInTheDocument();
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(4000);
  }
  await expect
    .element(
      problem.getByText('The posts could not be loaded. Check your connection and try again.', {
        exact: true,
      }),
    )
    .toBeVisible();
  expect((await requestedQueries()).length).toBe(4);
  await expectAccessible();
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect.element(section).toHaveFocus();
  await shows(['Found by the server']);
  await expect.element(problem).not.toBeInTheDocument();
});

test('the feeds of the language are linked below the list', async () => {
  const { screen } = await renderPublicPage(ListPage, {
    path: '/de/blog',
    loaderData: exampleListData(posts),
    locale: 'de',
  });
  for (const [name, href] of [
    ['RSS', '/de/feed.xml'],
    ['Atom', '/de/atom.xml'],
    ['JSON Feed', '/de/feed.json'],
  ] as const)
    await expect.element(screen.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
});
