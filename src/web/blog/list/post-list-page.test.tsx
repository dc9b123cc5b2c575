import { expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderPublicPage } from '#test/support/components/render-page.tsx';
import { exampleListData, examplePostList } from '../fixtures/example-list.ts';
import {
  api,
  found,
  imageUrl,
  openList,
  posts,
  requestedQueries,
  stubList,
  titles,
} from '../fixtures/open-list.ts';
import ListPage from './post-list-page.tsx';

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
] as const)('the newest posts in %s are shown as cards', async (locale, texts) => {
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
  if (texts) {
    const [heading, placeholder, categories, tags, more, date, count] = texts;
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

test('a card shows category, tags, image, excerpt, reading time and views, and its link names the post', async () => {
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
    src: imageUrl,
    srcset: `${imageUrl} 480w`,
    sizes: expect.stringMatching(/\d/),
    width: '1200',
    height: '675',
    loading: 'eager',
    fetchpriority: 'high',
  });
  expect(cards.nth(1).element().querySelector('ul, img')).toBeNull();
  await expect.element(screen.getByText('Discover the latest insights', { exact: false })).toBeVisible();
});

test('one, two or three cards fit in a row', async () => {
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

test('clicking anywhere on a card opens its post', async () => {
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

const longList = { list: { posts: exampleListData(posts).list.posts, totalPosts: 34, filterQuery: '' } };

test('changing the page keeps the document and moves the focus to the top of the list', async () => {
  await stubList('&page=2', found, 34);
  await stubList('&page=4', found, 34);
  await stubList('&page=3', posts, 34);
  const { section, pages, shows, currentPath } = await openList({ data: longList });
  const link = (name: string) => pages.getByRole('link', { name, exact: true });
  await expect.element(link('Next')).toHaveAttribute('href', '/blog?page=2');
  expect(document.title).toBe('Blog: guides to saving media from Threads | Unspool');

  (link('Next').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await shows(['Found by the server']);
  expect(currentPath()).toBe('/blog?page=2');
  await expect.poll(() => document.title).toBe('Blog, page 2 | Unspool');
  await expect.element(section).toHaveFocus();
  await expect.poll(() => Math.round(section.element().getBoundingClientRect().top)).toBeLessThanOrEqual(400);
  await expectAccessible();

  await link('Page 4').click();
  await link('Previous').click();
  await shows(titles);
  expect(currentPath()).toBe('/blog?page=3');
});

test('a filter starts at page one, and a single page has no pagination', async () => {
  await stubList('&category=privacy', found);
  const { category, pages, shows, currentPath, go } = await openList({
    path: '/blog?page=2',
    data: { ...longList, filters: { search: '', category: '', tag: '', page: 2 } },
  });
  await category.selectOptions('privacy');
  await shows(['Found by the server']);
  expect(currentPath()).toBe('/blog?category=privacy');
  await expect.element(pages).not.toBeInTheDocument();
  await go(-1);
  await shows(titles);
  await expect.element(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
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
    await expect
      .element(screen.getByRole('main').getByRole('link', { name, exact: true }))
      .toHaveAttribute('href', href);
});

test('six placeholders are shown while loading if no loaded post matches', async () => {
  await commands.stubResponses(`GET ${api}&search=found`, [
    { body: examplePostList(found), isPending: true },
  ]);
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

test('after four failures an error is shown, and retrying moves the focus to the list', async () => {
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
