import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '#test/support/accessibility.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';

let product: Product;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(() => product[Symbol.asyncDispose]());

test.each([
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const)(
  'the page of the API is accessible at $width px, $colorScheme',
  async ({ width, colorScheme }) => {
    const page = await product.visit('/api', { colorScheme, viewport: { width, height: 800 } });
    await expectAccessible(page, '/api');
    expect(await page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontWeight)).toBe('700');
  },
);

test('a programmer goes from the list to a call and on to the shape of its answer', async () => {
  const page = await product.visit('/api');
  await page.getByRole('navigation').getByRole('link', { name: 'GET /api/blog/posts', exact: true }).click();
  expect(new URL(page.url()).hash).toBe('#get-api-blog-posts');
  await page.getByRole('link', { name: 'PostSummary' }).first().click();
  expect(new URL(page.url()).hash).toBe('#shape-PostSummary');
  const shape = page.locator('#shape-PostSummary + pre');
  expect(await shape.textContent()).toContain('category: Category | null');
});

test('the document of the API comes from the built product too', async () => {
  const document = await (await fetch(`${product.app.origin}/openapi.json`)).json();
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: expect.stringMatching(/^http/) }] });
  expect(document.components.schemas.Post.properties).toHaveProperty('view_count');
});
