import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeskDocument, DeskPost, PostStatus } from '#desk/contract.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { askDesk, asSignedIn, enterInvited } from '#test/support/admin-session.ts';
import { enterAsOwner } from '#test/support/enter-admin.ts';
import { hydrated } from '#test/support/hydrated.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';

let empty: Product;
let filled: Product;
/** Cookies. */
let emptyOwner: string;
let owner: string;

beforeAll(async () => {
  [empty, filled] = await Promise.all([openProduct(), openProduct({ SEED: 'demo' })]);
  [emptyOwner, owner] = await Promise.all([enterAsOwner(empty.app), enterAsOwner(filled.app)]);
});

afterAll(async () => {
  await empty?.[Symbol.asyncDispose]();
  await filled?.[Symbol.asyncDispose]();
});

const cards = (page: Page) => page.getByRole('article');
const card = (page: Page, title: string) => cards(page).filter({ hasText: title });
const phone = { width: 320, height: 640 };

async function write(
  title: string,
  status: PostStatus,
  more: { locale?: string; article_id?: string; product?: Product; cookie?: string } = {},
): Promise<DeskDocument> {
  const { locale = 'en', article_id, product = filled, cookie = owner } = more;
  const mode = status === 'published' ? 'publish' : 'save';
  const fields = { title, content: `<p>${title}</p>`, status };
  const body = { mode, locale, fields, ...(article_id && { article_id }) };
  return askDesk(product.app, cookie, 'POST /posts', { body });
}

test('where nothing is written, the list says so and leads to the first post', async () => {
  const page = await empty.visit('/admin/blog', asSignedIn(emptyOwner));
  expect(await page.locator('h1').textContent()).toBe('Blog Administration');
  expect(await page.getByText('Manage your blog posts and content').isVisible()).toBe(true);
  expect(await page.getByText('No posts found').isVisible()).toBe(true);
  expect(await page.getByText('Create your first blog post to get started.').isVisible()).toBe(true);
  const first = page.getByRole('link', { name: 'Create First Post' });
  expect(await first.getAttribute('href')).toBe('/admin/blog/new?locale=en');
  expect(await page.getByLabel('Language', { exact: true }).locator('option').allTextContents()).toEqual([
    'English',
    'Español',
    'Português',
    'Français',
    'Deutsch',
    'Italiano',
    '中文',
    'Tiếng Việt',
    'Bahasa',
    'ไทย',
  ]);
  await expectAccessible(page, 'empty list');
  await page.getByLabel('Language', { exact: true }).selectOption('Bahasa');
  await expect.poll(() => first.getAttribute('href')).toBe('/admin/blog/new?locale=id');
  const add = page.getByRole('link', { name: 'New Post' });
  expect(await add.getAttribute('href')).toBe('/admin/blog/new?locale=id');
});

test('the list follows language, search and status, and the address follows the list', async () => {
  const draft = await write('A draft about kites', 'draft');
  const page = await filled.visit('/admin/blog', asSignedIn(owner));
  const { totalPosts } = await askDesk<{ totalPosts: number }>(filled.app, owner, 'GET /posts?locale=en');
  expect(await cards(page).count()).toBe(totalPosts);
  const kites = card(page, 'A draft about kites');
  expect(await kites.getByText('Draft', { exact: true }).count()).toBe(1);
  expect(await kites.getByText('EN', { exact: true }).count()).toBeGreaterThan(0);
  expect(await kites.getByRole('link', { name: 'Edit “A draft about kites”' }).getAttribute('href')).toBe(
    `/admin/blog/${draft.id}`,
  );

  await page.getByLabel('Search posts').fill('kites');
  await expect.poll(() => page.url()).toContain('search=kites');
  await expect.poll(() => cards(page).count()).toBe(1);
  await expectAccessible(page, 'narrowed list');
  await page.getByLabel('Status').selectOption('Archived');
  await expect.poll(() => page.getByText('Nothing matches your search or status.').isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => cards(page).count()).toBe(totalPosts);
  expect(new URL(page.url()).search).toBe('');
  await page.goBack();
  await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('archived');

  await page.goto(`${filled.app.origin}/admin/blog?locale=de`);
  expect(await page.getByLabel('Language', { exact: true }).inputValue()).toBe('de');
  expect(await card(page, 'A draft about kites').count()).toBe(0);
  const { posts } = await askDesk<{ posts: DeskPost[] }>(filled.app, owner, 'GET /posts?locale=de');
  expect(posts.length).toBeGreaterThan(0);
  expect(await cards(page).count()).toBe(posts.length);
  expect(await page.getByRole('link', { name: 'New Post' }).getAttribute('href')).toContain('locale=de');
});

test('placeholders stand for posts on their way, and a list that does not come says so', async () => {
  const page = await filled.visit('/admin/blog', asSignedIn(owner));
  let isHeld = true;
  await page.route('**/api/admin/posts?*', async (route) => {
    while (isHeld) await new Promise((resolve) => setTimeout(resolve, 20));
    await route.continue();
  });
  await page.getByLabel('Language', { exact: true }).selectOption('ไทย');
  await expect.poll(() => page.locator('[data-placeholder]').count()).toBe(5);
  isHeld = false;
  await expect.poll(() => cards(page).count()).toBeGreaterThan(0);
  expect(await page.locator('[data-placeholder]').count()).toBe(0);
  await page.unroute('**/api/admin/posts?*');

  await page.route('**/api/admin/posts?*', (route) =>
    route.fulfill({ status: 403, json: { success: false, code: 'role.forbids', error: 'Not for you.' } }),
  );
  await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('Not for you.');
  await page.unroute('**/api/admin/posts?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => cards(page).count()).toBeGreaterThan(0);
});

test('the list can be read, narrowed and turned without scripts', async () => {
  const still = { ...asSignedIn(owner), javaScriptEnabled: false };
  const page = await filled.visit('/admin/blog?locale=fr', still);
  expect(await cards(page).count()).toBeGreaterThan(0);
  expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
  await page.getByLabel('Status').selectOption('Archived');
  await page.getByRole('button', { name: 'Search posts' }).click();
  expect(new URL(page.url()).search).toContain('locale=de');
  expect(await page.getByText('No posts found').isVisible()).toBe(true);
});

test('fifty posts are on a page, and the others on the next', async () => {
  for (let number = 1; number <= 51; number += 1) {
    await write(`Post number ${number}`, 'draft', { product: empty, cookie: emptyOwner });
  }
  const page = await empty.visit('/admin/blog', asSignedIn(emptyOwner));
  expect(await cards(page).count()).toBe(50);
  expect(await page.getByText('51 posts').isVisible()).toBe(true);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect.poll(() => cards(page).count()).toBe(1);
  expect(page.url()).toContain('page=2');
  expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe('Post number 1');
  await page.goto(`${empty.app.origin}/admin/blog?page=9`);
  expect(new URL(page.url()).search).toBe('?page=2');
  await hydrated(page);
  await page.getByRole('button', { name: 'Delete “Post number 1”' }).click();
  await page.getByRole('button', { name: 'Delete for good…' }).click();
  await page.getByRole('button', { name: 'Yes, delete for good' }).click();
  await expect.poll(() => cards(page).count()).toBe(50);
  expect(new URL(page.url()).search).toBe('');
  expect(await page.getByRole('link', { name: 'Next' }).count()).toBe(0);
});

test('nothing is removed by the click: a post is archived after a question, and comes back', async () => {
  const post = await write('Kites for everyone', 'published');
  const open = () => fetch(`${filled.app.origin}/blog/${post.fields.slug}`).then(({ status }) => status);
  expect(await open()).toBe(200);
  const page = await filled.visit('/admin/blog?search=kite', asSignedIn(owner));
  const button = page.getByRole('button', { name: 'Delete “Kites for everyone”' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Remove “Kites for everyone”?' });
  await expectAccessible(page, 'removal');
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.count()).toBe(0);
  expect(await button.evaluate((own) => own === document.activeElement)).toBe(true);
  expect(await open()).toBe(200);

  await button.click();
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect
    .poll(() => card(page, 'Kites for everyone').getByText('Archived', { exact: true }).count())
    .toBe(1);
  expect(await open()).toBe(404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => card(page, 'Kites for everyone').getByText('Published', { exact: true }).count())
    .toBe(1);
  expect(await open()).toBe(200);
  const again = await askDesk<DeskDocument>(filled.app, owner, `GET /posts/${post.id}`);
  expect(again.published_at).toBe(post.published_at);
});

test('a post that waits for its moment waits again when its archiving is undone', async () => {
  const scheduled_at = '2039-05-03T14:00:00.000Z';
  const fields = { title: 'Kites of the future', content: '<p>Wind.</p>' };
  const body = { mode: 'schedule', locale: 'en', fields, scheduled_at };
  const post = await askDesk<DeskDocument>(filled.app, owner, 'POST /posts', { body });
  const page = await filled.visit('/admin/blog?search=future', {
    ...asSignedIn(owner),
    timezoneId: 'Asia/Bangkok',
  });
  const badge = card(page, 'Kites of the future').getByText('Scheduled: May 3, 2039 at 9:00 PM');
  await expect.poll(() => badge.count()).toBe(1);
  await page.getByRole('button', { name: 'Delete “Kites of the future”' }).click();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect.poll(() => badge.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => badge.count()).toBe(1);
  const again = await askDesk<DeskDocument>(filled.app, owner, `GET /posts/${post.id}`);
  expect([again.status, again.scheduled_at]).toEqual(['draft', scheduled_at]);
});

test('what someone else has changed is not archived unseen', async () => {
  const post = await write('Kites of two people', 'draft');
  const page = await filled.visit('/admin/blog?search=kite', asSignedIn(owner));
  await askDesk(filled.app, owner, `PUT /posts/${post.id}`, {
    version: post.version,
    body: { mode: 'save', fields: { ...post.fields, title: 'Kites of two people, mended' } },
  });
  await page.getByRole('button', { name: 'Delete “Kites of two people”' }).click();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('changed');
  await expect
    .poll(() => page.getByRole('dialog', { name: 'Remove “Kites of two people, mended”?' }).count())
    .toBe(1);
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

test('only an owner deletes for good, and is asked twice', async () => {
  const post = await write('Kites to forget', 'draft');
  const [editor, author] = await Promise.all([
    enterInvited(filled.app, owner, 'editor'),
    enterInvited(filled.app, owner, 'author'),
  ]);
  const edits = await filled.visit('/admin/blog?search=kite', asSignedIn(editor));
  await edits.getByRole('button', { name: 'Delete “Kites to forget”' }).click();
  expect(await edits.getByRole('button', { name: 'Archive', exact: true }).count()).toBe(1);
  expect(await edits.getByRole('button', { name: /for good/ }).count()).toBe(0);

  const own = await write('An author’s own kite', 'draft', { cookie: author });
  const writes = await filled.visit('/admin/blog?search=kite', asSignedIn(author));
  expect(own.author_id).not.toBe(null);
  expect(await writes.getByRole('button', { name: /^Delete/ }).count()).toBe(1);
  expect(await writes.getByRole('navigation').getByRole('link', { name: 'Categories' }).count()).toBe(0);

  const page = await filled.visit('/admin/blog?search=kite', asSignedIn(owner));
  await page.getByRole('button', { name: 'Delete “Kites to forget”' }).click();
  await page.getByRole('button', { name: 'Delete for good…' }).click();
  const sure = page.getByRole('dialog', { name: 'Delete “Kites to forget” for good?' });
  await sure.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Delete for good…' }).click();
  await expectAccessible(page, 'second question');
  await sure.getByRole('button', { name: 'Yes, delete for good' }).click();
  await expect.poll(() => card(page, 'Kites to forget').count()).toBe(0);
  await expect(askDesk(filled.app, owner, `GET /posts/${post.id}`)).rejects.toThrow('404');
});

test('a card names the languages of its article, and leads to those that are missing', async () => {
  const english = await write('Kites in two languages', 'published');
  const { article_id } = english;
  const german = await write('Drachen in zwei Sprachen', 'draft', { locale: 'de', article_id });
  const page = await filled.visit('/admin/blog?search=two+languages', {
    ...asSignedIn(owner),
    colorScheme: 'dark',
  });
  const row = page.getByRole('list', { name: 'Languages of “Kites in two languages”' });
  expect(await row.getByRole('listitem').count()).toBe(10);
  expect(await row.getByRole('img', { name: 'English: Published' }).count()).toBe(1);
  const draft = row.getByRole('link', { name: 'Deutsch: Draft' });
  expect(await draft.getAttribute('href')).toBe(`/admin/blog/${german.id}`);
  const missing = row.getByRole('link', { name: 'ไทย: missing, write it' });
  expect(await missing.getAttribute('href')).toBe(`/admin/blog/new?locale=th&article=${article_id}`);
  await page.setViewportSize(phone);
  await expectAccessible(page, 'list on a small phone');
});

test('whoever chooses German gets the list in German', async () => {
  const page = await filled.visit('/admin/account', asSignedIn(owner));
  await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.goto(`${filled.app.origin}/admin/blog?search=kites`);
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  expect(await page.getByRole('link', { name: 'Neuer Beitrag' }).count()).toBe(1);
  expect(await page.getByLabel('Sprache', { exact: true }).inputValue()).toBe('en');
  await expectAccessible(page, 'list in German');
  await page.goto(`${filled.app.origin}/admin/account`);
  await page.getByLabel('Sprache', { exact: true }).selectOption('English');
  await page.getByRole('button', { name: 'Speichern' }).click();
  expect(await page.locator('h1').textContent()).toBe('Your account');
});
