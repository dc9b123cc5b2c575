import { expect, test, vi } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import {
  listCall,
  listFetches,
  listOf,
  plainQuery,
  renderBlogPage,
} from '#test/support/components/render-blog-page.tsx';
import { dataRetryMs } from '../contract.ts';
import { listedPost } from './fixtures/admin-posts.ts';

test('an empty blog says so and leads to the first post', async () => {
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
  await commands.stubResponses(listCall, [{ body: listOf([]) }]);
  const { screen, language, address } = await renderBlogPage({ found: [] });
  await language.selectOptions('Bahasa');
  await expect
    .element(screen.getByRole('link', { name: 'Create First Post' }))
    .toHaveAttribute('href', '/admin/blog/new?locale=id');
  await expect
    .element(screen.getByRole('link', { name: 'New Post' }))
    .toHaveAttribute('href', '/admin/blog/new?locale=id');
  expect(address()).toBe('/admin/blog?locale=id');
  expect(await listFetches()).toEqual([{ ...plainQuery, locale: 'id' }]);
});

test('what the server has rendered is not fetched again', async () => {
  const { cards, status } = await renderBlogPage();
  await expect.element(cards).toBeVisible();
  await expect.element(status).toHaveTextContent('1 post');
  expect(await listFetches()).toEqual([]);
});

test('a search is sent once its typing pauses, from the first page', async () => {
  await commands.stubResponses(listCall, [{ body: listOf([listedPost({ title: 'A draft about kites' })]) }]);
  const { search, cards, status, address } = await renderBlogPage({
    query: '?page=2',
    found: [listedPost(), listedPost({ id: 'post-2', title: 'Wind' })],
    totalPosts: 52,
  });
  await userEvent.click(search);
  await userEvent.keyboard('kites');
  await expect.element(cards).toMatchTextContent('A draft about kites');
  await expect.element(status).toHaveTextContent('1 post');
  expect(address()).toBe('/admin/blog?search=kites');
  expect(await listFetches()).toEqual([{ ...plainQuery, search: 'kites' }]);
  await expect.element(search).toHaveFocus();
  await expectAccessible({ isPage: true });
});

test('a search of an input method is not sent before it is composed', async () => {
  await commands.stubResponses(listCall, [{ body: listOf([]) }]);
  const { search, status, screen } = await renderBlogPage();
  const field = search.element() as HTMLInputElement;
  const compose = (value: string) => {
    field.value = value;
    field.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
  };
  compose('f');
  compose('ふ');
  field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'ふ' }));
  await expect.element(screen.getByText('No posts found')).toBeVisible();
  await expect.element(status).toHaveTextContent('');
  expect(await listFetches()).toEqual([{ ...plainQuery, search: 'ふ' }]);
});

test('Enter searches at once', async () => {
  await commands.stubResponses(listCall, [{ body: listOf([]) }]);
  const { search, address } = await renderBlogPage();
  await search.fill('kites');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/admin/blog?search=kites');
  await expect.poll(listFetches).toEqual([{ ...plainQuery, search: 'kites' }]);
});

test('a status narrows the list, no match says so, and clearing leads back to the whole list', async () => {
  await commands.stubResponses(listCall, [{ body: listOf([]) }]);
  const { screen, statusFilter, search, cards, address } = await renderBlogPage({ query: '?search=kites' });
  await statusFilter.selectOptions('Archived');
  await expect.element(screen.getByText('Nothing matches your search or status.')).toBeVisible();
  expect(address()).toBe('/admin/blog?search=kites&status=archived');
  await commands.stubResponses(listCall, [{ body: listOf([listedPost(), listedPost({ id: 'post-2' })]) }]);
  await screen.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => cards.elements().length).toBe(2);
  expect(address()).toBe('/admin/blog');
  await expect.element(search).toHaveFocus();
  await expect.element(search).toHaveValue('');
  await expect.element(statusFilter).toHaveValue('');
});

test('the way back restores filters and posts of the former address', async () => {
  await commands.stubResponses(listCall, [{ body: listOf([]) }]);
  const { screen, statusFilter, cards, address, goBack } = await renderBlogPage();
  await statusFilter.selectOptions('Archived');
  await expect.element(screen.getByText('No posts found')).toBeVisible();
  await commands.stubResponses(listCall, [{ body: listOf([listedPost()]) }]);
  await goBack();
  await expect.element(cards).toBeVisible();
  expect(address()).toBe('/admin/blog');
  await expect.element(statusFilter).toHaveValue('');
});

test('filters come from the address', async () => {
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

test('posts of another language are placeholders until they come, those of a narrowed list stay', async () => {
  await commands.stubResponses(listCall, [{ isHeld: true, body: listOf([listedPost({ title: 'ว่าว' })]) }]);
  const { section, status, language, statusFilter, cards } = await renderBlogPage();
  await language.selectOptions('ไทย');
  await expect.element(status).toHaveTextContent('Loading posts…');
  await expect.element(section).toHaveAttribute('aria-busy', 'true');
  expect(document.querySelectorAll('[data-placeholder]')).toHaveLength(5);
  expect(cards.elements()).toEqual([]);
  await commands.releaseResponses();
  await expect.element(cards).toMatchTextContent('ว่าว');
  await expect.element(section).toHaveAttribute('aria-busy', 'false');
  expect(document.querySelectorAll('[data-placeholder]')).toHaveLength(0);

  await commands.stubResponses(listCall, [{ isHeld: true, body: listOf([]) }]);
  await statusFilter.selectOptions('Draft');
  await expect.element(status).toHaveTextContent('Loading posts…');
  await expect.element(cards).toMatchTextContent('ว่าว');
  await commands.releaseResponses();
  await expect.poll(() => cards.elements().length).toBe(0);
});

test('a rejected list says why and is fetched again on request', async () => {
  const rejected = { success: false, code: 'role.forbids', error: 'Not for you.' };
  await commands.stubResponses(listCall, [{ status: 403, body: rejected }]);
  const { screen, language, cards } = await renderBlogPage();
  await language.selectOptions('Deutsch');
  const alert = screen.getByRole('alert');
  await expect.element(alert).toMatchTextContent('The posts could not be loaded.');
  await expect.element(alert).toMatchTextContent('Not for you.');
  expect(await listFetches()).toHaveLength(1);
  await commands.stubResponses(listCall, [{ body: listOf([listedPost()]) }]);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(cards).toBeVisible();
  expect(alert.elements()).toEqual([]);
});

test('without a session the list leads to sign in and back', async () => {
  const rejected = { success: false, code: 'session.missing', error: 'Sign in.' };
  await commands.stubResponses(listCall, [{ status: 401, body: rejected }]);
  const { screen, language } = await renderBlogPage();
  await language.selectOptions('Deutsch');
  await expect
    .element(screen.getByRole('alert').getByRole('link', { name: 'Sign in' }))
    .toHaveAttribute('href', '/admin/sign-in?to=%2Fadmin%2Fblog%3Flocale%3Dde');
  expect(screen.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
});

test('a failure of the server is retried before anything is said', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const failure = { status: 500, body: { success: false, code: 'server.failed', error: 'Our fault.' } };
  await commands.stubResponses(listCall, [failure, { isOffline: true }, { body: listOf([listedPost()]) }]);
  const { screen, language, cards } = await renderBlogPage({ found: [] });
  await language.selectOptions('Deutsch');
  for (const [tries, pauseMs] of [
    [1, dataRetryMs.first],
    [2, 2 * dataRetryMs.first],
  ] as const) {
    await expect.poll(async () => (await listFetches()).length).toBe(tries);
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(pauseMs);
      expect(await listFetches()).toHaveLength(tries + 1);
    });
  }
  await expect.element(cards).toBeVisible();
  expect(await listFetches()).toHaveLength(3);
  expect(screen.getByRole('alert').elements()).toEqual([]);
});

test('a long list has pages, and turning one takes the focus to the top', async () => {
  const { screen, section, cards, status, address } = await renderBlogPage({
    found: Array.from({ length: 50 }, (_, index) =>
      listedPost({ id: `post-${index}`, title: `Post number ${51 - index}` }),
    ),
    totalPosts: 51,
  });
  expect(cards.elements()).toHaveLength(50);
  await expect.element(status).toHaveTextContent('51 posts');
  const pages = screen.getByRole('navigation', { name: 'Pages of posts' });
  await expect.element(pages.getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
  await expect
    .element(pages.getByRole('link', { name: 'Previous' }))
    .toHaveAttribute('aria-disabled', 'true');
  const next = pages.getByRole('link', { name: 'Next' });
  await expect.element(next).toHaveAttribute('href', '/admin/blog?page=2');
  await commands.stubResponses(listCall, [{ body: listOf([listedPost({ title: 'Post number 1' })], 51) }]);
  await next.click();
  await expect.poll(() => cards.elements().length).toBe(1);
  expect(address()).toBe('/admin/blog?page=2');
  expect(await listFetches()).toEqual([{ ...plainQuery, page: '2' }]);
  await expect.element(section).toHaveFocus();
});

test('whoever chose German gets the list in German', async () => {
  const { screen } = await renderBlogPage({ query: '?search=kites', locale: 'de' });
  await expect.element(screen.getByRole('link', { name: 'Neuer Beitrag' })).toBeVisible();
  await expect.element(screen.getByLabelText('Sprache', { exact: true })).toHaveValue('en');
  await expectAccessible({ isPage: true });
});
