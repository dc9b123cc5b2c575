import { expect, test } from 'vitest';
import { cdp, commands, page, userEvent } from 'vitest/browser';
import type { DeskPost } from '#desk/contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderAdminPage } from '#test/support/components/render-admin-page.tsx';
import BlogAdminPage from './blog-page.tsx';
import { listedPost, postDocument } from './fixtures/admin-posts.ts';
import { readDeskFilters } from './list/desk-filters.ts';

const posts = 'GET /api/admin/posts';
const listOf = (found: DeskPost[], totalPosts = found.length) => ({ posts: found, totalPosts });

interface Situation {
  query?: string;
  found?: DeskPost[];
  totalPosts?: number;
  mayPublish?: boolean;
  mayDelete?: boolean;
  locale?: 'en' | 'de';
}

async function show(situation: Situation = {}) {
  const { query = '', found = [listedPost()], totalPosts, mayPublish = true, mayDelete = true } = situation;
  const rendered = await renderAdminPage(BlogAdminPage, {
    path: `/admin/blog${query}`,
    loaderData: {
      asked: readDeskFilters(new URLSearchParams(query)),
      list: listOf(found, totalPosts),
      ...{ pageSize: 50, userId: 'ada', mayPublish, mayDelete, expiresAt: Date.now() + 3_600_000 },
    },
    locale: situation.locale ?? 'en',
  });
  const { screen } = rendered;
  const section = screen.getByRole('region', { name: /^(Posts|Beiträge)$/ });
  return {
    ...rendered,
    section,
    cards: screen.getByRole('article'),
    status: section.getByRole('status'),
    language: screen.getByLabelText('Language', { exact: true }),
    search: screen.getByLabelText('Search posts'),
    statusFilter: screen.getByLabelText('Status'),
  };
}

/** Paths of the lists that were fetched. */
const fetched = async () =>
  (await commands.listRequests())
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/admin/posts?'))
    .map(({ path }) => Object.fromEntries(new URLSearchParams(path.split('?')[1])));

const ofList = { locale: 'en', page: '1', search: '', status: '' };

test('an empty blog says so and leads to the first post', async () => {
  const { screen, language } = await show({ found: [] });
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
  await commands.stubResponses(posts, [{ body: listOf([]) }]);
  const { screen, language, address } = await show({ found: [] });
  await language.selectOptions('Bahasa');
  await expect
    .element(screen.getByRole('link', { name: 'Create First Post' }))
    .toHaveAttribute('href', '/admin/blog/new?locale=id');
  await expect
    .element(screen.getByRole('link', { name: 'New Post' }))
    .toHaveAttribute('href', '/admin/blog/new?locale=id');
  expect(address()).toBe('/admin/blog?locale=id');
  expect(await fetched()).toEqual([{ ...ofList, locale: 'id' }]);
});

test('what the server has rendered is not fetched again', async () => {
  const { cards, status } = await show();
  await expect.element(cards).toBeVisible();
  await expect.element(status).toHaveTextContent('1 post');
  expect(await fetched()).toEqual([]);
});

test('a search is sent once its typing pauses, from the first page', async () => {
  await commands.stubResponses(posts, [{ body: listOf([listedPost({ title: 'A draft about kites' })]) }]);
  const { search, cards, status, address } = await show({
    query: '?page=2',
    found: [listedPost(), listedPost({ id: 'post-2', title: 'Wind' })],
    totalPosts: 52,
  });
  await userEvent.click(search);
  await userEvent.keyboard('kites');
  await expect.element(cards).toMatchTextContent('A draft about kites');
  await expect.element(status).toHaveTextContent('1 post');
  expect(address()).toBe('/admin/blog?search=kites');
  expect(await fetched()).toEqual([{ ...ofList, search: 'kites' }]);
  await expect.element(search).toHaveFocus();
  await expectAccessible({ isPage: true });
});

test('a search of an input method is not sent before it is composed', async () => {
  await commands.stubResponses(posts, [{ body: listOf([]) }]);
  const { search, status, screen } = await show();
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
  expect(await fetched()).toEqual([{ ...ofList, search: 'ふ' }]);
});

test('Enter searches at once', async () => {
  await commands.stubResponses(posts, [{ body: listOf([]) }]);
  const { search, address } = await show();
  await search.fill('kites');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/admin/blog?search=kites');
  await expect.poll(fetched).toEqual([{ ...ofList, search: 'kites' }]);
});

test('a status narrows the list, no match says so, and clearing leads back to the whole list', async () => {
  await commands.stubResponses(posts, [{ body: listOf([]) }]);
  const { screen, statusFilter, search, cards, address } = await show({ query: '?search=kites' });
  await statusFilter.selectOptions('Archived');
  await expect.element(screen.getByText('Nothing matches your search or status.')).toBeVisible();
  expect(address()).toBe('/admin/blog?search=kites&status=archived');
  await commands.stubResponses(posts, [{ body: listOf([listedPost(), listedPost({ id: 'post-2' })]) }]);
  await screen.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => cards.elements().length).toBe(2);
  expect(address()).toBe('/admin/blog');
  await expect.element(search).toHaveFocus();
  await expect.element(search).toHaveValue('');
  await expect.element(statusFilter).toHaveValue('');
});

test('the way back restores filters and posts of the former address', async () => {
  await commands.stubResponses(posts, [{ body: listOf([]) }]);
  const { screen, statusFilter, cards, address, goBack } = await show();
  await statusFilter.selectOptions('Archived');
  await expect.element(screen.getByText('No posts found')).toBeVisible();
  await commands.stubResponses(posts, [{ body: listOf([listedPost()]) }]);
  await goBack();
  await expect.element(cards).toBeVisible();
  expect(address()).toBe('/admin/blog');
  await expect.element(statusFilter).toHaveValue('');
});

test('filters come from the address', async () => {
  const { language, search, statusFilter, screen } = await show({
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
  await commands.stubResponses(posts, [{ isHeld: true, body: listOf([listedPost({ title: 'ว่าว' })]) }]);
  const { section, status, language, statusFilter, cards } = await show();
  await language.selectOptions('ไทย');
  await expect.element(status).toHaveTextContent('Loading posts…');
  await expect.element(section).toHaveAttribute('aria-busy', 'true');
  expect(document.querySelectorAll('[data-placeholder]')).toHaveLength(5);
  expect(cards.elements()).toEqual([]);
  await commands.releaseResponses();
  await expect.element(cards).toMatchTextContent('ว่าว');
  await expect.element(section).toHaveAttribute('aria-busy', 'false');
  expect(document.querySelectorAll('[data-placeholder]')).toHaveLength(0);

  await commands.stubResponses(posts, [{ isHeld: true, body: listOf([]) }]);
  await statusFilter.selectOptions('Draft');
  await expect.element(status).toHaveTextContent('Loading posts…');
  await expect.element(cards).toMatchTextContent('ว่าว');
  await commands.releaseResponses();
  await expect.poll(() => cards.elements().length).toBe(0);
});

test('a rejected list says why and is fetched again on request', async () => {
  const rejected = { success: false, code: 'role.forbids', error: 'Not for you.' };
  await commands.stubResponses(posts, [{ status: 403, body: rejected }]);
  const { screen, language, cards } = await show();
  await language.selectOptions('Deutsch');
  const alert = screen.getByRole('alert');
  await expect.element(alert).toMatchTextContent('The posts could not be loaded.');
  await expect.element(alert).toMatchTextContent('Not for you.');
  expect(await fetched()).toHaveLength(1);
  await commands.stubResponses(posts, [{ body: listOf([listedPost()]) }]);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(cards).toBeVisible();
  expect(alert.elements()).toEqual([]);
});

test('without a session the list leads to sign in and back', async () => {
  const rejected = { success: false, code: 'session.missing', error: 'Sign in.' };
  await commands.stubResponses(posts, [{ status: 401, body: rejected }]);
  const { screen, language } = await show();
  await language.selectOptions('Deutsch');
  await expect
    .element(screen.getByRole('alert').getByRole('link', { name: 'Sign in' }))
    .toHaveAttribute('href', '/admin/sign-in?to=%2Fadmin%2Fblog%3Flocale%3Dde');
  expect(screen.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
});

test('a failure of the server is retried before anything is said', async () => {
  const failure = { status: 500, body: { success: false, code: 'server.failed', error: 'Our fault.' } };
  await commands.stubResponses(posts, [failure, { isOffline: true }, { body: listOf([listedPost()]) }]);
  const { screen, language, cards } = await show({ found: [] });
  await language.selectOptions('Deutsch');
  await expect.element(cards, { timeout: 8_000 }).toBeVisible();
  expect(await fetched()).toHaveLength(3);
  expect(screen.getByRole('alert').elements()).toEqual([]);
});

test('a card has title, status, category, excerpt, date, views and language', async () => {
  const category = {
    ...{ id: 'c', name: 'Wind', slug: 'wind', color: '#2f7d5b', description: null },
    created_at: '2026-01-01T00:00:00.000Z',
  };
  const { cards } = await show({ found: [listedPost({ category, view_count: 1 })] });
  await expect.element(cards.getByRole('heading', { level: 2 })).toHaveTextContent('Kites');
  for (const text of ['Published', 'Wind', 'All that flies.', 'November 20, 2026', '1 view', 'EN'])
    await expect.element(cards.getByText(text, { exact: true })).toBeVisible();
  await expect
    .element(cards.getByRole('link', { name: 'Edit “Kites”' }))
    .toHaveAttribute('href', '/admin/blog/post-1');
  await expect
    .element(cards.getByRole('link', { name: 'Kites', exact: true }))
    .toHaveAttribute('href', '/admin/blog/post-1');
});

test('a post without title, views or excerpt has a card too', async () => {
  const bare = { title: '', excerpt: '', status: 'draft', has_working_copy: true } as const;
  const { cards } = await show({ found: [listedPost(bare)] });
  await expect.element(cards.getByRole('heading', { level: 2 })).toHaveTextContent('Untitled');
  await expect.element(cards.getByText('Draft', { exact: true })).toBeVisible();
  await expect.element(cards.getByText('Unpublished changes')).toBeVisible();
  await expect.element(cards.getByRole('link', { name: 'Edit “Untitled”' })).toBeVisible();
  expect(cards.getByText(/view/).elements()).toEqual([]);
});

test('the time of a scheduled post is the local one', async () => {
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Bangkok' });
  try {
    const { cards } = await show({
      found: [listedPost({ status: 'draft', scheduled_at: '2039-05-03T14:00:00.000Z' })],
    });
    await expect.element(cards.getByText('Scheduled: May 3, 2039 at 9:00 PM')).toBeVisible();
  } finally {
    await cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' });
  }
});

test('a long list has pages, and turning one takes the focus to the top', async () => {
  const { screen, section, cards, status, address } = await show({
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
  await commands.stubResponses(posts, [{ body: listOf([listedPost({ title: 'Post number 1' })], 51) }]);
  await next.click();
  await expect.poll(() => cards.elements().length).toBe(1);
  expect(address()).toBe('/admin/blog?page=2');
  expect(await fetched()).toEqual([{ ...ofList, page: '2' }]);
  await expect.element(section).toHaveFocus();
});

test('when the last post of the last page is gone, the page before it is shown', async () => {
  const { screen, cards, address } = await show({
    query: '?page=2',
    found: [listedPost({ title: 'Post number 1' })],
    totalPosts: 51,
  });
  await commands.stubResponses('DELETE /api/admin/posts/post-1', [{ body: { success: true } }]);
  await commands.stubResponses('GET /api/admin/posts?*page=2*', [{ body: listOf([], 50) }]);
  await commands.stubResponses('GET /api/admin/posts?*page=1*', [{ body: listOf([listedPost()], 50) }]);
  await screen.getByRole('button', { name: 'Delete “Post number 1”' }).click();
  await screen.getByRole('button', { name: 'Delete for good…' }).click();
  await screen.getByRole('button', { name: 'Yes, delete for good' }).click();
  await expect.poll(address).toBe('/admin/blog');
  await expect.element(cards).toMatchTextContent('Kites');
  expect(screen.getByRole('link', { name: 'Next' }).elements()).toEqual([]);
});

test('a post is archived only after a question, and Escape leaves it and returns the focus', async () => {
  const { screen } = await show();
  const button = screen.getByRole('button', { name: 'Delete “Kites”' });
  await button.click();
  const dialog = screen.getByRole('dialog', { name: 'Remove “Kites”?' });
  await expect.element(dialog).toMatchTextContent('Archived posts are hidden from readers.');
  await expectAccessible({ isPage: true });
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => dialog.elements()).toEqual([]);
  await expect.element(button).toHaveFocus();
  await button.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => dialog.elements()).toEqual([]);
  expect((await commands.listRequests()).filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('an archived post is restored by Undo', async () => {
  const post = listedPost();
  const archived = listedPost({ status: 'archived', version: 5 });
  await commands.stubResponses('POST /api/admin/posts/post-1/status', [
    { body: postDocument(archived) },
    { body: postDocument(listedPost({ version: 6 })) },
  ]);
  await commands.stubResponses(posts, [{ body: listOf([archived]) }]);
  const { screen, cards } = await show({ found: [post] });
  await screen.getByRole('button', { name: 'Delete “Kites”' }).click();
  await screen.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect.element(cards.getByText('Archived', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Readers no longer see “Kites”.')).toBeVisible();
  expect(screen.getByRole('dialog').elements()).toEqual([]);
  await commands.stubResponses(posts, [{ body: listOf([listedPost({ version: 6 })]) }]);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('“Kites” is as it was.')).toBeVisible();
  await expect.element(cards.getByText('Published', { exact: true })).toBeVisible();
  const writes = (await commands.listRequests()).filter(({ method }) => method === 'POST');
  expect(writes.map(({ headers, body }) => [headers['if-match'], body])).toEqual([
    ['"4"', { status: 'archived' }],
    ['"5"', { status: 'published' }],
  ]);
});

test('Undo schedules a post again that waited for its time', async () => {
  const scheduled_at = '2039-05-03T14:00:00.000Z';
  const post = listedPost({ status: 'draft', scheduled_at });
  const archived = postDocument(listedPost({ status: 'archived', version: 5 }));
  await commands.stubResponses('POST /api/admin/posts/post-1/status', [{ body: archived }]);
  await commands.stubResponses('PUT /api/admin/posts/post-1', [{ body: postDocument(post) }]);
  await commands.stubResponses(posts, [{ body: listOf([post]) }]);
  const { screen } = await show({ found: [post] });
  await screen.getByRole('button', { name: 'Delete “Kites”' }).click();
  await screen.getByRole('button', { name: 'Archive', exact: true }).click();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('“Kites” is as it was.')).toBeVisible();
  const saved = (await commands.listRequests()).find(({ method }) => method === 'PUT');
  expect(saved?.headers['if-match']).toBe('"5"');
  expect(saved?.body).toEqual({
    mode: 'schedule',
    fields: { ...archived.fields, status: 'draft' },
    scheduled_at,
  });
});

test('an Undo that is rejected says why', async () => {
  const archived = postDocument(listedPost({ status: 'archived', version: 5 }));
  await commands.stubResponses('POST /api/admin/posts/post-1/status', [
    { body: archived },
    { status: 409, body: { success: false, code: 'post.conflict', error: 'It was changed.' } },
  ]);
  await commands.stubResponses(posts, [{ body: listOf([listedPost({ status: 'archived' })]) }]);
  const { screen } = await show();
  await screen.getByRole('button', { name: 'Delete “Kites”' }).click();
  await screen.getByRole('button', { name: 'Archive', exact: true }).click();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('Could not be undone')).toBeVisible();
  await expect.element(screen.getByText('It was changed.')).toBeVisible();
});

test('a post that someone else has changed is shown as it is now before it is archived', async () => {
  const changed = listedPost({ title: 'Kites, corrected', version: 9 });
  await commands.stubResponses('POST /api/admin/posts/post-1/status', [
    { status: 409, body: { success: false, code: 'post.conflict', error: 'x' } },
    { body: postDocument(listedPost({ ...changed, status: 'archived', version: 10 })) },
  ]);
  await commands.stubResponses(posts, [{ body: listOf([changed]) }]);
  const { screen } = await show();
  await screen.getByRole('button', { name: 'Delete “Kites”' }).click();
  await screen.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Someone has changed this post');
  await expect.element(screen.getByRole('dialog', { name: 'Remove “Kites, corrected”?' })).toBeVisible();
  await screen.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([]);
  const writes = (await commands.listRequests()).filter(({ method }) => method === 'POST');
  expect(writes.map(({ headers }) => headers['if-match'])).toEqual(['"4"', '"9"']);
});

test('while a post is being archived, neither another click nor Escape does anything', async () => {
  const archived = postDocument(listedPost({ status: 'archived', version: 5 }));
  await commands.stubResponses('POST /api/admin/posts/post-1/status', [{ isHeld: true, body: archived }]);
  await commands.stubResponses(posts, [{ body: listOf([]) }]);
  const { screen, section } = await show();
  await screen.getByRole('button', { name: 'Delete “Kites”' }).click();
  const archive = screen.getByRole('button', { name: 'Archive', exact: true });
  await archive.click();
  await expect.element(archive).toHaveAttribute('aria-disabled', 'true');
  (archive.element() as HTMLElement).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await commands.releaseResponses();
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([]);
  // The card that had the focus is gone.
  await expect.element(section).toHaveFocus();
  expect((await commands.listRequests()).filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('without a connection the question stays and says so', async () => {
  await commands.stubResponses('POST /api/admin/posts/post-1/status', [{ isOffline: true }]);
  await commands.stubResponses(posts, [{ body: listOf([listedPost()]) }]);
  const { screen } = await show();
  await screen.getByRole('button', { name: 'Delete “Kites”' }).click();
  await screen.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent('No connection.');
  await expect.element(screen.getByRole('dialog')).toBeVisible();
});

test('an owner deletes for good after a second question, whose default is to go back', async () => {
  await commands.stubResponses('DELETE /api/admin/posts/post-1', [{ body: { success: true } }]);
  await commands.stubResponses(posts, [{ body: listOf([]) }]);
  const { screen, cards } = await show();
  await screen.getByRole('button', { name: 'Delete “Kites”' }).click();
  await screen.getByRole('button', { name: 'Delete for good…' }).click();
  const question = screen.getByRole('dialog', { name: 'Delete “Kites” for good?' });
  await expect.element(question).toMatchTextContent('The post in this language (English)');
  await expect.element(question.getByRole('button', { name: 'Back' })).toHaveFocus();
  await expectAccessible({ isPage: true });
  await question.getByRole('button', { name: 'Back' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Remove “Kites”?' })).toBeVisible();
  await screen.getByRole('button', { name: 'Delete for good…' }).click();
  await question.getByRole('button', { name: 'Yes, delete for good' }).click();
  await expect.poll(() => cards.elements().length).toBe(0);
  await expect.element(screen.getByText('“Kites” is gone for good.')).toBeVisible();
  const removals = (await commands.listRequests()).filter(({ method }) => method === 'DELETE');
  expect(removals.map(({ headers }) => headers['if-match'])).toEqual(['"4"']);
});

test('an editor archives and does not delete for good', async () => {
  const { screen } = await show({ mayDelete: false });
  await screen.getByRole('button', { name: 'Delete “Kites”' }).click();
  await expect.element(screen.getByRole('button', { name: 'Archive', exact: true })).toBeVisible();
  expect(screen.getByRole('button', { name: /for good/ }).elements()).toEqual([]);
});

test('of an archived post an editor learns that only an owner can delete it', async () => {
  const { screen } = await show({ found: [listedPost({ status: 'archived' })], mayDelete: false });
  await screen.getByRole('button', { name: 'Delete “Kites”' }).click();
  await expect
    .element(screen.getByText(/This post is archived.*Only an owner can delete it for good\./))
    .toBeVisible();
  expect(screen.getByRole('button', { name: 'Archive', exact: true }).elements()).toEqual([]);
});

test('an author removes only their own drafts, and adds no languages to other posts', async () => {
  const found = [
    listedPost({ id: 'a', title: 'Own draft', status: 'draft' }),
    listedPost({ id: 'b', title: 'Own published' }),
    listedPost({ id: 'c', title: 'Of someone else', status: 'draft', author_id: 'bob' }),
  ];
  const { screen, cards } = await show({ found, mayPublish: false, mayDelete: false });
  const removals = screen.getByRole('button', { name: /^Delete/ });
  await expect.element(removals).toHaveAccessibleName('Delete “Own draft”');
  expect(screen.getByRole('link', { name: /^Edit/ }).elements()).toHaveLength(3);
  await expect.element(cards.nth(0).getByRole('link', { name: 'ไทย: missing, write it' })).toBeVisible();
  await expect.element(cards.nth(2).getByRole('img', { name: 'ไทย: missing' })).toBeVisible();
  expect(
    cards
      .nth(2)
      .getByRole('link', { name: /write it/ })
      .elements(),
  ).toEqual([]);
});

test('a card names the languages of its article and leads to each, written or missing', async () => {
  const languages = [
    { id: 'post-1', locale: 'en', slug: 'kites', title: 'Kites', status: 'published' },
    { id: 'post-de', locale: 'de', slug: 'drachen', title: 'Drachen', status: 'draft' },
    { id: 'post-es', locale: 'es', slug: 'cometas', title: 'Cometas', status: 'archived' },
  ] as const;
  const { screen } = await show({ found: [listedPost({ languages: [...languages] })] });
  const row = screen.getByRole('list', { name: 'Languages of “Kites”' });
  expect(row.getByRole('listitem').elements()).toHaveLength(10);
  await expect.element(row.getByRole('img', { name: 'English: Published' })).toBeVisible();
  await expect
    .element(row.getByRole('link', { name: 'Deutsch: Draft' }))
    .toHaveAttribute('href', '/admin/blog/post-de');
  await expect.element(row.getByRole('link', { name: 'Español: Archived' })).toBeVisible();
  await expect
    .element(row.getByRole('link', { name: 'ไทย: missing, write it' }))
    .toHaveAttribute('href', '/admin/blog/new?locale=th&article=article-1');
});

test('the list fits a small phone in dark colors', async () => {
  const media = (scheme: string) =>
    cdp().send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ],
    });
  await page.viewport(320, 640);
  await media('dark');
  try {
    await show({ found: [listedPost({ has_working_copy: true, view_count: 1200 })] });
    await expectAccessible({ isPage: true });
  } finally {
    await media('light');
  }
});

test('the list says in words which languages are not translated, out of date or need review', async () => {
  const post = { slug: 'garden', title: 'A garden', status: 'published' } as const;
  const { cards } = await show({
    found: [
      listedPost({
        title: 'A garden',
        languages: [
          { ...post, id: 'post-1', locale: 'en' },
          { ...post, id: 'fr', locale: 'fr', translation: 'outdated', review: 2 },
          { ...post, id: 'de', locale: 'de', translation: 'outdated' },
          { ...post, id: 'th', locale: 'th', status: 'draft', translation: 'untranslated' },
        ],
      }),
    ],
  });
  await expect.element(cards.getByText(/^Not translated: ไทย/)).toBeVisible();
  await expect.element(cards.getByText(/^Out of date: Français, Deutsch/)).toBeVisible();
  await expect.element(cards.getByText(/^Needs review: Français/)).toBeVisible();
  await expect
    .element(cards.getByText(/Open the original and translate again\./).first())
    .toBeInTheDocument();
  await expect
    .element(cards.getByRole('link', { name: 'Deutsch: Published, Out of date' }))
    .toHaveAttribute('href', '/admin/blog/de');
  await expect
    .element(cards.getByRole('link', { name: 'Français: Published, Out of date, Needs review' }))
    .toBeVisible();
  await expectAccessible({ isPage: true });
});

test('where every translation is up to date nothing is said of them', async () => {
  const { cards } = await show();
  expect(cards.getByText(/^(Not translated|Out of date|Needs review)/).elements()).toEqual([]);
});

test('whoever chose German gets the list in German', async () => {
  const { screen } = await show({ query: '?search=kites', locale: 'de' });
  await expect.element(screen.getByRole('link', { name: 'Neuer Beitrag' })).toBeVisible();
  await expect.element(screen.getByLabelText('Sprache', { exact: true })).toHaveValue('en');
  await expectAccessible({ isPage: true });
});
