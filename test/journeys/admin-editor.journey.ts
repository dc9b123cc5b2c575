import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import { asSignedIn, callAdminApi, signInAsInvited } from '#test/support/admin-session.ts';
import { signInAsOwner } from '#test/support/enter-admin.ts';
import { waitForHydration } from '#test/support/hydrated.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';

let product: Product;
/** Session cookies. */
let owner: string;
let author: string;

beforeAll(async () => {
  product = await openProduct({ SEED: 'demo' });
  owner = await signInAsOwner(product.app);
  author = await signInAsInvited(product.app, owner, 'author');
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
});

const open = (path: string, cookie = owner) => product.openPage(path, asSignedIn(cookie));
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const textBox = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true });
const expectToast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).waitFor();
const expectList = (page: Page, locale = 'en') => page.waitForURL(`**/admin/blog?locale=${locale}`);
const readPost = (id: string) => callAdminApi<EditorPost>(product.app, owner, `GET /posts/${id}`);
const read = async (path: string) => {
  const response = await fetch(product.app.origin + path);
  return { status: response.status, html: await response.text() };
};

test('a post is written, previewed, published, edited without publishing, and archived', async () => {
  const page = await open('/admin/blog/new?locale=en');
  await field(page, 'Title').fill('Saving 3 Videos -- at once!');
  await field(page, 'Excerpt').fill('All of a thread.');
  await textBox(page).click();
  await page.keyboard.insertText('For everyone.');
  await tab(page, 'SEO').click();
  await field(page, 'SEO Title').fill('Three videos');
  await field(page, 'SEO Keywords').fill(' video , threads,, save a post ,');
  await tab(page, 'Media').click();
  await page
    .locator('[role=tabpanel] input[type=file]')
    .setInputFiles('test/fakes/threads/media/photo-small.jpg');
  await expect.poll(() => field(page, 'Featured Image URL').inputValue()).toMatch(/^\/files\//);
  await field(page, 'Alt text').fill('Three spools');
  await field(page, 'Category').selectOption({ index: 1 });
  await button(page, 'Video').click();

  await button(page, 'Preview').click();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { level: 1, name: 'Saving 3 Videos -- at once!' }).waitFor();
  await frame.getByRole('img', { name: 'Three spools' }).waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Copy preview link').click();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).toContain('/preview/');
  const link = new URL(await clipboard());
  expect((await read(link.pathname)).html).toContain('For everyone.');

  await button(page, 'Publish').click();
  // Start waiting before the click: the toast disappears after a few seconds.
  await Promise.all([
    expectToast(page, 'Post created successfully'),
    page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click(),
  ]);
  await expectList(page);
  const { status, html } = await read('/blog/saving-3-videos-at-once');
  expect(status).toBe(200);
  for (const part of ['For everyone.', 'Three videos', 'Three spools']) expect(html).toContain(part);

  await page.getByRole('link', { name: 'Edit “Saving 3 Videos -- at once!”' }).click();
  await field(page, 'Title').fill('Half a thought');
  await page.keyboard.press('Control+s');
  await page.getByText('Readers do not see your latest changes yet.').waitFor();
  expect((await read('/blog/saving-3-videos-at-once')).html).not.toContain('Half a thought');
  await button(page, 'Discard changes').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await page.getByText('Readers do not see your latest changes yet.').waitFor({ state: 'detached' });
  expect(await field(page, 'Title').inputValue()).toBe('Saving 3 Videos -- at once!');
  expect((await readPost(page.url().split('/').at(-1) ?? '')).fields).toMatchObject({
    excerpt: 'All of a thread.',
    seo_keywords: ['video', 'threads', 'save a post'],
    tag_ids: [expect.any(String)],
    category_id: expect.any(String),
  });

  await field(page, 'Status').selectOption('Archived');
  await button(page, 'Save & Exit').click();
  await expectList(page);
  expect((await read('/blog/saving-3-videos-at-once')).status).toBe(404);
});

test('an author saves a draft, also after a failed save, and cannot edit posts of others', async () => {
  const page = await open('/admin/blog/new?locale=de', author);
  await field(page, 'Title').fill('Vom Autor');
  await button(page, 'Save & Exit').click();
  await expectList(page, 'de');
  await page.getByRole('link', { name: 'Edit “Vom Autor”' }).click();
  await waitForHydration(page);
  await page.route('**/api/admin/posts/**', (route) => route.abort());
  await field(page, 'Title').fill('Nirgendwohin');
  await page.getByRole('link', { name: 'Back to Posts' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.waitFor();
  await page.unroute('**/api/admin/posts/**');
  await question.getByRole('button', { name: 'Save and leave' }).click();
  await expectList(page, 'de');
  await page.getByRole('link', { name: 'Edit “Nirgendwohin”' }).waitFor();

  const fields = { title: 'Not theirs', content: '<p>Words of the owner.</p>', status: 'published' };
  const post = await callAdminApi<EditorPost>(product.app, owner, 'POST /posts', {
    body: { mode: 'publish', locale: 'en', fields },
  });
  await page.goto(`${product.app.origin}/admin/blog/${post.id}`);
  await page.getByText('You can read this post, but not change it.').waitFor();
  expect(await field(page, 'Title').isDisabled()).toBe(true);
  await page.getByText('Words of the owner.').waitFor();
});

test('an unknown post ID returns 404', async () => {
  for (const id of ['nope', '00000000-0000-4000-8000-000000000000']) {
    const response = await fetch(`${product.app.origin}/admin/blog/${id}`, { headers: { cookie: owner } });
    expect(response.status).toBe(404);
  }
});
