import type { BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeskDocument } from '#desk/contract.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { askDesk, asSignedIn, enterInvited } from '#test/support/admin-session.ts';
import { enterAsOwner } from '#test/support/enter-admin.ts';
import { hydrated } from '#test/support/hydrated.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';

let product: Product;
/** Cookies. */
let owner: string;
let author: string;

beforeAll(async () => {
  product = await openProduct({ SEED: 'demo' });
  owner = await enterAsOwner(product.app);
  author = await enterInvited(product.app, owner, 'author');
});

afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
});

const write = (path = '/admin/blog/new?locale=en', options: BrowserContextOptions = {}, cookie = owner) =>
  product.visit(path, { ...asSignedIn(cookie), ...options });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const text = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true });
const saved = (page: Page) => page.locator('[data-save-state="saved"]').waitFor();
const toast = (page: Page, words: string) => page.locator('.toast', { hasText: words }).waitFor();
const listed = (page: Page) => page.waitForURL('**/admin/blog?locale=*');

async function made(title: string, more: object = {}, cookie = owner): Promise<DeskDocument> {
  const fields = { title, content: `<p>${title}, and more of it.</p>`, ...more };
  const isPublished = 'status' in more && more.status === 'published';
  const body = { mode: isPublished ? 'publish' : 'save', locale: 'en', fields };
  return askDesk(product.app, cookie, 'POST /posts', { body });
}

const opened = (id: string) => askDesk<DeskDocument>(product.app, owner, `GET /posts/${id}`);
const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';
const read = async (path: string) => {
  const answer = await fetch(product.app.origin + path);
  return { status: answer.status, text: await answer.text() };
};

test('a new post: every field is saved and read back', async () => {
  const page = await write();
  expect(await page.locator('h1').textContent()).toBe('Create New Post');
  expect(await page.getByText('Write and publish your blog post').isVisible()).toBe(true);
  for (const name of ['Preview', 'Save & Exit', 'Translate & Publish', 'Publish'])
    expect(await button(page, name).isVisible(), name).toBe(true);
  expect(await page.getByRole('link', { name: 'Back to Posts' }).isVisible()).toBe(true);

  await field(page, 'Title').fill('Saving 3 Videos -- at once!');
  expect(await field(page, 'Slug').inputValue()).toBe('saving-3-videos-at-once');
  await field(page, 'Excerpt').fill('All of a thread.');
  expect(await field(page, 'Excerpt').getAttribute('rows')).toBe('3');
  await text(page).click();
  await page.keyboard.insertText('word '.repeat(201));
  await page.getByText('Estimated read time: 2 minutes').waitFor();

  await tab(page, 'SEO').click();
  await field(page, 'SEO Title').fill('Three videos');
  await field(page, 'SEO Description').fill('How to save three videos.');
  await field(page, 'SEO Keywords').fill(' video , threads,, save a post ,');
  await tab(page, 'Media').click();
  await field(page, 'Alt text').fill('Three spools');
  await field(page, 'Status').selectOption('Archived');
  await field(page, 'Category').selectOption({ index: 1 });
  const category = await field(page, 'Category').inputValue();
  await button(page, 'Video').click();
  await button(page, 'Privacy').click();
  await button(page, 'Privacy').click();
  expect(await button(page, 'Video').getAttribute('aria-pressed')).toBe('true');
  expect(await button(page, 'Privacy').getAttribute('aria-pressed')).toBe('false');
  await page.waitForURL(/blog\/[\da-f-]{36}$/);
  const id = idOf(page);
  await button(page, 'Save & Exit').click();
  await listed(page);
  await toast(page, 'Post created successfully');
  await page.getByRole('article').filter({ hasText: 'Saving 3 Videos' }).waitFor();

  const { fields } = await opened(id);
  expect(fields).toMatchObject({
    title: 'Saving 3 Videos -- at once!',
    slug: 'saving-3-videos-at-once',
    excerpt: 'All of a thread.',
    seo_title: 'Three videos',
    seo_description: 'How to save three videos.',
    seo_keywords: ['video', 'threads', 'save a post'],
    status: 'archived',
    category_id: category,
  });
  expect(fields.tag_ids).toHaveLength(1);
  expect(fields.content.match(/word/g)).toHaveLength(201);

  await page.goto(`${product.app.origin}/admin/blog/${id}`);
  await hydrated(page);
  expect(await page.locator('h1').textContent()).toBe('Edit Post');
  expect(await field(page, 'Title').inputValue()).toBe(fields.title);
  expect(await text(page).textContent()).toContain('word word');
  expect(await field(page, 'Status').inputValue()).toBe('archived');
  expect(await button(page, 'Video').getAttribute('aria-pressed')).toBe('true');
  await tab(page, 'SEO').click();
  expect(await field(page, 'SEO Keywords').inputValue()).toBe('video, threads, save a post');
});

test('the tabs are tabs: arrows lead through them, and what is not shown is not lost', async () => {
  const page = await write();
  await field(page, 'Title').fill('Kept');
  await tab(page, 'Content').focus();
  for (const [key, name] of [
    ['ArrowRight', 'SEO'],
    ['End', 'Media'],
    ['ArrowRight', 'Content'],
    ['ArrowLeft', 'Media'],
    ['Home', 'Content'],
  ] as const) {
    await page.keyboard.press(key);
    expect(await tab(page, name).getAttribute('aria-selected'), key).toBe('true');
    expect(await tab(page, name).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.getByRole('tabpanel', { name }).isVisible()).toBe(true);
    expect(await page.getByRole('tabpanel').count()).toBe(1);
  }
  expect(await field(page, 'Title').inputValue()).toBe('Kept');
});

test('the slug follows the title until it has been written, and again when it is emptied', async () => {
  const page = await write();
  const [title, slug] = [field(page, 'Title'), field(page, 'Slug')];
  await title.pressSequentially('One Two');
  expect(await slug.inputValue()).toBe('one-two');
  await slug.fill('mine');
  await title.fill('Three');
  expect(await slug.inputValue()).toBe('mine');
  await slug.fill('');
  expect(await slug.inputValue()).toBe('');
  await title.fill('Four');
  expect(await slug.inputValue()).toBe('four');
  await title.fill('视频怎么下载');
  expect(await slug.inputValue()).toBe('');
  expect(await page.getByText('Made from the title when the post is saved.').isVisible()).toBe(true);
});

test('published from a draft, it is read at once; archived, it is gone at once', async () => {
  const page = await write();
  await field(page, 'Title').fill('Read at once');
  await text(page).click();
  await page.keyboard.insertText('For everyone.');
  await button(page, 'Publish').click();
  const sheet = page.getByRole('dialog', { name: 'Publish this post?' });
  await page.keyboard.press('Escape');
  expect(await sheet.count()).toBe(0);
  expect(await button(page, 'Publish').evaluate((element) => element === document.activeElement)).toBe(true);
  await button(page, 'Publish').click();
  await sheet.getByRole('button', { name: 'Publish now' }).click();
  await listed(page);
  await toast(page, 'Post created successfully');
  expect((await read('/blog/read-at-once')).text).toContain('For everyone.');

  await page.getByRole('link', { name: 'Edit “Read at once”' }).click();
  await field(page, 'Status').selectOption('Archived');
  await button(page, 'Save & Exit').click();
  await toast(page, 'Post updated successfully');
  expect((await read('/blog/read-at-once')).status).toBe(404);
});

test('with the status Published, Publish asks nothing, and its date is now', async () => {
  const document = await made('Straight out', { status: 'published' });
  const page = await write(`/admin/blog/${document.id}`);
  await field(page, 'Excerpt').fill('Anew');
  await button(page, 'Publish').click();
  await listed(page);
  const now = await opened(document.id);
  expect(now.fields.excerpt).toBe('Anew');
  expect(Date.parse(now.published_at ?? '')).toBeGreaterThan(Date.parse(document.published_at ?? ''));
});

test('a draft is scheduled in the writer’s zone, says so, and can be taken back', async () => {
  const document = await made('Later on');
  const page = await write(`/admin/blog/${document.id}`, { timezoneId: 'Asia/Bangkok' });
  await button(page, 'Publish').click();
  const sheet = page.getByRole('dialog');
  expect(await sheet.getByText('Asia/Bangkok').isVisible()).toBe(true);
  await sheet.getByLabel('Date and time').fill('2020-01-01T09:00');
  await sheet.getByRole('button', { name: 'Schedule' }).click();
  expect(await sheet.getByText('Choose a moment in the future.').isVisible()).toBe(true);
  await sheet.getByLabel('Date and time').fill('2099-05-04T09:30');
  expect(await sheet.getByText(/Goes live on Monday, May 4, 2099 at 9:30 AM/).isVisible()).toBe(true);
  await sheet.getByRole('button', { name: 'Schedule' }).click();
  await listed(page);
  expect((await opened(document.id)).scheduled_at).toBe('2099-05-04T02:30:00.000Z');

  await page.goto(`${product.app.origin}/admin/blog/${document.id}`);
  await hydrated(page);
  await page.getByText(/Goes live on Monday, May 4, 2099 at 9:30 AM/).waitFor();
  await button(page, 'Cancel schedule').click();
  await button(page, 'Cancel schedule').waitFor({ state: 'detached' });
  expect(await opened(document.id)).toMatchObject({ scheduled_at: null, status: 'draft' });
});

test('what is typed into a published post is kept, unseen by its readers, and can be discarded', async () => {
  const document = await made('Out there', { status: 'published' });
  const page = await write(`/admin/blog/${document.id}`);
  await field(page, 'Title').fill('Half a thought');
  await page.keyboard.press('Control+s');
  await saved(page);
  await page.getByText('Readers do not see your latest changes yet.').waitFor();
  expect((await read('/blog/out-there')).text).not.toContain('Half a thought');
  await button(page, 'Discard changes').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await page.getByText('Readers do not see your latest changes yet.').waitFor({ state: 'detached' });
  expect(await field(page, 'Title').inputValue()).toBe('Out there');
});

test('the preview is the real page, at both widths, and its link is for others too', async () => {
  const page = await write();
  await button(page, 'Preview').click();
  await toast(page, 'Nothing to preview yet');
  await field(page, 'Title').fill('Seen before');
  await text(page).click();
  await page.keyboard.insertText('As it will be.');
  await page.keyboard.press('Control+Shift+P');
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { level: 1, name: 'Seen before' }).waitFor();
  expect(await frame.getByText('As it will be.').isVisible()).toBe(true);
  const another = page.context().waitForEvent('page');
  await frame.getByRole('link', { name: 'About' }).first().click();
  await (await another).waitForURL('**/about');
  await button(page, 'Phone').click();
  await expect
    .poll(() => page.locator('iframe').evaluate(({ clientWidth }) => clientWidth))
    .toBeLessThan(400);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Copy preview link').click();
  await toast(page, 'Preview link copied');
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect((await read(link.pathname)).text).toContain('As it will be.');
  await button(page, 'Edit').click();
  expect(await field(page, 'Title').inputValue()).toBe('Seen before');
  expect(await text(page).textContent()).toBe('As it will be.');
});

test('the keyboard saves, publishes and helps, and stays away from a word that is being composed', async () => {
  const page = await write();
  await field(page, 'Title').fill('By keyboard');
  const press = (keys: { key: string; ctrlKey: boolean; isComposing: boolean }) =>
    page.evaluate((init) => {
      const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
      document.activeElement?.dispatchEvent(event);
      return event.defaultPrevented;
    }, keys);
  expect(await press({ key: 's', ctrlKey: true, isComposing: true })).toBe(false);
  expect(await press({ key: 'Enter', ctrlKey: true, isComposing: true })).toBe(false);
  await page.keyboard.press('Control+s');
  await toast(page, 'Post created successfully');
  await field(page, 'Title').press('?');
  expect(await field(page, 'Title').inputValue()).toContain('?');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog', { name: 'Publish this post?' }).waitFor();
  await page.keyboard.press('Escape');
  await tab(page, 'Content').focus();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(await help.getByText('Ctrl+Enter').isVisible()).toBe(true);
  expect(await help.getByText('Ctrl+B', { exact: true }).isVisible()).toBe(true);
  await expectAccessible(page, 'help');
  await page.keyboard.press('Escape');
  expect(await help.count()).toBe(0);
});

test('who leaves waits for the save, and is asked where it can not be', async () => {
  const page = await write();
  await field(page, 'Title').fill('On the way out');
  await page.getByRole('link', { name: 'Back to Posts' }).click();
  await listed(page);
  await page.getByRole('link', { name: 'Edit “On the way out”' }).click();
  await hydrated(page);
  await page.route('**/api/admin/posts/**', (route) => route.abort());
  await field(page, 'Title').fill('Nowhere to go');
  await page.getByRole('link', { name: 'Back to Posts' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep writing' }).click();
  expect(await field(page, 'Title').inputValue()).toBe('Nowhere to go');
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Tags' }).click();
  await question.waitFor();
  await page.unroute('**/api/admin/posts/**');
  await question.getByRole('button', { name: 'Save and leave' }).click();
  await page.waitForURL('**/admin/tags');
});

test('translating asks for what it needs, and says before it begins that nothing is set up to translate', async () => {
  const page = await write();
  await button(page, 'Translate & Publish').click();
  await toast(page, 'Please enter title and content first');
  await field(page, 'Title').fill('Ten languages');
  await text(page).click();
  await page.keyboard.insertText('Once.');
  await button(page, 'Translate & Publish').click();
  const dialog = page.getByRole('dialog', { name: 'Translate & Publish' });
  await dialog.getByText('No AI is set up. Every language would only be a draft').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await button(page, 'Translate & Publish').evaluate((one) => one === document.activeElement)).toBe(
    true,
  );
  await page.context().clearCookies();
  await button(page, 'Translate & Publish').click();
  await toast(page, 'You must be authenticated to publish posts');
});

test('a cover is uploaded, shown, and one of ours from then on', async () => {
  const page = await write();
  await field(page, 'Title').fill('With a cover');
  await tab(page, 'Media').click();
  const panel = page.getByRole('tabpanel', { name: 'Media' });
  await panel.locator('input[type=file]').setInputFiles('test/fakes/threads/media/photo-small.jpg');
  const cover = panel.getByRole('img');
  await cover.waitFor();
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const { width, height } = (await cover.boundingBox()) ?? { width: 0, height: 1 };
  expect(width / height).toBeCloseTo(16 / 9, 1);
  expect(await field(page, 'Featured Image URL').inputValue()).toMatch(/^\/files\//);
  const stored = await field(page, 'Featured Image URL').inputValue();
  await button(page, 'Remove picture').click();
  await button(page, 'Stored pictures').click();
  const pictures = panel.getByRole('list', { name: 'Stored pictures' }).getByRole('button');
  await pictures.first().waitFor();
  await expectAccessible(page, 'the stored pictures');
  await pictures.first().click();
  expect(await field(page, 'Featured Image URL').inputValue()).toBe(stored);
  expect(await button(page, 'Stored pictures').getAttribute('aria-expanded')).toBe('false');
  await field(page, 'Alt text').fill('A lake');

  await panel.locator('input[type=file]').setInputFiles('package.json');
  await panel.getByRole('alert').waitFor();
  await button(page, 'Save & Exit').click();
  await listed(page);
  const [post] = (
    await askDesk<{ posts: { id: string }[] }>(product.app, owner, 'GET /posts?locale=en&search=cover')
  ).posts;
  const { fields } = await opened(post?.id ?? '');
  expect(fields).toMatchObject({ title: 'With a cover', featured_image_alt: 'A lake' });
  expect(fields.featured_image_url).toMatch(/^\/files\//);
});

test('whose session has ended is told so at publishing, and nothing is published', async () => {
  const page = await write();
  await field(page, 'Title').fill('No session');
  await field(page, 'Status').selectOption('Published');
  await page.context().clearCookies();
  await button(page, 'Publish').click();
  await toast(page, 'You must be authenticated to publish posts');
  await page.locator('[data-save-state="signed-out"]').waitFor();
  expect(await field(page, 'Title').inputValue()).toBe('No session');
  expect((await read('/blog/no-session')).status).toBe(404);
});

test('an author saves drafts of their own, and publishes nothing', async () => {
  const page = await write('/admin/blog/new?locale=de', {}, author);
  expect(await button(page, 'Publish').count()).toBe(0);
  expect(await field(page, 'Status').locator('option').allTextContents()).toEqual(['Draft', 'Archived']);
  await field(page, 'Title').fill('Vom Autor');
  await button(page, 'Save & Exit').click();
  await page.waitForURL('**/admin/blog?locale=de');
  const document = await made('Not theirs', { status: 'published' });
  await page.goto(`${product.app.origin}/admin/blog/${document.id}`);
  await hydrated(page);
  expect(await page.getByText('You can read this post, but not change it.').isVisible()).toBe(true);
  expect(await field(page, 'Title').isDisabled()).toBe(true);
  expect(await button(page, 'Save & Exit').isDisabled()).toBe(true);
  expect(await page.getByText('Not theirs, and more of it.').isVisible()).toBe(true);
});

test('a post that is not there is missing', async () => {
  for (const id of ['nope', '00000000-0000-4000-8000-000000000000']) {
    const answer = await fetch(`${product.app.origin}/admin/blog/${id}`, { headers: { cookie: owner } });
    expect(answer.status).toBe(404);
  }
});

test('on a phone the caret stays above the buttons, notices too, and a wide table scrolls by itself', async () => {
  const cells = '<th><p>Column</p></th>'.repeat(6);
  const { id } = await made('Phone', { content: `<table><tr>${cells}</tr></table><p>Below</p>` });
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const page = await write(`/admin/blog/${id}`, phone);
  await text(page).getByText('Below').click();
  expect(await page.evaluate(() => innerWidth)).toBe(390);
  for (let line = 0; line < 20; line += 1) await page.keyboard.type(`line ${line}\n`);
  await page.keyboard.type('last');
  const bar = page.locator('section', { has: button(page, 'Publish') });
  const barTop = () => bar.evaluate((element) => element.getBoundingClientRect().top);
  const caretBottom = () =>
    page.evaluate(() => getSelection()?.getRangeAt(0).getBoundingClientRect().bottom ?? 0);
  expect(await caretBottom()).toBeGreaterThan(0);
  expect(await caretBottom()).toBeLessThan(await barTop());
  await field(page, 'Title').fill('');
  await button(page, 'Translate & Publish').click();
  await toast(page, 'Please enter title and content first');
  const toastBox = await page.locator('.toast').boundingBox();
  expect((toastBox?.y ?? 0) + (toastBox?.height ?? 0)).toBeLessThanOrEqual(await barTop());
});

test('on a phone and to a screen reader every part is in order, in German too', async () => {
  const page = await write('/admin/blog/new?locale=de', { viewport: { width: 320, height: 700 } });
  await text(page).waitFor();
  for (const name of ['Content', 'SEO', 'Media']) {
    await tab(page, name).click();
    await expectAccessible(page, `${name} on a phone`);
  }
  await button(page, 'Publish').click();
  await expectAccessible(page, 'publish on a phone');
  await page.keyboard.press('Escape');

  const german = await product.visit('/admin/account', asSignedIn(owner));
  await german.getByLabel('Language', { exact: true }).selectOption('Deutsch');
  await german.getByRole('button', { name: 'Save' }).click();
  await german.goto(`${product.app.origin}/admin/blog/new?locale=de`);
  await hydrated(german);
  expect(await german.locator('h1').textContent()).toBe('Neuer Beitrag');
  for (const viewport of [
    { width: 320, height: 700 },
    { width: 1280, height: 900 },
  ]) {
    await german.setViewportSize(viewport);
    await expectAccessible(german, `German at ${viewport.width}`);
  }
  await german.goto(`${product.app.origin}/admin/account`);
  await german.getByLabel('Sprache', { exact: true }).selectOption('English');
  await german.getByRole('button', { name: 'Speichern' }).click();
});
