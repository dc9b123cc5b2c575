import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import { asSignedIn, callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';

let product: Product;
let owner: string;
beforeAll(async () => {
  product = await openProduct();
  owner = await signInAsOwner(product.app);
  return () => product[Symbol.asyncDispose]();
});

/** The editor of a new post, and the scripts that were requested since it was ready. */
async function openEditor(content: string) {
  const { id } = await callAdminApi<EditorPost>(product.app, owner, 'POST /posts', {
    body: createSaveRequest({ title: 'A text', content }, { locale: 'en' }),
  });
  const page = await product.openPage(`/admin/blog/${id}`, asSignedIn(owner));
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  await text.waitFor();
  await page.waitForLoadState('networkidle');
  const lateScripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) lateScripts.push(request.url());
  });
  return { page, text, lateScripts };
}

/** A paste as from another page. */
async function pasteHtml(page: Page, html: string) {
  await page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', copied);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('[contenteditable=true]')?.dispatchEvent(event);
  }, html);
}

const copiedHtml = '<h2>Copied</h2><p>with <b onclick="ran()">bold</b></p>';

test('the first paste loads the code that cleans it, and without it the words arrive', async () => {
  const { page, text, lateScripts } = await openEditor('<p>Mine</p>');
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  expect(lateScripts.filter((url) => url.includes('clean-pasted'))).toEqual([]);
  await page.route(/clean-pasted-html/, (route) => route.abort());
  await pasteHtml(page, copiedHtml);
  await text.getByText('Copied with bold').waitFor();
  await page.locator('.toast', { hasText: 'couldn’t be loaded' }).waitFor();
  expect(await text.locator('h2, strong').count()).toBe(0);
});

test('a paste that had to wait for its code has its formats, and a table is only text until its code has been loaded', async () => {
  const { page, text } = await openEditor('<p>Mine</p>');
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await pasteHtml(page, copiedHtml);
  await text.getByRole('heading', { name: 'Copied' }).waitFor();
  await text.locator('strong', { hasText: 'bold' }).waitFor();

  await page.route(/table-(editing|toolbar)/, (route) => route.abort());
  await text.click();
  await page.keyboard.press('Control+End');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByRole('alert').getByText('couldn’t be loaded').first().waitFor();
  await page.keyboard.type('still typed');
  await text.locator('th', { hasText: 'still typed' }).waitFor();
});

test('in a text with a table, Tab moves between its cells and the toolbar changes them', async () => {
  const { page, text } = await openEditor(
    '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody></table>',
  );
  await text.getByText('c', { exact: true }).click();
  await page.getByRole('toolbar', { name: 'Table' }).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Tab');
  await page.keyboard.type('x');
  await text.locator('td', { hasText: 'x' }).waitFor();
  await page.getByRole('button', { name: 'Add row below' }).click();
  await expect.poll(() => text.locator('tr').count()).toBe(3);
});

test('keys that are pressed while the link dialog is being loaded do not replace the selected text', async () => {
  const { page, text } = await openEditor('<p>Mine</p>');
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/link-dialog/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await text.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('/about');
  release();
  await page.getByRole('dialog').getByLabel('URL').fill('/about');
  await page.getByRole('dialog').getByLabel('URL').press('Enter');
  await text.locator('a[href="/about"]', { hasText: 'Mine' }).waitFor();
});
