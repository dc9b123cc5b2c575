import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeskDocument, DeskSave, PostFields } from '#desk/contract.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { enterAsOwner } from '#test/support/enter-admin.ts';
import { hydrated } from '#test/support/hydrated.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { type RunningApp, startApp, startAppIn } from '#test/support/start-app.ts';
import { emptyFields } from '#web/admin/editor/draft/draft-fields.ts';

const credentials = { email: 'ada@example.org', password: 'correct horse battery' };
let product: Product;
/** Of a session that no test ends. */
let cookie: string;

beforeAll(async () => {
  product = await openProduct();
  cookie = await enterAsOwner(product.app);
});

afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
});

type App = Pick<RunningApp, 'origin'>;

async function ask(app: App, path: string, init: RequestInit & { cookie?: string } = {}): Promise<Response> {
  return fetch(app.origin + path, {
    ...init,
    headers: { origin: app.origin, cookie: init.cookie ?? cookie, ...init.headers },
  });
}

const json = { 'content-type': 'application/json' };

async function signIn(app: App): Promise<string> {
  const answer = await ask(app, '/api/accounts/sign-in', {
    method: 'POST',
    headers: json,
    // A session of its own: the one that is sent along would end with it.
    cookie: '',
    body: JSON.stringify(credentials),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function makePost(
  fields: Partial<PostFields>,
  app: App = product.app,
  as = cookie,
): Promise<DeskDocument> {
  const save: DeskSave = { mode: 'save', locale: 'en', fields: { ...emptyFields, ...fields } };
  const answer = await ask(app, '/api/admin/posts', {
    method: 'POST',
    headers: json,
    cookie: as,
    body: JSON.stringify(save),
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as DeskDocument;
}

async function stored(id: string, app: App = product.app, as = cookie): Promise<DeskDocument> {
  return (await (await ask(app, `/api/admin/posts/${id}`, { cookie: as })).json()) as DeskDocument;
}

/** A browser of someone who is signed in. */
async function enter(context: BrowserContext, app: App, as: string): Promise<void> {
  const [name = '', value = ''] = as.split(/=(.*)/s);
  await context.addCookies([{ name, value, url: app.origin, httpOnly: true, sameSite: 'Lax' }]);
}

async function openEditor(path: string, as = cookie): Promise<Page> {
  const page = await product.visit('/admin/sign-in', { viewport: { width: 1280, height: 900 } });
  await enter(page.context(), product.app, as);
  await page.goto(`${product.app.origin}${path}`);
  await hydrated(page);
  return page;
}

const title = (page: Page) => page.getByLabel('Title', { exact: true });
const excerpt = (page: Page) => page.getByLabel('Excerpt', { exact: true });

async function expectState(page: Page, kind: string): Promise<void> {
  await page.locator(`[data-save-state="${kind}"]`).waitFor();
}

async function typeAtEnd(page: Page, text: string): Promise<void> {
  await title(page).press('End');
  await title(page).pressSequentially(text);
}

test('a new post is made by its first letters, keeps its editor, and a reload opens it', async () => {
  const page = await openEditor('/admin/blog/new?locale=de');
  await title(page).pressSequentially('Erster');
  await expectState(page, 'saved');
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/admin\/blog\/[\da-f-]{36}$/);
  await title(page).pressSequentially(' Beitrag');
  await expectState(page, 'unsaved');
  await expectState(page, 'saved');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(await stored(id)).toMatchObject({
    locale: 'de',
    status: 'draft',
    fields: { title: 'Erster Beitrag' },
  });
  await page.reload();
  await hydrated(page);
  expect(await title(page).inputValue()).toBe('Erster Beitrag');
});

test('a session that ends while someone writes loses nothing: they sign in in place, and it is saved', async () => {
  const { id } = await makePost({ title: 'Session' });
  const own = await signIn(product.app);
  const page = await openEditor(`/admin/blog/${id}`, own);
  await ask(product.app, '/api/accounts/sign-out', { method: 'POST', cookie: own });
  await typeAtEnd(page, ' ended');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  expect(await dialog.getByLabel('Email').inputValue()).toBe(credentials.email);
  await expectAccessible(page, 'sign in again');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expect.poll(() => dialog.getByRole('alert').textContent()).toBe('Email or password is wrong.');
  await page.keyboard.press('Escape');
  await expectState(page, 'signed-out');
  await typeAtEnd(page, ' but');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.getByLabel('Password').fill(credentials.password);
  await page.keyboard.press('Enter');
  await expectState(page, 'saved');
  expect(await title(page).inputValue()).toBe('Session ended but');
  expect((await stored(id)).fields.title).toBe('Session ended but');
});

test('ten seconds without a connection while typing: it says so, and everything arrives afterwards', async () => {
  const { id } = await makePost({ title: 'Offline' });
  const page = await openEditor(`/admin/blog/${id}`);
  // The last that an open editor fetches by itself.
  await page.waitForFunction(
    () => performance.getEntriesByType('resource').some(({ name }) => name.includes('compare-dialog')),
    null,
    { polling: 100 },
  );
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await title(page).press('End');
  // Fifty keys, five in a second.
  await title(page).pressSequentially(' ten seconds of typing without a connection, or so', { delay: 200 });
  const typed = await title(page).inputValue();
  expect((await stored(id)).fields.title).toBe('Offline');
  await expectState(page, 'offline');
  await page.context().setOffline(false);
  await expectState(page, 'saved');
  expect((await stored(id)).fields.title).toBe(typed);
});

test('of two who write at once, the second compares, chooses, and nothing is overwritten', async () => {
  const { id } = await makePost({
    title: 'Two',
    excerpt: 'Before.',
    content: '<p>First.</p><p>Second.</p><p>Third.</p>',
  });
  const [one, two] = [await openEditor(`/admin/blog/${id}`), await openEditor(`/admin/blog/${id}`)];
  await write(one, 'First.', ' By one.');
  await write(one, 'Second.', ' One too.');
  await excerpt(one).fill('One’s excerpt.');
  await expectState(one, 'unsaved');
  await expectState(one, 'saved');
  await write(two, 'Third.', ' By two.');
  await write(two, 'Second.', ' Two too.');
  await excerpt(two).fill('Two’s excerpt.');
  const dialog = two.getByRole('dialog', { name: 'This post was changed elsewhere' });
  await dialog.waitFor();
  await expectAccessible(two, 'comparison');
  expect(await dialog.getByRole('button', { name: 'Save the result' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await dialog.getByRole('group', { name: 'Choice 1: Excerpt' }).getByLabel('Theirs').check();
  await dialog.getByRole('group', { name: 'Choice 2: Text' }).getByLabel('Both').check();
  await dialog.getByRole('button', { name: 'Save the result' }).click();
  await expectState(two, 'saved');
  expect((await stored(id)).fields).toMatchObject({
    excerpt: 'One’s excerpt.',
    content: '<p>First. By one.</p><p>Second. Two too.</p><p>Second. One too.</p><p>Third. By two.</p>',
  });
  expect(await excerpt(two).inputValue()).toBe('One’s excerpt.');
});

test('a page that crashes leaves what was typed, and the next one offers it', async () => {
  const { id } = await makePost({ title: 'Crash' });
  const page = await openEditor(`/admin/blog/${id}`);
  const context = page.context();
  await page.route('**/api/admin/**', (route) => route.abort());
  await typeAtEnd(page, ' and more');
  await expect
    .poll(() =>
      page.evaluate(() => Object.values(localStorage).some((text) => text.includes('Crash and more'))),
    )
    .toBe(true);
  const crashed = page.waitForEvent('crash');
  const devtools = await context.newCDPSession(page);
  void devtools.send('Page.crash').catch(() => null);
  await crashed;

  const next = await context.newPage();
  await next.goto(`${product.app.origin}/admin/blog/${id}`);
  await hydrated(next);
  expect(await title(next).inputValue()).toBe('Crash');
  await next.getByText('There is text that was not saved').waitFor();
  await expectAccessible(next, 'a copy that was left');
  await next.getByRole('button', { name: 'Restore' }).click();
  await expectState(next, 'saved');
  expect(await title(next).inputValue()).toBe('Crash and more');
  expect((await stored(id)).fields.title).toBe('Crash and more');
  expect(await next.evaluate(() => localStorage.length)).toBe(0);
});

test('who signs out leaves nothing of a draft in the browser', async () => {
  const { id } = await makePost({ title: 'Leaving' });
  const page = await openEditor(`/admin/blog/${id}`, await signIn(product.app));
  await page.route('**/api/admin/**', (route) => route.abort());
  await typeAtEnd(page, ' unsaved');
  await expectState(page, 'offline');
  expect(await page.evaluate(() => localStorage.length)).toBe(1);
  page.on('dialog', (question) => void question.accept());
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/admin/sign-in');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('an earlier version is compared with the text now, and comes back', async () => {
  const { id } = await makePost({ title: 'Versions', content: '<p>The old words stay.</p>' });
  const page = await openEditor(`/admin/blog/${id}`);
  await write(page, 'The old words stay.', ' New ones come.');
  await expectState(page, 'unsaved');
  await expectState(page, 'saved');
  await page.getByRole('button', { name: 'Versions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Versions of this post' });
  await dialog.getByRole('button', { name: 'Version 1' }).click();
  await expect.poll(() => dialog.locator('ins').textContent()).toContain('New ones come.');
  await expectAccessible(page, 'a version');
  await dialog.getByRole('button', { name: 'Restore this version' }).click();
  await page.getByText('Version restored', { exact: true }).first().waitFor();
  await expect.poll(() => page.getByText('The old words stay.', { exact: true }).count()).toBe(1);
  expect((await stored(id)).fields.content).toBe('<p>The old words stay.</p>');
});

test('what the server said it has, it has after kill -9; what was typed meanwhile arrives', async () => {
  await using first = await startApp();
  const as = await enterAsOwner(first);
  const { id } = await makePost({ title: 'Kill' }, first, as);
  const context = await product.browser.newContext();
  await enter(context, first, as);
  const page = await context.newPage();
  const said: string[] = [];
  page.on('response', async (answer) => {
    if (answer.request().method() !== 'PUT' || !answer.ok()) return;
    const { fields } = (await answer.json()) as DeskDocument;
    said.push(fields.title);
  });
  await page.goto(`${first.origin}/admin/blog/${id}`);
  await hydrated(page);
  await typeAtEnd(page, ' one');
  await expectState(page, 'unsaved');
  await expectState(page, 'saved');
  await expect.poll(() => said).toEqual(['Kill one']);
  await typeAtEnd(page, ' two');
  await page.waitForRequest((request) => request.method() === 'PUT');
  process.kill(first.pid, 'SIGKILL');
  await typeAtEnd(page, ' three');
  await expectState(page, 'offline');
  // So that what the server has now is what it had when it was killed.
  await context.setOffline(true);
  const again = await startAppIn(first.dataDir, { PORT: new URL(first.origin).port });
  const kept = (await stored(id, again, as)).fields.title;
  expect(said.every((acknowledged) => kept.startsWith(acknowledged))).toBe(true);
  await context.setOffline(false);
  await expectState(page, 'saved');
  expect((await stored(id, again, as)).fields.title).toBe('Kill one two three');
  await context.close();
  await again.stop();
}, 120_000);

/** Writes behind a paragraph of the text. */
async function write(page: Page, paragraph: string, text: string): Promise<void> {
  await page.locator('.ProseMirror p').filter({ hasText: paragraph }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(text);
}
