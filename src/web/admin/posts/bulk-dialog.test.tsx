import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { listCall, renderBlogPage, toPostList } from '#test/support/components/render-blog-page.tsx';
import { createAdminPost } from '../fixtures/admin-posts.ts';

const bulkCall = 'POST /api/admin/posts/bulk';
const posts = ['Kites', 'Wind', 'Rain'].map((title, index) =>
  createAdminPost({ id: `post-${index + 1}`, article_id: `article-${index + 1}`, title, version: index + 4 }),
);
const targets = posts.map(({ id, version }) => ({ id, version }));
const succeed = (changed = true) => targets.map(({ id }) => ({ id, success: true, changed }));

async function renderList(options: Parameters<typeof renderBlogPage>[0] = {}) {
  await page.viewport(1280, 800);
  await commands.stubResponses(listCall, [{ body: toPostList(posts) }]);
  const rendered = await renderBlogPage({ found: posts, ...options });
  const { screen } = rendered;
  return {
    ...rendered,
    toolbar: screen.getByRole('toolbar', { name: 'Actions for the selected posts' }),
    selectAll: screen.getByRole('checkbox', { name: 'Select all posts on this page' }),
    select: (title: string) => screen.getByRole('checkbox', { name: `Select “${title}”` }).click(),
  };
}
const sentChanges = async () =>
  (await commands.listRequests()).filter(({ method }) => method === 'POST').map(({ body }) => body);

test('selecting shows the number and the actions, and all posts of the page are selected at once', async () => {
  const { toolbar, select, selectAll, status, screen } = await renderList();
  expect(toolbar.elements()).toEqual([]);
  await select('Wind');
  await expect.element(status).toHaveTextContent('1 post selected');
  await expect.element(selectAll).toBePartiallyChecked();
  await selectAll.click();
  await expect.element(status).toHaveTextContent('3 posts selected');
  await expect.element(screen.getByRole('checkbox', { name: 'Select “Rain”' })).toBeChecked();
  await expectAccessible({ isPage: true });
  await toolbar.getByRole('button', { name: 'Clear selection' }).click();
  await expect.element(status).toHaveTextContent('3 posts');
  expect(toolbar.elements()).toEqual([]);
});

test('deleting names the number and is sent once with the versions of the posts', async () => {
  await commands.stubResponses(bulkCall, [{ body: { results: succeed() } }]);
  const { screen, toolbar, selectAll, section } = await renderList();
  await selectAll.click();
  await toolbar.getByRole('button', { name: 'Delete' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Delete 3 posts for good?' });
  await expect.element(dialog).toMatchTextContent('Everything you selected in this language (English)');
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectAccessible({ isPage: true });
  await commands.stubResponses(listCall, [{ body: toPostList([]) }]);
  await dialog.getByRole('button', { name: 'Yes, delete for good' }).click();
  await expect.element(screen.getByText('3 posts deleted')).toBeVisible();
  await expect.element(screen.getByText('No posts found')).toBeVisible();
  await expect.element(section).toHaveFocus();
  expect(await sentChanges()).toEqual([{ action: 'delete', posts: targets }]);
});

test('the posts that failed are listed with the reasons, and the list is fetched again', async () => {
  const [first, , last] = succeed();
  const failed = { id: 'post-2', success: false, code: 'post.conflict', error: 'It was changed.' };
  await commands.stubResponses(bulkCall, [
    { body: { results: [first, failed, { ...last, changed: false }] } },
  ]);
  const { screen, toolbar, selectAll, rows } = await renderList();
  await selectAll.click();
  await toolbar.getByRole('button', { name: 'Archive' }).click();
  await commands.stubResponses(listCall, [
    { body: toPostList(posts.map((post) => ({ ...post, status: 'archived' }))) },
  ]);
  await screen.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Archive 3 posts?' });
  await expect.element(dialog).toMatchTextContent('1 post archived');
  await expect.element(dialog).toMatchTextContent('1 post needed no change.');
  await expect.element(dialog).toMatchTextContent('1 post couldn’t be changed:');
  await expect.element(dialog.getByRole('listitem')).toMatchTextContent('WindIt was changed.');
  await expectAccessible({ isPage: true });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(rows.first()).toMatchTextContent('Archived');
  expect(toolbar.elements()).toEqual([]);
});

test('a tag is chosen and added', async () => {
  await commands.stubResponses(bulkCall, [{ body: { results: succeed().slice(0, 1) } }]);
  const { screen, toolbar, select } = await renderList();
  await select('Kites');
  await toolbar.getByRole('button', { name: 'Add tag' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Add a tag to 1 post' });
  await dialog.getByLabelText('Tag').selectOptions('Video');
  await dialog.getByRole('button', { name: 'Add tag' }).click();
  await expect.element(screen.getByText('1 post changed')).toBeVisible();
  expect(await sentChanges()).toEqual([{ action: 'add_tag', tag_id: 'tag-2', posts: targets.slice(0, 1) }]);
});

test('missing translations become drafts unless publishing is chosen', async () => {
  await commands.stubResponses(bulkCall, [{ body: { results: succeed() } }]);
  const { screen, toolbar, selectAll } = await renderList();
  await selectAll.click();
  await toolbar.getByRole('button', { name: 'Translate what’s missing' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Translate 3 posts' });
  await expect.element(dialog.getByRole('radio', { name: /^Save the translations as drafts/ })).toBeChecked();
  await expectAccessible({ isPage: true });
  await dialog.getByRole('button', { name: 'Translate now' }).click();
  await expect.element(screen.getByText('Translation of 3 posts started')).toBeVisible();
  await expect.element(screen.getByText(/Translation continues in the background\./)).toBeVisible();
  expect(await sentChanges()).toEqual([{ action: 'translate', choice: 'drafts', posts: targets }]);
});

test('without an AI nothing can be translated', async () => {
  const { screen, toolbar, selectAll } = await renderList({ hasModel: false });
  await selectAll.click();
  await toolbar.getByRole('button', { name: 'Translate what’s missing' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent('No AI is set up.');
  const start = dialog.getByRole('button', { name: 'Translate now' });
  await expect.element(start).toHaveAttribute('aria-disabled', 'true');
  (start.element() as HTMLElement).click();
  expect(await sentChanges()).toEqual([]);
});

test('a lost connection leaves the dialog open with the error', async () => {
  await commands.stubResponses(bulkCall, [{ isOffline: true }]);
  const { screen, toolbar, selectAll } = await renderList();
  await selectAll.click();
  await toolbar.getByRole('button', { name: 'Publish' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Publish 3 posts?' });
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('You seem to be offline.');
});

test('an author sees only the actions of their role', async () => {
  const { toolbar, selectAll } = await renderList({ mayPublish: false, mayDelete: false });
  await selectAll.click();
  const names = toolbar
    .getByRole('button')
    .elements()
    .map((button) => button.textContent);
  expect(names).toEqual(['Archive', 'Add tag', 'Remove tag', 'Clear selection']);
});
