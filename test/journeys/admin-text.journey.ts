import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '#test/support/accessibility.ts';
import { asSignedIn } from '#test/support/admin-session.ts';
import { signInAsOwner } from '#test/support/enter-admin.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';

let product: Product;
let owner: string;

beforeAll(async () => {
  product = await openProduct();
  owner = await signInAsOwner(product.app);
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
});

test('a text is written, formatted, pasted, illustrated, published and read', async () => {
  const page = await product.openPage('/admin/blog/new?locale=en', asSignedIn(owner));
  await page.getByLabel('Title', { exact: true }).fill('A written text');
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  const toolbarButton = (name: string) =>
    page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });

  await text.click();
  await page.keyboard.type('## First part\nSome ');
  await toolbarButton('Bold').click();
  await page.keyboard.type('bold');
  await toolbarButton('Bold').click();
  await page.keyboard.type(' words\n/bul');
  await page.getByRole('option', { name: 'Bullet list' }).click();
  await page.keyboard.type('an item\n\n');

  await text.evaluate((element, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, '<p style="color:red" onclick="alert(1)">Copied <a href="javascript:alert(1)">from</a> <a href="https://example.org/a">elsewhere</a><script>alert(1)</script></p><p></p>');

  const dialog = page.getByRole('dialog', { name: 'Enter image URL:' });
  const addImage = async (buffer: Buffer, alt: string) => {
    await page.keyboard.press('Enter');
    await toolbarButton('Picture').click();
    await dialog.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    await dialog.getByLabel('Alternative text').fill(alt);
    await dialog.getByRole('button', { name: 'Apply' }).click();
  };
  await addImage(Buffer.from('no picture'), 'Nothing');
  await text.getByRole('alert').filter({ hasText: 'could not be added' }).waitFor();
  await text.getByRole('button', { name: 'Remove', exact: true }).click();
  const pixels = { width: 640, height: 360, channels: 3, background: '#336699' } as const;
  await addImage(await sharp({ create: pixels }).png().toBuffer(), 'A blue field');
  await text.locator('figure img').waitFor();

  await page.keyboard.press('Control+s');
  await page.locator('[data-save-state="saved"]').waitFor();
  await page.reload();
  await text.getByRole('heading', { name: 'First part' }).waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
  await page.waitForURL('**/admin/blog?locale=*');

  const reader = await product.openPage('/blog/a-written-text');
  const article = reader.getByRole('article');
  await article.getByRole('heading', { level: 2, name: 'First part' }).waitFor();
  expect(await article.locator('strong').allTextContents()).toEqual(['bold']);
  expect(await article.getByRole('listitem').allTextContents()).toContain('an item');
  expect(await article.getByText('Copied from elsewhere').innerHTML()).toBe(
    'Copied from <a href="https://example.org/a" rel="noopener">elsewhere</a>',
  );
  const image = article.getByRole('img', { name: 'A blue field' });
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(reader, 'the published text');
});
