import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerPath, sendAdminRequest } from '#test/support/admin-session.ts';
import { lanHost } from '#test/support/browser.ts';
import { connectBrowser, expectAccessible, waitForHydration } from '#test/support/browser-page.ts';
import { freePort } from '#test/support/local-servers.ts';
import { type RunningApp, startApp } from '#test/support/start-app.ts';

/** As owners run it at home: plain HTTP under a name that is not localhost, so without the APIs of secure contexts. */
let app: RunningApp;
let origin: string;
let context: BrowserContext;
const errors: string[] = [];

beforeAll(async () => {
  const port = String(await freePort());
  origin = `http://${lanHost}:${port}`;
  app = await startApp({ PORT: port, PUBLIC_ORIGIN: origin });
  context = await (await connectBrowser()).newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  context.on('weberror', (error) => errors.push(error.error().message));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(message.text());
  });
});
afterAll(async () => {
  await context?.close();
  await app?.[Symbol.asyncDispose]();
});

async function open(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(origin + path);
  await waitForHydration(page);
  return page;
}

const signIn = async (page: Page) => {
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign in' }).click();
};

test('over plain HTTP under a network name, the owner signs in, writes, and finds the text again', async () => {
  const page = await open(await ownerPath(app));
  expect(
    await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'clipboard' in navigator]),
  ).toEqual([false, false, false]);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Set up your site' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You opened this site over plain HTTP.').waitFor();
  await expectAccessible(page, 'sign-in over HTTP');
  await signIn(page);
  await page.waitForURL(`${origin}/admin/**`);
  const plainCookie = { httpOnly: true, secure: false, sameSite: 'Lax' };
  expect(await context.cookies()).toMatchObject([
    { ...plainCookie, name: 'unspool-session' },
    { ...plainCookie, name: expect.stringMatching(/^known-browser-/) },
  ]);

  await page.goto(`${origin}/admin/blog/new`);
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  await text.click();
  await page.keyboard.type('Written at home.');
  await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', `<img src="${canvas.toDataURL()}" alt="An empty image">`);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('[contenteditable=true]')?.dispatchEvent(event);
  });
  await text.locator('img[src^="/files/"]').waitFor();
  await page.getByLabel('Title', { exact: true }).fill('From the living room');
  await page.waitForURL(/\/admin\/blog\/(?!new)/);
  await page.getByText('All changes saved').waitFor();
  const url = page.url();
  await page.close();

  const later = await open(new URL(url).pathname);
  await later.getByText('Written at home.').waitFor();
  expect(await later.getByLabel('Title', { exact: true }).inputValue()).toBe('From the living room');
  await later.getByRole('button', { name: 'Preview', exact: true }).click();
  await later.getByRole('button', { name: 'Copy preview link' }).click();
  expect(await later.getByLabel('Preview link', { exact: true }).inputValue()).toContain(
    `${origin}/preview/`,
  );
  expect(errors).toEqual([]);
});

test('the home page works, and offers no button that reads the clipboard', async () => {
  const home = await open('/');
  await home.getByRole('button', { name: 'Get Media Now' }).waitFor();
  expect(await home.getByRole('button', { name: 'Paste', exact: true }).count()).toBe(0);
  expect(errors).toEqual([]);
});

test('a form that is sent under another name gets a page that names the right address', async () => {
  const browser = await connectBrowser();
  await using german = await browser.newContext({ locale: 'de-DE' });
  const page = await german.newPage();
  await page.goto(`${app.origin}/admin/sign-in`);
  await page.getByLabel('E-Mail').fill('ada@example.org');
  await page.getByLabel('Passwort').fill('correct horse battery');
  const [response] = await Promise.all([
    page.waitForResponse((sent) => sent.request().method() === 'POST'),
    page.getByRole('button', { name: 'Anmelden' }).click(),
  ]);
  expect([response.status(), await response.headerValue('cache-control')]).toEqual([
    403,
    'private, no-store',
  ]);
  await page.getByText(`Diese Website nimmt Formulare nur unter ${origin} an.`).waitFor();
  await page.getByText('PUBLIC_ORIGIN').waitFor();
  await expectAccessible(page, 'a form under another name');

  await using scriptless = await browser.newContext({ javaScriptEnabled: false });
  const home = await scriptless.newPage();
  await home.goto(`${app.origin}/fr`);
  await home.getByRole('textbox').first().fill('https://www.threads.com/@a/post/DAbc-_12xYz');
  await home.keyboard.press('Enter');
  await home.getByText(`Ce site n’accepte les formulaires qu’à l’adresse ${origin}.`).waitFor();
  expect(await home.getByText('PUBLIC_ORIGIN').count()).toBe(0);
});

test('without Sec-Fetch-Site, only the configured origin may write', async () => {
  const page = await open('/admin/blog');
  const [cookie] = await context.cookies();
  const send = (sent: string) =>
    sendAdminRequest(app.origin, `${cookie?.name}=${cookie?.value}`, 'POST /tags', {
      body: { names: { en: 'Home' }, slug: '' },
      headers: { origin: sent, 'sec-fetch-site': '' },
    });
  await page.close();
  expect((await send(`http://evil.test:${new URL(origin).port}`)).status).toBe(403);
  expect((await send(app.origin)).status).toBe(403);
  expect((await send('')).status).toBe(403);
  expect((await send(origin)).status).toBe(201);
});
