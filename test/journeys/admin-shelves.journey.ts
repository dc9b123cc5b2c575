import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '#test/support/accessibility.ts';
import { asSignedIn } from '#test/support/admin-session.ts';
import { enterAsOwner } from '#test/support/enter-admin.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';

let product: Product;
let owner: string;

beforeAll(async () => {
  product = await openProduct({ SEED: 'demo' });
  owner = await enterAsOwner(product.app);
});

afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
});

const publicList = async (path: string) => (await fetch(product.app.origin + path)).text();

test('a category is made, mended and removed, and readers see each at once', async () => {
  const page = await product.visit('/admin/categories', asSignedIn(owner));
  expect(await page.locator('h1').textContent()).toBe('Categories');
  await expectAccessible(page, 'categories');
  await page.getByRole('button', { name: 'New category' }).click();
  await expectAccessible(page, 'new category');
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'English' }).first().fill('Kites');
  await form.getByRole('textbox', { name: 'Deutsch' }).first().fill('Drachen');
  await form.getByLabel('Colour').fill('#ffee88');
  expect(await form.getByText('This colour is hard to see here.').count()).toBe(1);
  await form.getByLabel('Colour').fill('#2f7d5b');
  expect(await form.getByText('This colour is hard to see here.').count()).toBe(0);
  await form.getByRole('textbox', { name: 'English' }).last().fill('All that flies.');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.getByRole('heading', { name: 'Kites' }).count()).toBe(1);
  expect(await page.getByText('All that flies.').isVisible()).toBe(true);
  expect(await publicList('/blog')).toContain('<option value="kites">Kites</option>');
  expect(await publicList('/de/blog')).toContain('>Drachen</option>');

  await page.getByRole('button', { name: 'Edit “Kites”' }).click();
  expect(await form.getByLabel('Slug').inputValue()).toBe('kites');
  await form.getByRole('textbox', { name: 'English' }).first().fill('Kites and gliders');
  await page.keyboard.press('Escape');
  await expect.poll(() => form.getByRole('alert').textContent()).toContain('not saved');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.getByRole('heading', { name: 'Kites and gliders' }).count()).toBe(1);
  expect(await publicList('/blog')).toContain('>Kites and gliders</option>');

  await page.getByRole('button', { name: 'Delete “Kites and gliders”' }).click();
  expect(await page.getByText('0 articles stay, without a category.').isVisible()).toBe(true);
  await expectAccessible(page, 'removal of a category');
  await page.keyboard.press('Escape');
  expect(await publicList('/blog')).toContain('>Kites and gliders</option>');
  await page.getByRole('button', { name: 'Delete “Kites and gliders”' }).click();
  await page.getByRole('button', { name: 'Yes, remove' }).click();
  await expect.poll(() => page.getByRole('heading', { name: 'Kites and gliders' }).count()).toBe(0);
  expect(await publicList('/blog')).not.toContain('Kites and gliders');
});

test('a slug that is taken is refused in the form, which keeps what was typed', async () => {
  const page = await product.visit('/admin/tags', asSignedIn(owner));
  await page.getByRole('button', { name: 'New tag' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'English' }).fill('Wind');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.getByRole('heading', { name: 'Wind' }).count()).toBe(1);
  await page.getByRole('button', { name: 'New tag' }).click();
  await form.getByRole('textbox', { name: 'English' }).fill('Wind again');
  await form.getByLabel('Slug').fill('wind');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => form.getByRole('alert').textContent()).toContain('already');
  expect(await form.getByRole('textbox', { name: 'English' }).inputValue()).toBe('Wind again');
  await form.getByLabel('Slug').fill('wind-again');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.getByRole('heading', { name: 'Wind again' }).count()).toBe(1);
  expect(await publicList('/blog')).toContain('<option value="wind-again">Wind again</option>');

  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page, 'tags on a small phone');
  await page.getByRole('button', { name: 'Edit “Wind again”' }).click();
  await expectAccessible(page, 'a tag on a small phone');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete “Wind again”' }).click();
  await page.getByRole('button', { name: 'Yes, remove' }).click();
  await expect.poll(() => page.getByRole('heading', { name: 'Wind again' }).count()).toBe(0);
  expect(await publicList('/blog')).not.toContain('Wind again');
});
