import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ThreadsStatus } from '#figures/contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import FiguresPage, { type FiguresPageData } from './figures-page.tsx';

const now = Date.parse('2026-11-27T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const listDays = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );

const status: ThreadsStatus = {
  state: 'readable',
  read: { at: minutesAgo(3), source: 'traffic' },
  failure: { at: minutesAgo(120), source: 'canary', code: 'upstream.timeout' },
  lastHour: { extractions: 40, changed: 1 },
  isChanging: false,
};

const blog: FiguresPageData['blog'] = {
  days: listDays(7).map((day, index) => ({ day, views: index * 10 })),
  languages: [
    { locale: 'de', views: 150 },
    { locale: 'th', views: 60 },
    { locale: 'en', views: 0 },
  ],
  posts: [
    { id: '4f3f2a52-0000-4000-8000-000000000001', locale: 'th', title: 'ด้าย', slug: 'x', views: 60 },
    { id: '4f3f2a52-0000-4000-8000-000000000002', locale: 'en', title: '', slug: 'y', views: 50 },
  ],
  searches: [{ locale: 'en', term: '<b>subtitles</b>', searches: 1200 }],
};

const server: NonNullable<FiguresPageData['server']> = {
  status,
  hasPrices: true,
  figures: {
    downloads: listDays(7).map((day, index) => ({
      day,
      video: index,
      image: 2,
      gif: 0,
      audio: 0,
      zip: index === 6 ? 1000 : 0,
    })),
    extractions: listDays(7).map((day) => ({ day, ok: 9, failed: 1 })),
    outcomes: [
      { code: null, count: 63 },
      { code: 'post.gone', count: 7 },
    ],
    tokens: listDays(7).map((day) => ({ day, tokensIn: 1000, tokensOut: 500 })),
    models: [
      {
        model: 'writer',
        isImage: false,
        calls: 12,
        failed: 1,
        tokensIn: 7000,
        tokensOut: 3500,
        cost: { amount: 1.5, currency: 'EUR' },
      },
      { model: 'painter', isImage: true, calls: 1, failed: 0, tokensIn: 5, tokensOut: 6, cost: null },
    ],
  },
};

const show = async (data: Partial<FiguresPageData> = {}) =>
  (
    await renderAdminPage(FiguresPage, {
      path: '/admin/figures',
      loaderData: { range: 7, blog, server, now, ...data } satisfies FiguresPageData,
    })
  ).screen;

test('each chart has its numbers as a table', async () => {
  const screen = await show();
  await screen.getByText('Show as a table: Views').click();
  const views = screen.getByRole('table', { name: 'Views' });
  await expect.element(views.getByRole('row', { name: /^Nov 27/ })).toMatchTextContent('Nov 2760');
  await expect.element(views.getByRole('row', { name: /^Nov 21/ })).toMatchTextContent('Nov 210');
  expect(views.getByRole('row').elements()).toHaveLength(8);
  const charts = document.querySelectorAll('figure');
  expect(charts).toHaveLength(4);
  for (const chart of charts) {
    expect(chart.querySelectorAll('svg g')).toHaveLength(7);
    expect(chart.querySelectorAll('table tbody tr')).toHaveLength(7);
  }
  await expect
    .element(screen.getByRole('figure', { name: 'Total: 210. Highest: 60 (Nov 27)' }))
    .toBeVisible();
  const kinds = screen.getByRole('figure', { name: /^Total: 1,035/ });
  await kinds.getByText('Show as a table: Downloads').click();
  await expect.element(kinds.getByRole('row', { name: /^Nov 27/ })).toMatchTextContent('Nov 2762001,000');
});

test('the bars are as high as their numbers', async () => {
  await show();
  const heights = [...document.querySelectorAll('figure')]
    .slice(0, 1)
    .flatMap((chart) => [...chart.querySelectorAll('g > rect:last-child')])
    .map((bar) => Math.round(Number(bar.getAttribute('height'))));
  expect(heights).toEqual([0, 17, 33, 50, 67, 83, 100]);
});

test('totals, languages, posts, terms, results and costs are shown', async () => {
  const screen = await show();
  const row = (table: string, name: RegExp) =>
    screen.getByRole('table', { name: table }).last().getByRole('row', { name });
  await expect.element(row('Views by language', /Deutsch/)).toMatchTextContent('Deutsch15071.4%');
  const post = screen.getByRole('link', { name: 'ด้าย' });
  await expect.element(post).toHaveAttribute('href', `/admin/blog/${blog.posts[0]?.id}`);
  await expect
    .element(screen.getByRole('link', { name: /^Views by day\W+ด้าย$/ }))
    .toHaveAttribute('href', `/admin/figures/${blog.posts[0]?.id}?days=7`);
  await expect.element(screen.getByRole('link', { name: 'Untitled' })).toBeVisible();
  await expect
    .element(row('Searches without results', /subtitles/))
    .toMatchTextContent('<b>subtitles</b> (English)1,200');
  await expect.element(row('Downloads', /ZIP files/)).toMatchTextContent('1,00096.6%');
  await expect.element(row('Attempts to read Threads posts', /post\.gone/)).toMatchTextContent('710%');
  await expect.element(row('AI models', /writer/)).toMatchTextContent('1217,0003,500€1.50');
  await expect.element(row('AI models', /painter/)).toMatchTextContent('painter (Images)1056–');
  await expect.element(screen.getByText('10%').first()).toBeVisible();
  await expectAccessible({ isPage: true });
  await page.viewport(390, 844);
  await expectAccessible({ isPage: true });
});

test('the links choose the period, and the current one is marked', async () => {
  const screen = await show();
  const links = screen.getByRole('navigation', { name: 'Period' }).getByRole('link').elements();
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['7 days', '/admin/figures?days=7'],
    ['30 days', '/admin/figures?days=30'],
    ['90 days', '/admin/figures?days=90'],
    ['1 year', '/admin/figures?days=365'],
  ]);
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null, null, null]);
});

test('editors see the figures of the blog only', async () => {
  const screen = await show({ server: null });
  await expect.element(screen.getByRole('heading', { name: 'Most viewed posts' })).toBeVisible();
  expect(document.querySelectorAll('figure')).toHaveLength(1);
  await expect.element(screen.getByText(/^Threads can be read/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('heading', { name: 'AI models' })).not.toBeInTheDocument();
});

test('without prices, the page says where to enter them', async () => {
  const models = server.figures.models.map((model) => ({ ...model, cost: null }));
  const screen = await show({
    server: { ...server, hasPrices: false, figures: { ...server.figures, models } },
  });
  await expect
    .element(screen.getByRole('link', { name: /^To see the cost/ }))
    .toHaveAttribute('href', '/admin/settings/ai');
  await expect.element(screen.getByRole('columnheader', { name: 'Cost' })).not.toBeInTheDocument();
});

test('a new site has no charts yet', async () => {
  const screen = await show({
    server: null,
    blog: {
      days: listDays(7).map((day) => ({ day, views: 0 })),
      languages: [{ locale: 'en', views: 0 }],
      posts: [],
      searches: [],
    },
  });
  expect(screen.getByText('Nothing was counted in this period.').elements()).toHaveLength(4);
  expect(document.querySelectorAll('figure, table')).toHaveLength(0);
});

test('the status says whether Threads can be read, and who tried last', async () => {
  const screen = await show();
  const panel = screen.getByRole('main');
  await expect.element(panel).toMatchTextContent('Threads can be read: yes, 3 minutes ago');
  await expect.element(panel).toMatchTextContent('Last success: 3 minutes ago (visitor)');
  await expect.element(panel).toMatchTextContent('Last failure: 2 hours ago (canary, upstream.timeout)');
});

test.each([
  [{ state: 'unreadable' }, 'Threads can be read: no'],
  [{ state: 'unknown', read: null, failure: null }, 'Nobody has tried in the last 24 hours.'],
  [
    { isChanging: true, lastHour: { extractions: 40, changed: 12 } },
    '12 of 40 attempts to read a post failed',
  ],
  [{ isChanging: true }, 'npm run canary -- --explain LINK'],
] as const)('with the status %j, the page says “%s”', async (changes, text) => {
  const screen = await show({ server: { ...server, status: { ...status, ...changes } } });
  await expect.element(screen.getByText(new RegExp(text))).toBeVisible();
  await expectAccessible({ isPage: true });
});
