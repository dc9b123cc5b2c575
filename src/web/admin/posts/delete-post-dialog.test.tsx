import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { listCall, renderBlogPage, toPostList } from '#test/support/components/render-blog-page.tsx';
import { createAdminPost, createEditorPost } from '../fixtures/admin-posts.ts';

const statusCall = 'POST /api/admin/posts/post-1/status';
const archived = createEditorPost(createAdminPost({ status: 'archived', version: 5 }));

type Screen = Awaited<ReturnType<typeof renderBlogPage>>['screen'];
const openDialog = (screen: Screen) => screen.getByRole('button', { name: 'Delete “Kites”' }).click();
async function archive(screen: Screen) {
  await openDialog(screen);
  await screen.getByRole('button', { name: 'Archive', exact: true }).click();
}
const listWrites = async () => (await commands.listRequests()).filter(({ method }) => method !== 'GET');

test('deleting the last post of the last page opens the previous page', async () => {
  const { screen, rows, currentPath } = await renderBlogPage({
    query: '?page=2',
    found: [createAdminPost({ title: 'Post number 1' })],
    totalPosts: 51,
  });
  await commands.stubResponses('DELETE /api/admin/posts/post-1', [{ body: { success: true } }]);
  await commands.stubResponses('GET /api/admin/posts?*page=2*', [{ body: toPostList([], 50) }]);
  await commands.stubResponses('GET /api/admin/posts?*page=1*', [
    { body: toPostList([createAdminPost()], 50) },
  ]);
  await screen.getByRole('button', { name: 'Delete “Post number 1”' }).click();
  await screen.getByRole('button', { name: 'Delete for good…' }).click();
  await screen.getByRole('button', { name: 'Yes, delete for good' }).click();
  await expect.poll(currentPath).toBe('/admin/blog');
  await expect.element(rows).toMatchTextContent('Kites');
  expect(screen.getByRole('link', { name: 'Next' }).elements()).toEqual([]);
});

test('archiving needs confirmation, and Escape closes the dialog and restores the focus', async () => {
  const { screen } = await renderBlogPage();
  const button = screen.getByRole('button', { name: 'Delete “Kites”' });
  await button.click();
  const dialog = screen.getByRole('dialog', { name: 'Delete “Kites”?' });
  await expect.element(dialog).toMatchTextContent('Archiving hides the post from readers.');
  await expectAccessible({ isPage: true });
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => dialog.elements()).toEqual([]);
  await expect.element(button).toHaveFocus();
  await button.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => dialog.elements()).toEqual([]);
  expect(await listWrites()).toEqual([]);
});

test('Undo restores an archived post', async () => {
  await commands.stubResponses(statusCall, [
    { body: archived },
    { body: createEditorPost(createAdminPost({ version: 6 })) },
  ]);
  await commands.stubResponses(listCall, [{ body: toPostList([createAdminPost({ status: 'archived' })]) }]);
  const { screen, rows } = await renderBlogPage();
  await archive(screen);
  await expect.element(rows.getByText('Archived', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('“Kites” is hidden from readers.')).toBeVisible();
  expect(screen.getByRole('dialog').elements()).toEqual([]);
  await commands.stubResponses(listCall, [{ body: toPostList([createAdminPost({ version: 6 })]) }]);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('“Kites” is no longer archived.')).toBeVisible();
  await expect.element(rows.getByText('Published', { exact: true })).toBeVisible();
  const writes = await listWrites();
  expect(writes.map(({ headers, body }) => [headers['if-match'], body])).toEqual([
    ['"4"', { status: 'archived' }],
    ['"5"', { status: 'published' }],
  ]);
});

const languages = (
  [
    ['post-1', 'en', 'published'],
    ['post-2', 'de', 'published'],
    ['post-3', 'th', 'published'],
    ['post-4', 'fr', 'draft'],
  ] as const
).map(([id, locale, status]) => ({ id, locale, slug: 'kites', title: 'Kites', status }));
const inFour = createAdminPost({ languages });
const withArchived = (...ids: string[]) =>
  languages.map((language) =>
    ids.includes(language.id) ? { ...language, status: 'archived' as const } : language,
  );

const viewports = [
  ['phone', 390, 844],
  ['desktop', 1280, 800],
] as const;

test.each(viewports)('on a %s, archiving one language says what stays public', async (_, ...size) => {
  await page.viewport(...size);
  await commands.stubResponses(statusCall, [{ body: archived }]);
  const { screen, rows } = await renderBlogPage({ found: [inFour] });
  await commands.stubResponses(listCall, [
    { body: toPostList([{ ...inFour, status: 'archived', languages: withArchived('post-1') }]) },
  ]);
  await openDialog(screen);
  const dialog = screen.getByRole('dialog', { name: 'Delete “Kites”?' });
  await expect.element(dialog).toMatchTextContent('The post is public in 2 other languages: Deutsch, ไทย.');
  await expectAccessible({ isPage: true });
  await dialog.getByRole('button', { name: 'Archive this language' }).click();
  await expect
    .element(screen.getByRole('listitem').filter({ hasText: 'Post archived' }))
    .toMatchTextContent('Still public in 2 languages');
  await expect.element(rows.getByText('Still public in 2 languages')).toBeVisible();
  expect((await listWrites()).map(({ path }) => path)).toEqual(['/api/admin/posts/post-1/status']);
});

test('all languages are archived at once, and Undo restores them', async () => {
  for (const { id, locale } of languages.slice(0, 3)) {
    const post = createAdminPost({ id, locale, languages });
    await commands.stubResponses(`GET /api/admin/posts/${id}`, [{ body: createEditorPost(post) }]);
    await commands.stubResponses(`POST /api/admin/posts/${id}/status`, [
      { body: createEditorPost({ ...post, status: 'archived', version: 5 }) },
      { body: createEditorPost({ ...post, version: 6 }) },
    ]);
  }
  const { screen } = await renderBlogPage({ found: [inFour] });
  await commands.stubResponses(listCall, [
    {
      body: toPostList([
        { ...inFour, status: 'archived', languages: withArchived('post-1', 'post-2', 'post-3') },
      ]),
    },
  ]);
  await openDialog(screen);
  await screen.getByRole('button', { name: 'Archive all 3 languages' }).click();
  await expect.element(screen.getByText('“Kites” is hidden from readers.')).toBeVisible();
  expect(screen.getByText(/^Still public/).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('“Kites” is no longer archived.')).toBeVisible();
  const posts = ['post-2', 'post-3', 'post-1'];
  expect((await listWrites()).map(({ path, body }) => [path, body])).toEqual(
    ['archived', 'published'].flatMap((status) =>
      posts.map((id) => [`/api/admin/posts/${id}/status`, { status }]),
    ),
  );
});

test('if a language cannot be archived, the dialog says so and offers the rest', async () => {
  await commands.stubResponses('GET /api/admin/posts/post-2', [
    { body: createEditorPost(createAdminPost({ id: 'post-2', locale: 'de' })) },
  ]);
  await commands.stubResponses('POST /api/admin/posts/post-2/status', [{ body: archived }]);
  await commands.stubResponses('GET /api/admin/posts/post-3', [
    { status: 403, body: { success: false, code: 'role.forbids', error: 'You may not do this.' } },
  ]);
  const { screen } = await renderBlogPage({ found: [inFour] });
  await commands.stubResponses(listCall, [
    { body: toPostList([{ ...inFour, languages: withArchived('post-2') }]) },
  ]);
  await openDialog(screen);
  await screen.getByRole('button', { name: 'Archive all 3 languages' }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent('You may not do this.');
  await expect.element(screen.getByRole('button', { name: 'Archive all 2 languages' })).toBeVisible();
});

test('Undo reschedules an archived post', async () => {
  const scheduled_at = '2039-05-03T14:00:00.000Z';
  const post = createAdminPost({ status: 'draft', scheduled_at });
  await commands.stubResponses(statusCall, [{ body: archived }]);
  await commands.stubResponses('PUT /api/admin/posts/post-1', [{ body: createEditorPost(post) }]);
  await commands.stubResponses(listCall, [{ body: toPostList([post]) }]);
  const { screen } = await renderBlogPage({ found: [post] });
  await archive(screen);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('“Kites” is no longer archived.')).toBeVisible();
  const saved = (await commands.listRequests()).find(({ method }) => method === 'PUT');
  expect(saved?.headers['if-match']).toBe('"5"');
  expect(saved?.body).toEqual({
    mode: 'schedule',
    fields: { ...archived.fields, status: 'draft' },
    scheduled_at,
  });
});

test('a failed Undo shows the error', async () => {
  await commands.stubResponses(statusCall, [
    { body: archived },
    { status: 409, body: { success: false, code: 'post.conflict', error: 'It was changed.' } },
  ]);
  await commands.stubResponses(listCall, [{ body: toPostList([createAdminPost({ status: 'archived' })]) }]);
  const { screen } = await renderBlogPage();
  await archive(screen);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('Failed to restore post')).toBeVisible();
  await expect.element(screen.getByText('It was changed.')).toBeVisible();
});

test('a concurrent change is shown before the post can be archived', async () => {
  const changed = createAdminPost({ title: 'Kites, corrected', version: 9 });
  await commands.stubResponses(statusCall, [
    { status: 409, body: { success: false, code: 'post.conflict', error: 'x' } },
    { body: createEditorPost(createAdminPost({ ...changed, status: 'archived', version: 10 })) },
  ]);
  await commands.stubResponses(listCall, [{ body: toPostList([changed]) }]);
  const { screen } = await renderBlogPage();
  await archive(screen);
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Someone changed this post');
  await expect.element(screen.getByRole('dialog', { name: 'Delete “Kites, corrected”?' })).toBeVisible();
  await screen.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([]);
  const writes = await listWrites();
  expect(writes.map(({ headers }) => headers['if-match'])).toEqual(['"4"', '"9"']);
});

test('while a post is being archived, another click or Escape has no effect', async () => {
  await commands.stubResponses(statusCall, [{ isPending: true, body: archived }]);
  await commands.stubResponses(listCall, [{ body: toPostList([]) }]);
  const { screen, section } = await renderBlogPage();
  await openDialog(screen);
  const archiveButton = screen.getByRole('button', { name: 'Archive', exact: true });
  await archiveButton.click();
  await expect.element(archiveButton).toHaveAttribute('aria-disabled', 'true');
  (archiveButton.element() as HTMLElement).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await commands.releaseResponses();
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([]);
  // The row's button, which had the focus, is gone.
  await expect.element(section).toHaveFocus();
  expect(await listWrites()).toHaveLength(1);
});

test('without a connection the dialog stays open and shows the error', async () => {
  await commands.stubResponses(statusCall, [{ isOffline: true }]);
  await commands.stubResponses(listCall, [{ body: toPostList([createAdminPost()]) }]);
  const { screen } = await renderBlogPage();
  await archive(screen);
  await expect.element(screen.getByRole('alert')).toMatchTextContent('You seem to be offline.');
  await expect.element(screen.getByRole('dialog')).toBeVisible();
});

test('an owner deletes permanently after a second confirmation with Back as the default', async () => {
  await commands.stubResponses('DELETE /api/admin/posts/post-1', [{ body: { success: true } }]);
  await commands.stubResponses(listCall, [{ body: toPostList([]) }]);
  const { screen, rows } = await renderBlogPage();
  await openDialog(screen);
  await screen.getByRole('button', { name: 'Delete for good…' }).click();
  const question = screen.getByRole('dialog', { name: 'Delete “Kites” for good?' });
  await expect.element(question).toMatchTextContent('The post in this language (English)');
  await expect.element(question.getByRole('button', { name: 'Back' })).toHaveFocus();
  await expectAccessible({ isPage: true });
  await question.getByRole('button', { name: 'Back' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Delete “Kites”?' })).toBeVisible();
  await screen.getByRole('button', { name: 'Delete for good…' }).click();
  await question.getByRole('button', { name: 'Yes, delete for good' }).click();
  await expect.poll(() => rows.elements().length).toBe(0);
  await expect.element(screen.getByText('“Kites” has been deleted for good.')).toBeVisible();
  expect((await listWrites()).map(({ headers }) => headers['if-match'])).toEqual(['"4"']);
});

test('an editor can archive but not delete permanently', async () => {
  const found = [createAdminPost(), createAdminPost({ id: 'post-2', title: 'Wind', status: 'archived' })];
  const { screen } = await renderBlogPage({ found, mayDelete: false });
  const archiveButton = screen.getByRole('button', { name: 'Archive', exact: true });
  await openDialog(screen);
  await expect.element(archiveButton).toBeVisible();
  expect(screen.getByRole('button', { name: /for good/ }).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await screen.getByRole('button', { name: 'Delete “Wind”' }).click();
  await expect
    .element(screen.getByText(/This post is archived.*Only an owner can delete posts for good\./))
    .toBeVisible();
  expect(archiveButton.elements()).toEqual([]);
});

test("an author can delete only their own drafts and can't add languages to other posts", async () => {
  const found = [
    createAdminPost({ id: 'a', title: 'Own draft', status: 'draft' }),
    createAdminPost({ id: 'b', title: 'Own published' }),
    createAdminPost({ id: 'c', title: 'Of someone else', status: 'draft', author_id: 'bob' }),
  ];
  const { screen, rows } = await renderBlogPage({ found, mayPublish: false, mayDelete: false });
  const removals = screen.getByRole('button', { name: /^Delete/ });
  await expect.element(removals).toHaveAccessibleName('Delete “Own draft”');
  expect(screen.getByRole('link', { name: /^Edit/ }).elements()).toHaveLength(3);
  await expect.element(rows.nth(0).getByRole('link', { name: 'Add language: Thai' })).toBeVisible();
  await expect.element(rows.nth(2).getByRole('img', { name: 'ไทย: missing' })).toBeVisible();
  expect(
    rows
      .nth(2)
      .getByRole('link', { name: /^Add language/ })
      .elements(),
  ).toEqual([]);
});
