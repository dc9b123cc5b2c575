import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorPost, PostFields } from '#blog/editing-contract.ts';
import { asSignedIn, callAdminApi } from '#test/support/admin-session.ts';
import { signInAsOwner } from '#test/support/enter-admin.ts';
import { waitForHydration } from '#test/support/hydrated.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { emptyPostFields } from '#web/admin/editor/draft/post-fields.ts';

const credentials = { email: 'ada@example.org', password: 'correct horse battery' };
let product: Product;
let owner: string;

beforeAll(async () => {
  product = await openProduct();
  owner = await signInAsOwner(product.app);
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
});

const open = (path: string, cookie = owner) => product.openPage(path, asSignedIn(cookie));
const title = (page: Page) => page.getByLabel('Title', { exact: true });
const excerpt = (page: Page) => page.getByLabel('Excerpt', { exact: true });
const expectState = (page: Page, kind: string) => page.locator(`[data-save-state="${kind}"]`).waitFor();
const readPost = (id: string) => callAdminApi<EditorPost>(product.app, owner, `GET /posts/${id}`);

function createPost(fields: Partial<PostFields>): Promise<EditorPost> {
  const body = { mode: 'save', locale: 'en', fields: { ...emptyPostFields, ...fields } };
  return callAdminApi(product.app, owner, 'POST /posts', { body });
}

/** Returns the cookie of a separate session. */
async function signIn(): Promise<string> {
  const response = await fetch(`${product.app.origin}/api/accounts/sign-in`, {
    method: 'POST',
    headers: { origin: product.app.origin, 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function typeAtEnd(page: Page, text: string): Promise<void> {
  await title(page).press('End');
  await title(page).pressSequentially(text);
}

async function typeInto(page: Page, paragraph: string, text: string): Promise<void> {
  await page.locator('.ProseMirror p').filter({ hasText: paragraph }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(text);
}

test('a new post survives a lost connection, a page crash and a reload', async () => {
  const page = await open('/admin/blog/new?locale=de');
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

test('when two users edit at once, the second resolves the conflict', async () => {
  const { id } = await createPost({
    title: 'Two',
    excerpt: 'Before.',
    content: '<p>First.</p><p>Second.</p><p>Third.</p>',
  });
  const [first, second] = [await open(`/admin/blog/${id}`), await open(`/admin/blog/${id}`)];
  await typeInto(first, 'First.', ' By one.');
  await typeInto(first, 'Second.', ' One too.');
  await excerpt(first).fill('One’s excerpt.');
  await expectState(first, 'unsaved');
  await first.keyboard.press('Control+s');
  await expectState(first, 'saved');
  await typeInto(second, 'Third.', ' By two.');
  await typeInto(second, 'Second.', ' Two too.');
  await excerpt(second).fill('Two’s excerpt.');
  await second.keyboard.press('Control+s');
  const dialog = second.getByRole('dialog', { name: 'This post was changed elsewhere' });
  await dialog.waitFor();
  await dialog.getByRole('group', { name: 'Choice 1: Excerpt' }).getByLabel('Theirs').check();
  await dialog.getByRole('group', { name: 'Choice 2: Text' }).getByLabel('Both').check();
  await dialog.getByRole('button', { name: 'Save the result' }).click();
  await expectState(second, 'saved');
  expect((await readPost(id)).fields).toMatchObject({
    excerpt: 'One’s excerpt.',
    content: '<p>First. By one.</p><p>Second. Two too.</p><p>Second. One too.</p><p>Third. By two.</p>',
  });
  expect(await excerpt(second).inputValue()).toBe('One’s excerpt.');
});

test('an expired session is renewed in place, and signing out deletes the local draft', async () => {
  const { id } = await createPost({ title: 'Session' });
  const session = await signIn();
  const page = await open(`/admin/blog/${id}`, session);
  await fetch(`${product.app.origin}/api/accounts/sign-out`, {
    method: 'POST',
    headers: { origin: product.app.origin, cookie: session },
  });
  await typeAtEnd(page, ' ended');
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expect.poll(() => dialog.getByRole('alert').textContent()).toBe('Email or password is wrong.');
  await dialog.getByLabel('Password').fill(credentials.password);
  await page.keyboard.press('Enter');
  await expectState(page, 'saved');
  expect((await readPost(id)).fields.title).toBe('Session ended');

  await page.route('**/api/admin/**', (route) => route.abort());
  await typeAtEnd(page, ' unsaved');
  await expectState(page, 'offline');
  expect(await page.evaluate(() => localStorage.length)).toBe(1);
  page.on('dialog', (question) => void question.accept());
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/admin/sign-in');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});
