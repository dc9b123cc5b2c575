import { expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import {
  listCall,
  listFetches,
  plainQuery,
  renderBlogPage,
  toPostList,
} from '#test/support/components/render-blog-page.tsx';
import { adminListRetryMs } from '../../contract.ts';
import { createAdminPost } from '../fixtures/admin-posts.ts';

test('an empty blog links to the first post', async () => {
  const { screen, language } = await renderBlogPage({ found: [] });
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Blog Administration');
  await expect.element(screen.getByText('Manage your blog posts and content')).toBeVisible();
  await expect.element(screen.getByText('No posts found')).toBeVisible();
  await expect.element(screen.getByText('Create your first blog post to get started.')).toBeVisible();
  const first = screen.getByRole('link', { name: 'Create First Post' });
  await expect.element(first).toHaveAttribute('href', '/admin/blog/new?locale=en');
  const names = [...language.element().querySelectorAll('option')].map((option) => option.textContent);
  expect(names.join(', ')).toBe(
    'English, Español, Português, Français, Deutsch, Italiano, 中文, Tiếng Việt, Bahasa, ไทย',
  );
  await expectAccessible({ isPage: true });
});

test('a new post gets the language of the list', async () => {
  await commands.stubResponses(listCall, [{ body: toPostList([]) }]);
  const { screen, language, currentPath } = await renderBlogPage({ found: [] });
  await language.selectOptions('Bahasa');
  await expect
    .element(screen.getByRole('link', { name: 'Create First Post' }))
    .toHaveAttribute('href', '/admin/blog/new?locale=id');
  await expect
    .element(screen.getByRole('link', { name: 'New Post' }))
    .toHaveAttribute('href', '/admin/blog/new?locale=id');
  expect(currentPath()).toBe('/admin/blog?locale=id');
  expect(await listFetches()).toEqual([{ ...plainQuery, locale: 'id' }]);
});

test('the browser does not refetch the server-rendered list', async () => {
  const { rows, status } = await renderBlogPage();
  await expect.element(rows).toBeVisible();
  await expect.element(status).toHaveTextContent('1 post');
  expect(await listFetches()).toEqual([]);
});

test('a search is sent after a typing pause and starts at page one', async () => {
  await commands.stubResponses(listCall, [
    { body: toPostList([createAdminPost({ title: 'A draft about kites' })]) },
  ]);
  const { search, rows, status, currentPath } = await renderBlogPage({
    query: '?page=2',
    found: [createAdminPost(), createAdminPost({ id: 'post-2', title: 'Wind' })],
    totalPosts: 52,
  });
  await userEvent.click(search);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await userEvent.keyboard('kites');
  await vi.advanceTimersByTimeAsync(300);
  await expect.element(rows).toMatchTextContent('A draft about kites');
  await expect.element(status).toHaveTextContent('1 post');
  expect(currentPath()).toBe('/admin/blog?search=kites');
  expect(await listFetches()).toEqual([{ ...plainQuery, search: 'kites' }]);
  await expect.element(search).toHaveFocus();
  vi.useRealTimers();
  await expectAccessible({ isPage: true });
});

test('a status filters the list, an empty result says so, and clearing restores the whole list', async () => {
  await commands.stubResponses(listCall, [{ body: toPostList([]) }]);
  const { screen, statusFilter, search, rows, currentPath } = await renderBlogPage({
    query: '?search=kites',
  });
  await statusFilter.selectOptions('Archived');
  await expect.element(screen.getByText('Try a different search or other filters.')).toBeVisible();
  expect(currentPath()).toBe('/admin/blog?search=kites&status=archived');
  await commands.stubResponses(listCall, [
    { body: toPostList([createAdminPost(), createAdminPost({ id: 'post-2' })]) },
  ]);
  await screen.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => rows.elements().length).toBe(2);
  expect(currentPath()).toBe('/admin/blog');
  await expect.element(search).toHaveFocus();
  await expect.element(search).toHaveValue('');
  await expect.element(statusFilter).toHaveValue('');
});

test('going back restores the filters and posts of the previous URL', async () => {
  await commands.stubResponses(listCall, [{ body: toPostList([]) }]);
  const { screen, statusFilter, rows, currentPath, goBack } = await renderBlogPage();
  await statusFilter.selectOptions('Archived');
  await expect.element(screen.getByText('No posts found')).toBeVisible();
  await commands.stubResponses(listCall, [{ body: toPostList([createAdminPost()]) }]);
  goBack();
  await expect.element(rows).toBeVisible();
  expect(currentPath()).toBe('/admin/blog');
  await expect.element(statusFilter).toHaveValue('');
});

test('filters are read from the URL', async () => {
  const { language, search, statusFilter, screen } = await renderBlogPage({
    query: '?locale=de&search=kites&status=draft',
  });
  await expect.element(language).toHaveValue('de');
  await expect.element(search).toHaveValue('kites');
  await expect.element(statusFilter).toHaveValue('draft');
  await expect
    .element(screen.getByRole('link', { name: 'New Post' }))
    .toHaveAttribute('href', '/admin/blog/new?locale=de');
});

test('another language shows placeholders while loading, another status keeps the old posts', async () => {
  await commands.stubResponses(listCall, [
    { isPending: true, body: toPostList([createAdminPost({ title: 'ว่าว' })]) },
  ]);
  const { section, status, language, statusFilter, rows } = await renderBlogPage();
  await language.selectOptions('ไทย');
  await expect.element(status).toHaveTextContent('Loading posts…');
  await expect.element(section).toHaveAttribute('aria-busy', 'true');
  expect(document.querySelectorAll('[data-placeholder]')).toHaveLength(5);
  expect(rows.elements()).toEqual([]);
  await commands.releaseResponses();
  await expect.element(rows).toMatchTextContent('ว่าว');
  await expect.element(section).toHaveAttribute('aria-busy', 'false');
  expect(document.querySelectorAll('[data-placeholder]')).toHaveLength(0);

  await commands.stubResponses(listCall, [{ isPending: true, body: toPostList([]) }]);
  await statusFilter.selectOptions('Draft');
  await expect.element(status).toHaveTextContent('Loading posts…');
  await expect.element(rows).toMatchTextContent('ว่าว');
  await commands.releaseResponses();
  await expect.poll(() => rows.elements().length).toBe(0);
});

test('a list that was shown before appears at once, and is then replaced by the current one', async () => {
  await commands.stubResponses(listCall, [{ body: toPostList([]) }]);
  const { screen, statusFilter, rows, status, goBack } = await renderBlogPage();
  await statusFilter.selectOptions('Archived');
  await expect.element(screen.getByText('No posts found')).toBeVisible();
  await commands.stubResponses(listCall, [
    { isPending: true, body: toPostList([createAdminPost({ title: 'Renamed since' })]) },
  ]);
  goBack();
  await expect.element(status).toHaveTextContent('1 post');
  await expect.element(rows).not.toMatchTextContent('Renamed since');
  await commands.releaseResponses();
  await expect.element(rows).toMatchTextContent('Renamed since');
});

test('a page that becomes visible again shows the current list', async () => {
  await commands.stubResponses(listCall, [
    { body: toPostList([createAdminPost({ title: 'Renamed since' })]) },
  ]);
  const { rows } = await renderBlogPage();
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(rows).toMatchTextContent('Renamed since');
  expect(await listFetches()).toEqual([plainQuery]);
});

test('a rejected list shows the error and is fetched again on request', async () => {
  const rejected = { success: false, code: 'role.forbids', error: 'Not for you.' };
  await commands.stubResponses(listCall, [{ status: 403, body: rejected }]);
  const { screen, language, rows } = await renderBlogPage();
  await language.selectOptions('Deutsch');
  const alert = screen.getByRole('alert');
  await expect.element(alert).toMatchTextContent('The posts couldn’t be loaded.');
  await expect.element(alert).toMatchTextContent('Not for you.');
  expect(await listFetches()).toHaveLength(1);
  await commands.stubResponses(listCall, [{ body: toPostList([createAdminPost()]) }]);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(rows).toBeVisible();
  expect(alert.elements()).toEqual([]);
});

test('without a session the error links to the sign-in page and back', async () => {
  const rejected = { success: false, code: 'session.missing', error: 'Sign in.' };
  await commands.stubResponses(listCall, [{ status: 401, body: rejected }]);
  const { screen, language } = await renderBlogPage();
  await language.selectOptions('Deutsch');
  await expect
    .element(screen.getByRole('alert').getByRole('link', { name: 'Sign in' }))
    .toHaveAttribute('href', '/admin/sign-in?to=%2Fadmin%2Fblog%3Flocale%3Dde');
  expect(screen.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
});

test('a server failure is retried before an error is shown', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const failure = { status: 500, body: { success: false, code: 'server.failed', error: 'Our fault.' } };
  await commands.stubResponses(listCall, [
    failure,
    { isOffline: true },
    { body: toPostList([createAdminPost()]) },
  ]);
  const { screen, language, rows } = await renderBlogPage({ found: [] });
  await language.selectOptions('Deutsch');
  for (const [attempts, pauseMs] of [
    [1, adminListRetryMs.first],
    [2, 2 * adminListRetryMs.first],
  ] as const) {
    await expect.poll(async () => (await listFetches()).length).toBe(attempts);
    await vi.advanceTimersByTimeAsync(pauseMs);
  }
  await expect.element(rows).toBeVisible();
  expect(await listFetches()).toHaveLength(3);
  expect(screen.getByRole('alert').elements()).toEqual([]);
});

test('a long list has pages, and changing the page moves the focus to the top', async () => {
  const { screen, section, rows, status, currentPath } = await renderBlogPage({
    found: Array.from({ length: 50 }, (_, index) =>
      createAdminPost({ id: `post-${index}`, title: `Post number ${51 - index}` }),
    ),
    totalPosts: 51,
  });
  expect(rows.elements()).toHaveLength(50);
  await expect.element(status).toHaveTextContent('51 posts');
  const pages = screen.getByRole('navigation', { name: 'Post pages' });
  const next = pages.getByRole('link', { name: 'Next' });
  await expect.element(next).toHaveAttribute('href', '/admin/blog?page=2');
  await commands.stubResponses(listCall, [
    { body: toPostList([createAdminPost({ title: 'Post number 1' })], 51) },
  ]);
  await next.click();
  await expect.poll(() => rows.elements().length).toBe(1);
  expect(currentPath()).toBe('/admin/blog?page=2');
  expect(await listFetches()).toEqual([{ ...plainQuery, page: '2' }]);
  await expect.element(section).toHaveFocus();
});

test('a column heading sorts the list, and another click reverses the order', async () => {
  await page.viewport(1280, 800);
  const { screen, rows, currentPath } = await renderBlogPage({
    query: '?search=kites&page=2',
    totalPosts: 60,
  });
  const heading = (name: string) => screen.getByRole('columnheader', { name });
  await expect.element(heading('Date ↓')).toHaveAttribute('aria-sort', 'descending');
  await commands.stubResponses(listCall, [{ body: toPostList([createAdminPost({ title: 'Most viewed' })]) }]);
  await heading('Views').getByRole('link').click();
  await expect.element(rows).toMatchTextContent('Most viewed');
  expect(currentPath()).toBe('/admin/blog?search=kites&sort=views');
  await expect.element(heading('Views ↓')).toHaveAttribute('aria-sort', 'descending');
  await expect
    .element(heading('Views ↓').getByRole('link'))
    .toHaveAttribute('href', '/admin/blog?search=kites&sort=views_asc');
  expect(heading('Date').element().hasAttribute('aria-sort')).toBe(false);
});

test('more filters are folded away until they are needed, and clearing them keeps the sort order', async () => {
  await commands.stubResponses(listCall, [{ body: toPostList([]) }]);
  const { screen, currentPath } = await renderBlogPage({ query: '?sort=title' });
  const state = screen.getByLabelText('Translation status');
  expect(state.elements().filter((element) => (element as HTMLElement).checkVisibility())).toEqual([]);
  await screen.getByText('More filters').click();
  await state.selectOptions('Missing');
  await screen.getByLabelText('Translation language').selectOptions('ไทย');
  await screen.getByLabelText('Tag', { exact: true }).selectOptions('Video');
  await screen.getByLabelText('Author').selectOptions('Ada');
  await expect
    .poll(currentPath)
    .toBe('/admin/blog?state=missing&language=th&tag=video&author=ada&sort=title');
  await expect
    .poll(async () => (await listFetches()).at(-1))
    .toEqual({
      ...plainQuery,
      state: 'missing',
      language: 'th',
      tag: 'video',
      author: 'ada',
      sort: 'title',
    });
  await expect.element(screen.getByText('More filters (4)')).toBeVisible();
  await expectAccessible({ isPage: true });
  await screen.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(currentPath).toBe('/admin/blog?sort=title');
});

test('filters of the URL are shown unfolded', async () => {
  const { screen } = await renderBlogPage({ query: '?category=wind' });
  await expect.element(screen.getByLabelText('Category')).toBeVisible();
  await expect.element(screen.getByLabelText('Category')).toHaveValue('wind');
});

test("the list is in the user's language", async () => {
  const { screen } = await renderBlogPage({ query: '?search=kites', locale: 'de' });
  await expect.element(screen.getByRole('link', { name: 'Neuer Artikel' })).toBeVisible();
  await expect.element(screen.getByLabelText('Sprache', { exact: true })).toHaveValue('en');
  await expectAccessible({ isPage: true });
});
