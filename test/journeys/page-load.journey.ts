import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSiteSettings } from '#settings/contract.ts';
import { expectAccessible, waitForHydration } from '#test/support/browser-page.ts';
import { messages } from '#test/support/downloader-page.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import type { WebServices } from '#web/services.ts';

const key = 'a-key-that-only-the-server-may-know-0123456789';

let product: Product;
beforeAll(async () => {
  product = await openProduct({ AI_BASE_URL: 'http://127.0.0.1:1/v1', AI_MODEL: 'm', AI_API_KEY: key });
});
afterAll(() => product[Symbol.asyncDispose]());

const isScript = (url: string) => new URL(url).pathname.endsWith('.js');

test('a page requests its scripts only after its styles have loaded', async () => {
  const context = await product.browser.newContext();
  const page = await context.newPage();
  const loadOrder: string[] = [];
  page.on('request', (request) => {
    if (isScript(request.url())) loadOrder.push('script');
  });
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'stylesheet') loadOrder.push('styles');
  });
  await page.goto(product.app.origin);
  await waitForHydration(page);
  expect(loadOrder.length).toBeGreaterThan(3);
  expect(loadOrder.indexOf('styles')).toBe(0);
  await context.close();
});

test('a page opened in the background runs its scripts without waiting for a paint', async () => {
  const context = await product.browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    window.requestAnimationFrame = () => 0;
  });
  await page.goto(product.app.origin);
  await waitForHydration(page);
  expect(await page.evaluate(() => performance.getEntriesByName('hydrated').length)).toBe(1);
  await context.close();
});

test('the API page links from the endpoint list to an endpoint and its schemas', async () => {
  const page = await product.openPage('/api', { viewport: { width: 320, height: 800 }, colorScheme: 'dark' });
  await expectAccessible(page, '/api in the dark');
  expect(await page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontWeight)).toBe('700');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectAccessible(page, '/api at 1280 px');
  await page.getByRole('navigation').getByRole('link', { name: 'GET /api/blog/posts', exact: true }).click();
  expect(new URL(page.url()).hash).toBe('#get-api-blog-posts');
  await page.getByRole('link', { name: 'PostSummary' }).first().click();
  expect(new URL(page.url()).hash).toBe('#shape-PostSummary');
  const shape = page.locator('#shape-PostSummary + pre');
  expect(await shape.textContent()).toContain('category: Category | null');
  const document = await (await fetch(`${product.app.origin}/openapi.json`)).json();
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: expect.stringMatching(/^http/) }] });
  expect(document.components.schemas.Post.properties).toHaveProperty('view_count');
});

test('nothing that is served reveals the build or the server configuration', async () => {
  const files = readdirSync('build', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.filter((path) => /\.(js|css)\.map$/.test(path))).toEqual([]);
  for (const path of files.filter((file) => file.startsWith(join('build', 'client')))) {
    const text = readFileSync(path, 'latin1');
    expect(text, path).not.toMatch(/sourceMappingURL|APP_SECRET|DATABASE_URL/);
    // The owner's form has the names of these settings.
    if (!/\/setting(-field|s-page)/.test(path)) expect(text, path).not.toMatch(/AI_API_KEY|SMTP_URL/);
    expect(text.includes(process.cwd()), path).toBe(false);
  }
  for (const path of [
    ...['/', '/de/blog', '/admin/sign-in', '/livez', '/robots.txt', '/nothing'],
    '/api/blog/posts?locale=en',
  ]) {
    const response = await fetch(product.app.origin + path);
    for (const name of ['server', 'x-powered-by', 'x-aspnet-version', 'via'])
      expect([path, response.headers.get(name)]).toEqual([path, null]);
    expect((await response.text()).includes(key), path).toBe(false);
  }
  expect(product.app.output.filter((line) => line.includes(key))).toEqual([]);
});

test('a server error renders a page with status 500 and no internals', async () => {
  const secret = 'the secret inside of an error';
  const { request, errors } = await startBrokenPages({
    random() {
      throw new Error(secret);
    },
  });
  const response = await request('/');
  expect(response.status).toBe(500);
  const html = await response.text();
  for (const text of [messages.en['crash.heading'], 'Unexpected Server Error', messages.en['nav.back_home']])
    expect(html).toContain(text);
  expect(html).not.toContain(secret);
  expect(html).not.toMatch(/file:|node_modules|\bat \S+ \(/);
  expect(errors).toEqual([expect.objectContaining({ message: secret })]);
});

test('a contact form that can’t be stored is shown again with its text, also without a database', async () => {
  const away = () => Promise.reject(new Error('the database is away'));
  const { request, errors } = await startBrokenPages({
    accounts: { canSendEmail: () => false } as WebServices['accounts'],
    blog: { listPages: away } as unknown as WebServices['blog'],
    verification: { issue: () => ({ challenge: { left: 1, right: 1 }, token: 't' }), verify: () => true },
    sendMessage: async () => ({ ok: false, error: 'unavailable' }),
  });
  const fields = {
    name: 'Ada',
    email: 'ada@example.org',
    subject: 'Hi',
    message: 'My long text',
    answer: '2',
  };
  const body = new URLSearchParams({ ...fields, token: 't' });
  const response = await request('/contact', { method: 'POST', body });
  const html = await response.text();
  expect(response.status).toBe(503);
  for (const text of [messages.en['contact.failed.unavailable'], 'My long text', 'ada@example.org'])
    expect(html).toContain(text);
  expect(errors).toEqual([]);
});

/** The built pages, with services that fail as in `broken`. `errors` has the reported errors. */
async function startBrokenPages(broken: Partial<WebServices>) {
  const errors: unknown[] = [];
  const services: WebServices = {
    isUnavailable: () => false,
    accounts: {} as WebServices['accounts'],
    blog: { listPages: async () => [] } as Partial<WebServices['blog']> as WebServices['blog'],
    editor: {} as WebServices['editor'],
    previews: {} as WebServices['previews'],
    taxonomy: {} as WebServices['taxonomy'],
    authors: {} as WebServices['authors'],
    runs: {} as WebServices['runs'],
    translationReview: {} as WebServices['translationReview'],
    machineNote: {} as WebServices['machineNote'],
    sideBySide: {} as WebServices['sideBySide'],
    postReviews: {} as WebServices['postReviews'],
    reviewQueue: {} as WebServices['reviewQueue'],
    glossaryStore: {} as WebServices['glossaryStore'],
    suggestions: { models: { text: false, image: false } },
    extractMedia: async () => ({ success: false, qualities: [], code: 'link.empty', error: '' }),
    verification: { issue: () => ({ challenge: { left: 1, right: 1 }, token: '' }), verify: () => false },
    requiresProof: () => false,
    settings: { site: () => defaultSiteSettings } as WebServices['settings'],
    fixedSettings: {},
    sendTestMail: async () => ({ ok: true, value: null }),
    testModel: async () => ({ ok: true, value: null }),
    dataJobs: {} as WebServices['dataJobs'],
    rehearsal: {} as WebServices['rehearsal'],
    imageStore: {} as WebServices['imageStore'],
    now: Date.now,
    random: () => 0.5,
    contactEmail: () => null,
    sendMessage: async () => ({ ok: true, value: null }),
    inbox: {} as WebServices['inbox'],
    sendReply: async () => ({ ok: true, value: null }),
    publicOrigin: 'http://own.example',
    renderShareCard: async () => new Uint8Array(),
    renderSiteIcon: async () => null,
    realCounts: () => ({ downloads: null }),
    figures: {} as WebServices['figures'],
    onMissingPath: () => undefined,
    onRenderError: (error) => errors.push(error),
    ...broken,
  };
  const { createWebHandler } = await import(pathToFileURL(resolve('build/server/handler.js')).href);
  const handler: (request: Request) => Promise<Response> = createWebHandler(services);
  return {
    errors,
    request: (path: string, init?: RequestInit) => handler(new Request(`http://own.example${path}`, init)),
  };
}
