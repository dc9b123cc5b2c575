import type { Page } from 'playwright';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import { asSignedIn, callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { expectAccessible, waitForHydration } from '#test/support/browser-page.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';

let product: Product;
let owner: string;
beforeAll(async () => {
  product = await openProduct();
  owner = await signInAsOwner(product.app);
  return () => product[Symbol.asyncDispose]();
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

const title = (page: Page) => page.getByLabel('Title', { exact: true });
const expectState = (page: Page, kind: string) => page.locator(`[data-save-state="${kind}"]`).waitFor();
const readPost = (id: string) => callAdminApi<EditorPost>(product.app, owner, `GET /posts/${id}`);

async function typeAtEnd(page: Page, text: string): Promise<void> {
  await title(page).press('End');
  await title(page).pressSequentially(text);
}

test('a new post survives a lost connection, a page crash and a reload', async () => {
  const page = await product.openPage('/admin/blog/new?locale=de', asSignedIn(owner));
  await title(page).pressSequentially('Erster');
  await expectState(page, 'saved');
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/admin\/blog\/[\da-f-]{36}$/);
  const path = new URL(page.url()).pathname;
  const id = path.split('/').at(-1) ?? '';
  expect(await readPost(id)).toMatchObject({ locale: 'de', status: 'draft', fields: { title: 'Erster' } });

  // The last module that an open editor loads on its own.
  await page.waitForFunction(
    () => performance.getEntriesByType('resource').some(({ name }) => name.includes('conflict-dialog')),
    null,
    { polling: 100 },
  );
  await page.waitForLoadState('networkidle');
  const context = page.context();
  await context.setOffline(true);
  await typeAtEnd(page, ' Beitrag');
  await expectState(page, 'offline');
  await context.setOffline(false);
  await expectState(page, 'saved');
  expect((await readPost(id)).fields.title).toBe('Erster Beitrag');

  await page.route('**/api/admin/**', (route) => route.abort());
  await typeAtEnd(page, ' und mehr');
  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage).some((text) => text.includes('und mehr'))))
    .toBe(true);
  const crashed = page.waitForEvent('crash');
  const devtools = await context.newCDPSession(page);
  void devtools.send('Page.crash').catch(() => null);
  await crashed;
  const next = await context.newPage();
  await next.goto(product.app.origin + path);
  await waitForHydration(next);
  expect(await title(next).inputValue()).toBe('Erster Beitrag');
  await next.getByText('There is text that was not saved').waitFor();
  await next.getByRole('button', { name: 'Restore' }).click();
  await expectState(next, 'saved');
  await next.reload();
  await waitForHydration(next);
  expect(await title(next).inputValue()).toBe('Erster Beitrag und mehr');
  expect(await next.evaluate(() => localStorage.length)).toBe(0);
});
