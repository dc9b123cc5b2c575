import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderPublicPage } from '#test/support/components/render-page.tsx';
import { exampleListData } from '../fixtures/example-list.ts';
import {
  currentPath,
  found,
  imageUrl,
  openList,
  posts,
  requestedPaths,
  stubList,
  titles,
} from '../fixtures/open-list.tsx';
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
      'Artikel suchen\u00a0…',
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
  const links = first.getByRole('link').elements();
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `${prefix}/blog/category/guides`,
    `${prefix}/blog/tag/video`,
    `${prefix}/blog/post-1`,
  ]);
  expect(first.element().querySelector('time')?.dateTime).toBe('2026-01-02T00:00:00.000Z');
  if (texts) {
    const [heading, placeholder, categories, tags, more, date, count] = texts;
    await expect.element(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect.element(screen.getByRole('searchbox')).toHaveAttribute('placeholder', placeholder);
    const options = [...document.querySelectorAll('option[value=""]')].map((option) => option.textContent);
    expect(options).toEqual([categories, tags]);
    expect(links[2]?.querySelector('[aria-hidden]')?.textContent).toBe(more);
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

const longList = { pages: 4 };

test('changing the page keeps the document and moves the focus to the top of the list', async () => {
  await stubList('?page=2', found, longList);
  await stubList('?page=4', found, longList);
  await stubList('?page=3', posts, longList);
  const { section, pages, shows } = await openList({ data: longList });
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
  await stubList('?category=privacy', found);
  const { category, pages, shows } = await openList({
    path: '/blog?page=2',
    data: { ...longList, filters: { search: '', category: '', tag: '', page: 2 } },
  });
  await category.selectOptions('privacy');
  await shows(['Found by the server']);
  expect(currentPath()).toBe('/blog?category=privacy');
  await expect.element(pages).not.toBeInTheDocument();
  history.back();
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
  await stubList('?search=found', found, { isPending: true });
  const { section, search, pages, shows } = await openList();
  await search.fill('found');
  const placeholders = () =>
    [...section.element().querySelectorAll('[aria-hidden="true"] > div > div')].filter((card) =>
      card.checkVisibility(),
    ).length;
  await expect.poll(placeholders).toBe(6);
  await expect.element(section.getByText('Loading posts…', { exact: true })).toBeVisible();
  await expect.element(section.getByText('4 posts')).not.toBeVisible();
  await expect.element(pages).not.toBeInTheDocument();
  await expectAccessible();
  await expect.poll(requestedPaths).toEqual(['/blog?search=found']);
  await commands.releaseResponses();
  await shows(['Found by the server']);
  expect(placeholders()).toBe(0);
});

test.each([
  ['a page of a proxy', { body: '<p>A proxy says hello.' }],
  ['status 503', { status: 503 }],
  ['no response', { isOffline: true }],
])('after %s an error is shown, and retrying moves the focus to the list', async (_, failure) => {
  await commands.stubResponses('GET /blog?category=guides', [failure]);
  const { screen, section, category, shows } = await openList();
  await category.selectOptions('guides');
  const problem = screen.getByRole('alert');
  await expect
    .element(
      problem.getByText('The posts couldn’t be loaded. Check your connection and try again.', {
        exact: true,
      }),
    )
    .toBeVisible();
  await shows([]);
  await expectAccessible();
  await stubList('?category=guides', found);
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect.element(section).toHaveFocus();
  await shows(['Found by the server']);
  await expect.element(problem).not.toBeInTheDocument();
});
