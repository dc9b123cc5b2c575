import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Locale, locales } from '#i18n/locales.ts';
import { ownerPath } from '#test/support/enter-admin.ts';
import { hydrated } from '#test/support/hydrated.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';

const titles: Record<Locale, string> = {
  en: 'How to keep a picture',
  es: 'Cómo guardar una imagen',
  pt: 'Como guardar uma imagem',
  fr: 'Comment garder une image',
  de: 'Wie man ein Bild behält',
  it: 'Come conservare un’immagine',
  zh: '保存图片的方法',
  vi: 'Lưu giữ bức ảnh của bạn',
  id: 'Cara menyimpan gambar',
  th: 'วิธีบันทึกรูปภาพ',
};
let product: Product;
let page: Page;

beforeAll(async () => {
  product = await openProduct();
  page = await product.visit(await ownerPath(product.app));
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/admin/blog');
});

afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
});

const field = (label: string) => page.getByLabel(label, { exact: true });
const button = (name: string) => page.getByRole('button', { name });

async function write(locale: Locale) {
  await page.goto(`${product.app.origin}/admin/blog/new?locale=${locale}`);
  await hydrated(page);
  await field('Title').fill(titles[locale]);
  await page.getByRole('textbox', { name: 'Content', exact: true }).click();
  await page.keyboard.insertText('A text.');
}

test('without a provider the buttons say so, and work by the rules', async () => {
  await write('en');
  expect(await page.getByText('No AI set up: works by rules.').count()).toBe(2);
  await field('Slug').fill('my-own');
  await button('Generate AI (Slug)').click();
  await page.locator('.toast', { hasText: 'Slug generated successfully' }).waitFor();
  expect(await field('Slug').inputValue()).toBe('how-to-keep-a-picture');
  await button('Generate AI (Excerpt)').click();
  await expect.poll(() => field('Excerpt').inputValue()).toBe('A text.');
  await page.getByRole('tab', { name: 'SEO' }).click();
  await button('Generate All SEO with AI').click();
  await expect.poll(() => field('SEO Title').inputValue()).toBe('How to keep a picture');
});

test('in every language the title becomes a cover of its own', async () => {
  const addresses = new Set<string>();
  for (const locale of locales) {
    await write(locale);
    await page.getByRole('tab', { name: 'Media' }).click();
    await button('Generate AI Image').click();
    const preview = page.getByRole('img', { name: titles[locale] });
    await expect.poll(() => preview.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1200);
    addresses.add(await field('Featured Image URL').inputValue());
  }
  expect(addresses.size).toBe(locales.length);
});
