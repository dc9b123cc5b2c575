import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeskDocument } from '#desk/contract.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { askDesk, asSignedIn, enterInvited } from '#test/support/admin-session.ts';
import { enterAsOwner } from '#test/support/enter-admin.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { deskSave } from '#test/support/start-desk-edge.ts';

let product: Product;
/** A cookie. */
let owner: string;

beforeAll(async () => {
  product = await openProduct({ SEED: 'demo' });
  owner = await enterAsOwner(product.app);
});

afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
});

const cards = (page: Page) => page.getByRole('article');
const statusOf = (path: string) => fetch(product.app.origin + path).then(({ status }) => status);
const readersSee = async (path: string) => (await fetch(product.app.origin + path)).text();

async function write(title: string, mode: 'save' | 'publish', cookie = owner): Promise<DeskDocument> {
  const fields = { title, content: `<p>${title}</p>`, status: mode === 'publish' ? 'published' : 'draft' };
  return askDesk(product.app, cookie, 'POST /posts', { body: deskSave(fields, { mode, locale: 'en' }) });
}

test('an owner finds a post, archives it, brings it back and deletes it for good', async () => {
  const post = await write('Kites for everyone', 'publish');
  const path = `/blog/${post.fields.slug}`;
  expect(await statusOf(path)).toBe(200);
  const page = await product.visit('/admin/blog', asSignedIn(owner));
  const { totalPosts } = await askDesk<{ totalPosts: number }>(product.app, owner, 'GET /posts?locale=en');
  expect(await cards(page).count()).toBe(totalPosts);
  await page.getByLabel('Search posts').fill('kites');
  await expect.poll(() => page.url()).toContain('search=kites');
  await expect.poll(() => cards(page).count()).toBe(1);
  await expectAccessible(page, 'narrowed list');

  const remove = page.getByRole('button', { name: 'Delete “Kites for everyone”' });
  await remove.click();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await cards(page).getByText('Archived', { exact: true }).waitFor();
  expect(await statusOf(path)).toBe(404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await cards(page).getByText('Published', { exact: true }).waitFor();
  expect(await statusOf(path)).toBe(200);
  const again = await askDesk<DeskDocument>(product.app, owner, `GET /posts/${post.id}`);
  expect(again.published_at).toBe(post.published_at);

  await remove.click();
  await page.getByRole('button', { name: 'Delete for good…' }).click();
  await page.getByRole('button', { name: 'Yes, delete for good' }).click();
  await page.getByText('No posts found').waitFor();
  await expect(askDesk(product.app, owner, `GET /posts/${post.id}`)).rejects.toThrow('404');
  expect(await statusOf(path)).toBe(404);

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => cards(page).count()).toBe(totalPosts - 1);
  expect(new URL(page.url()).search).toBe('');
  await page.goBack();
  await expect.poll(() => page.getByLabel('Search posts').inputValue()).toBe('kites');
});

test('an author removes only what is theirs, and without scripts the list can still be narrowed', async () => {
  const author = await enterInvited(product.app, owner, 'author');
  await write('A kite of the owner', 'save');
  await write('An author’s own kite', 'save', author);
  const page = await product.visit('/admin/blog?search=kite', asSignedIn(author));
  expect(await cards(page).count()).toBe(2);
  expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(1);
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Categories' }).count()).toBe(0);

  const plain = await product.visit('/admin/blog?locale=fr', {
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

test('readers see a category and a tag as soon as they are saved, and not once they are removed', async () => {
  const page = await product.visit('/admin/categories', asSignedIn(owner));
  const form = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New category' }).click();
  await form.getByRole('textbox', { name: 'English' }).first().fill('Kites');
  await form.getByRole('textbox', { name: 'Deutsch' }).first().fill('Drachen');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Kites', exact: true }).waitFor();
  expect(await readersSee('/blog')).toContain('<option value="kites">Kites</option>');
  expect(await readersSee('/de/blog')).toContain('>Drachen</option>');
  await page.getByRole('button', { name: 'Edit “Kites”' }).click();
  await form.getByRole('textbox', { name: 'English' }).first().fill('Kites and gliders');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Kites and gliders', exact: true }).waitFor();
  expect(await readersSee('/blog')).toContain('>Kites and gliders</option>');
  await page.getByRole('button', { name: 'Delete “Kites and gliders”' }).click();
  await page.getByRole('button', { name: 'Yes, remove' }).click();
  await page.getByRole('heading', { name: 'Kites and gliders', exact: true }).waitFor({ state: 'detached' });
  expect(await readersSee('/blog')).not.toContain('Kites and gliders');

  await page.getByRole('link', { name: 'Tags' }).click();
  await page.getByRole('button', { name: 'New tag' }).click();
  await form.getByRole('textbox', { name: 'English' }).fill('Wind again');
  const { tags } = await askDesk<{ tags: { slug: string }[] }>(product.app, owner, 'GET /tags');
  await form.getByLabel('Slug').fill(tags[0]?.slug ?? '');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('alert').getByText('already').waitFor();
  await form.getByLabel('Slug').fill('wind-again');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Wind again' }).waitFor();
  expect(await readersSee('/blog')).toContain('<option value="wind-again">Wind again</option>');
});
