import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { asSignedIn, callAdminApi, signInAsInvited } from '#test/support/admin-session.ts';
import { signInAsOwner } from '#test/support/enter-admin.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { createSaveRequest } from '../support/start-admin-server.ts';

let product: Product;
/** Session cookie. */
let owner: string;

beforeAll(async () => {
  product = await openProduct({ SEED: 'demo' });
  owner = await signInAsOwner(product.app);
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
});

const cards = (page: Page) => page.getByRole('article');
const fetchStatus = (path: string) => fetch(product.app.origin + path).then(({ status }) => status);
const fetchPage = async (path: string) => (await fetch(product.app.origin + path)).text();

async function createPost(title: string, mode: 'save' | 'publish', cookie = owner): Promise<EditorPost> {
  const fields = { title, content: `<p>${title}</p>`, status: mode === 'publish' ? 'published' : 'draft' };
  return callAdminApi(product.app, cookie, 'POST /posts', {
    body: createSaveRequest(fields, { mode, locale: 'en' }),
  });
}

test('an owner finds a post, archives it, restores it and deletes it permanently', async () => {
  const post = await createPost('Kites for everyone', 'publish');
  const path = `/blog/${post.fields.slug}`;
  expect(await fetchStatus(path)).toBe(200);
  const page = await product.openPage('/admin/blog', asSignedIn(owner));
  const { totalPosts } = await callAdminApi<{ totalPosts: number }>(
    product.app,
    owner,
    'GET /posts?locale=en',
  );
  expect(await cards(page).count()).toBe(totalPosts);
  await page.getByLabel('Search posts').fill('kites');
  await expect.poll(() => page.url()).toContain('search=kites');
  await expect.poll(() => cards(page).count()).toBe(1);
  await expectAccessible(page, 'narrowed list');

  const remove = page.getByRole('button', { name: 'Delete “Kites for everyone”' });
  await remove.click();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await cards(page).getByText('Archived', { exact: true }).waitFor();
  expect(await fetchStatus(path)).toBe(404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await cards(page).getByText('Published', { exact: true }).waitFor();
  expect(await fetchStatus(path)).toBe(200);
  const again = await callAdminApi<EditorPost>(product.app, owner, `GET /posts/${post.id}`);
  expect(again.published_at).toBe(post.published_at);

  await remove.click();
  await page.getByRole('button', { name: 'Delete for good…' }).click();
  await page.getByRole('button', { name: 'Yes, delete for good' }).click();
  await page.getByText('No posts found').waitFor();
  await expect(callAdminApi(product.app, owner, `GET /posts/${post.id}`)).rejects.toThrow('404');
  expect(await fetchStatus(path)).toBe(404);

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => cards(page).count()).toBe(totalPosts - 1);
  expect(new URL(page.url()).search).toBe('');
  await page.goBack();
  await expect.poll(() => page.getByLabel('Search posts').inputValue()).toBe('kites');
});

test('authors can delete only their own posts, and filters work without JavaScript', async () => {
  const author = await signInAsInvited(product.app, owner, 'author');
  await createPost('A kite of the owner', 'save');
  await createPost('An author’s own kite', 'save', author);
  const page = await product.openPage('/admin/blog?search=kite', asSignedIn(author));
  expect(await cards(page).count()).toBe(2);
  expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(1);
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Categories' }).count()).toBe(0);

  const plain = await product.openPage('/admin/blog?locale=fr', {
    ...asSignedIn(author),
    javaScriptEnabled: false,
  });
  expect(await cards(plain).count()).toBeGreaterThan(0);
  expect(await plain.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  await plain.getByLabel('Language', { exact: true }).selectOption('Deutsch');
  await plain.getByLabel('Status').selectOption('Archived');
  await plain.getByRole('button', { name: 'Search posts' }).click();
  expect(new URL(plain.url()).search).toContain('locale=de');
  expect(await plain.getByText('No posts found').isVisible()).toBe(true);
});

test('the blog shows a category or tag once it is saved, and no removed category', async () => {
  const page = await product.openPage('/admin/categories', asSignedIn(owner));
  const form = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New category' }).click();
  await form.getByRole('textbox', { name: 'English' }).first().fill('Kites');
  await form.getByRole('textbox', { name: 'Deutsch' }).first().fill('Drachen');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Kites', exact: true }).waitFor();
  expect(await fetchPage('/blog')).toContain('<option value="kites">Kites</option>');
  expect(await fetchPage('/de/blog')).toContain('>Drachen</option>');
  await page.getByRole('button', { name: 'Edit “Kites”' }).click();
  await form.getByRole('textbox', { name: 'English' }).first().fill('Kites and gliders');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Kites and gliders', exact: true }).waitFor();
  expect(await fetchPage('/blog')).toContain('>Kites and gliders</option>');
  await page.getByRole('button', { name: 'Delete “Kites and gliders”' }).click();
  await page.getByRole('button', { name: 'Yes, remove' }).click();
  await page.getByRole('heading', { name: 'Kites and gliders', exact: true }).waitFor({ state: 'detached' });
  expect(await fetchPage('/blog')).not.toContain('Kites and gliders');

  await page.getByRole('link', { name: 'Tags' }).click();
  await page.getByRole('button', { name: 'New tag' }).click();
  await form.getByRole('textbox', { name: 'English' }).fill('Wind again');
  const { tags } = await callAdminApi<{ tags: { slug: string }[] }>(product.app, owner, 'GET /tags');
  await form.getByLabel('Slug').fill(tags[0]?.slug ?? '');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('alert').getByText('already').waitFor();
  await form.getByLabel('Slug').fill('wind-again');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Wind again' }).waitFor();
  expect(await fetchPage('/blog')).toContain('<option value="wind-again">Wind again</option>');
});
