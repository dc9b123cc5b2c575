import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import { asSignedIn, callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { createSaveRequest } from '../support/start-admin-server.ts';

let product: Product;
/** Session cookie of the owner. */
let cookie: string;
beforeAll(async () => {
  product = await openProduct({ SEED: 'demo' });
  cookie = await signInAsOwner(product.app);
  return () => product[Symbol.asyncDispose]();
});

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(product.app.origin + path, { redirect: 'manual', headers });
const fetchStatus = async (path: string) => (await open(path)).status;
const call = <T>(line: string, options?: Parameters<typeof callAdminApi>[3]) =>
  callAdminApi<T>(product.app, cookie, line, options);
const createPost = (fields: object, options: object = {}) =>
  call<EditorPost>('POST /posts', { body: createSaveRequest(fields, { locale: 'en', ...options }) });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const rows = (page: Page) => page.getByRole('rowheader');
const expectList = (page: Page) => page.waitForURL('**/admin/blog?locale=en');

test('a post is written, previewed, published, edited without publishing, and archived', async () => {
  const page = await product.openPage('/admin/blog/new?locale=en', asSignedIn(cookie));
  await field(page, 'Title').fill('Saving 3 Videos -- at once!');
  await field(page, 'Excerpt').fill('All of a thread.');
  await page.getByRole('textbox', { name: 'Content', exact: true }).click();
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
  expect(await (await open(link.pathname)).text()).toContain('For everyone.');

  await button(page, 'Publish').click();
  // Start waiting before the click: the toast disappears after a few seconds.
  await Promise.all([
    page.locator('.toast', { hasText: 'Post created successfully' }).waitFor(),
    page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click(),
  ]);
  await expectList(page);
  const html = await (await open('/blog/saving-3-videos-at-once')).text();
  for (const part of ['For everyone.', 'Three videos', 'Three spools']) expect(html).toContain(part);

  await page.getByRole('link', { name: 'Edit “Saving 3 Videos -- at once!”' }).click();
  await field(page, 'Title').fill('Half a thought');
  await page.keyboard.press('Control+s');
  await page.getByText('Readers don’t see your latest changes yet.').waitFor();
  expect(await (await open('/blog/saving-3-videos-at-once')).text()).not.toContain('Half a thought');
  await button(page, 'Discard changes').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await page.getByText('Readers don’t see your latest changes yet.').waitFor({ state: 'detached' });
  expect(await field(page, 'Title').inputValue()).toBe('Saving 3 Videos -- at once!');
  const { fields } = await call<EditorPost>(`GET /posts/${page.url().split('/').at(-1)}`);
  expect(fields).toMatchObject({
    excerpt: 'All of a thread.',
    seo_keywords: ['video', 'threads', 'save a post'],
    tag_ids: [expect.any(String)],
    category_id: expect.any(String),
  });

  await field(page, 'Status').selectOption('Archived');
  await button(page, 'Save & Exit').click();
  await expectList(page);
  expect(await fetchStatus('/blog/saving-3-videos-at-once')).toBe(404);
});

test('an unknown post ID returns 404', async () => {
  for (const id of ['nope', '00000000-0000-4000-8000-000000000000'])
    expect((await open(`/admin/blog/${id}`, { cookie })).status).toBe(404);
});

test('the filters of the list work without JavaScript', async () => {
  const page = await product.openPage('/admin/blog?locale=fr', {
    ...asSignedIn(cookie),
    javaScriptEnabled: false,
  });
  expect(await rows(page).count()).toBeGreaterThan(0);
  expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
  await page.getByLabel('Status', { exact: true }).selectOption('Archived');
  await page.getByRole('button', { name: 'Search posts' }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('locale') === 'de');
  await page.getByText('No posts found').waitFor();
  await page.goto(`${product.app.origin}/admin/blog`);
  const titles = () => rows(page).allTextContents();
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('link').click();
  await page.waitForURL(({ searchParams }) => searchParams.has('sort'));
  const sorted = (await titles()).toSorted(new Intl.Collator('en', { numeric: true }).compare);
  expect(await titles()).toEqual(sorted);
  await page.getByText('More filters').click();
  await page.getByLabel('Translation status').selectOption('Missing');
  await page.getByRole('button', { name: 'Search posts' }).click();
  await page.waitForURL(
    ({ searchParams }) => searchParams.get('state') === 'missing' && searchParams.get('sort') === 'title',
  );
});

const thai = {
  title: 'วิธีบันทึกรูปภาพ',
  excerpt: 'สั้นและชัดเจน',
  content: '<h2>หนึ่ง</h2><p>ย่อหน้าแรก</p><table><tr><td>a</td></tr></table>',
};

test('a post with a canonical URL or hidden from search engines says so, and is in no sitemap', async () => {
  const publish = (fields: object) =>
    createPost({ content: '<p>Text.</p>', status: 'published', ...fields }, { mode: 'publish' });
  await publish({ title: 'First elsewhere', canonical_url: 'https://example.org/first' });
  await publish({ title: 'Between us', noindex: true, publication_date: '2020-02-03T12:00:00.000Z' });
  const readHead = async (path: string) => (await (await open(path)).text()).split('</head>')[0] ?? '';
  const elsewhere = await readHead('/blog/first-elsewhere');
  expect(elsewhere).toContain('<link rel="canonical" href="https://example.org/first"/>');
  expect(elsewhere).not.toContain('noindex');
  expect(elsewhere).not.toContain('hrefLang');
  const hidden = await readHead('/blog/between-us');
  expect(hidden).toContain('<meta name="robots" content="noindex, follow"/>');
  expect(hidden).toContain('"2020-02-03T12:00:00.000Z"');
  const sitemap = await (await open('/sitemap-en.xml')).text();
  expect(sitemap).not.toMatch(/first-elsewhere|between-us/);
  expect(await (await open('/blog')).text()).toContain('First elsewhere');
});

test('only signed-in users see the draft on the real page in its language', async () => {
  const { id } = await createPost(thai, { locale: 'th' });
  const page = await open(`/admin/preview/${id}`, { cookie });
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('private, no-store');
  expect(page.headers.get('x-robots-tag')).toBe('noindex');
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  const html = await page.text();
  expect(html).toContain('<html lang="th"');
  expect(html).toContain('ย่อหน้าแรก');
  expect(html).toContain('This is how readers will see the post.');
  for (const never of [
    'rel="canonical"',
    'hreflang="en"',
    'views.gif',
    'application/ld+json',
    'modulepreload',
  ])
    expect(html, never).not.toContain(never);
  expect((await open(`/admin/preview/${id}`)).status).toBe(303);
  expect((await open('/admin/preview/0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d', { cookie })).status).toBe(404);
  expect((await open('/admin/account', { cookie })).headers.get('x-frame-options')).toBe('DENY');
});

test('a preview shows pending changes of a published post, whose page stays unchanged', async () => {
  const { posts } = await call<{ posts: { id: string; slug: string }[] }>('GET /posts?status=published');
  const [{ id, slug } = { id: '', slug: '' }] = posts;
  const original = await call<{ version: number; fields: object }>(`GET /posts/${id}`);
  const fields = { ...original.fields, content: '<p>typed a moment ago</p>' };
  await call(`PUT /posts/${id}`, {
    version: original.version,
    body: createSaveRequest(fields, { mode: 'autosave' }),
  });
  const preview = await open(`/admin/preview/${id}`, { cookie });
  expect(await preview.text()).toContain('typed a moment ago');
  expect(await (await open(`/blog/${slug}`)).text()).not.toContain('typed a moment ago');
});

test('a preview link shows the post until it changes', async () => {
  const { id, version } = await createPost(
    { title: 'Ein Entwurf', content: '<p>Der Text</p>' },
    { locale: 'de' },
  );
  const { url } = await call<{ url: string }>(`POST /posts/${id}/preview-link`);
  const path = new URL(url).pathname;
  const page = await open(path);
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('private, no-store');
  expect(page.headers.get('x-robots-tag')).toBe('noindex');
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  const html = await page.text();
  expect(html).toContain('Der Text');
  expect(html).toContain('Das ist nicht die veröffentlichte Seite.');
  expect(html).not.toContain('/admin/blog');

  const fields = { title: 'Ein Entwurf', content: '<p>Ein anderer Text</p>' };
  await call(`PUT /posts/${id}`, { version, body: createSaveRequest(fields, { mode: 'autosave' }) });
  const changed = await open(path, { 'accept-language': 'fr' });
  expect(changed.status).toBe(410);
  const gone = await changed.text();
  expect(gone).toContain('Cet aperçu n’est plus disponible');
  expect(gone).not.toContain('Ein anderer Text');
  for (const forged of ['/preview/x', `${path}x`, path.slice(0, -4)]) {
    const missing = await open(forged);
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'private, no-store']);
  }
  const token = path.split('/')[2] ?? '';
  expect(product.app.output.filter((line) => line.includes(token))).toEqual([]);
});
