import { beforeAll, expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import { asSignedIn, callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { expectAccessible } from '#test/support/browser-page.ts';
import { messages } from '#test/support/downloader-page.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { createSaveRequest } from '../support/start-admin-server.ts';

let product: Product;
/** Session cookie of the owner. */
let cookie: string;
beforeAll(async () => {
  product = await openProduct();
  cookie = await signInAsOwner(product.app);
  return () => product[Symbol.asyncDispose]();
});

const open = (path: string) => fetch(product.app.origin + path, { redirect: 'manual' });
const read = async (path: string) => (await open(path)).text();
const footerLinks = async (path: string) => {
  const [, footer = ''] = (await read(path)).split('<footer');
  return [...footer.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
};

test('an imprint in two languages is one click away from every page, and in no list of the blog', async () => {
  const call = <T>(line: string, body: unknown) => callAdminApi<T>(product.app, cookie, line, { body });
  const english = { title: 'Imprint', content: '<p>Ada Lovelace, 12 Loop Street</p>', status: 'published' };
  const { article_id } = await call<EditorPost>(
    'POST /posts',
    createSaveRequest(english, { kind: 'page', locale: 'en', mode: 'publish' }),
  );
  const german = { title: 'Impressum', slug: 'impressum', content: '<p>Ada</p>', status: 'published' };
  const saved = await call<EditorPost>(
    'POST /posts',
    createSaveRequest(german, { locale: 'de', article_id, mode: 'publish' }),
  );

  expect(await footerLinks('/')).toContain('/imprint');
  expect(await footerLinks('/no-such-page')).toContain('/imprint');
  expect(await footerLinks('/de/about')).toContain('/de/impressum');
  expect(await footerLinks('/fr')).not.toContain('/fr/imprint');

  const phone = await product.openPage('/de', { viewport: { width: 390, height: 844 }, locale: 'de-DE' });
  await phone.getByRole('contentinfo').getByRole('link', { name: 'Impressum' }).click();
  await phone.getByRole('heading', { level: 1, name: 'Impressum' }).waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(phone, 'imprint');
  await phone.locator('#main').getByText('Ada', { exact: true }).waitFor();
  const languages = phone.getByRole('contentinfo').getByRole('link', { name: 'English' });
  expect(await languages.getAttribute('href')).toBe('/imprint');

  const html = await read('/imprint');
  expect(html).toMatch(/rel="alternate" hreflang="de" href="[^"]*\/de\/impressum"/i);
  expect(html).toContain('"@type":"WebPage"');
  expect(html).not.toContain('BlogPosting');
  expect(html).toMatch(/og:image" content="[^"]*\/og\/page\/en\/imprint\.png"/i);
  expect((await open('/og/page/en/imprint.png')).headers.get('content-type')).toBe('image/png');
  expect(await read('/sitemap-en.xml')).toMatch(/<loc>[^<]*\/imprint<\/loc>/);
  for (const path of ['/blog', '/blog?search=imprint', '/feed.xml', '/api/blog/posts?locale=en'])
    expect(await read(path), path).not.toContain('Lovelace');
  expect((await open('/blog/imprint')).status).toBe(404);
  const missing = await open('/th/imprint');
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain('href="/imprint"');

  const { id, version } = saved;
  const changed = { ...german, slug: 'anbieter', noindex: true };
  const body = createSaveRequest(changed, { mode: 'publish' });
  await callAdminApi(product.app, cookie, `PUT /posts/${id}`, { version, body });
  expect(await footerLinks('/de/about')).toContain('/de/anbieter');
  const moved = await open('/de/impressum');
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/de/anbieter']);
  expect(await read('/de/anbieter')).toContain('<meta name="robots" content="noindex, follow"');
  expect(await read('/sitemap-de.xml')).not.toContain('anbieter');
});

test('an own privacy text replaces the default one in its language until it is deleted', async () => {
  const germanDefault = messages.de['privacy.stored'];
  expect((await open('/de/privacy')).headers.get('location')).toBe('/de#privacy');
  const page = await product.openPage('/admin/pages', { ...asSignedIn(cookie), javaScriptEnabled: false });
  await page.getByRole('button', { name: 'Start from the default text Privacy' }).click();
  await page.waitForURL('**/admin/blog/*');
  const editor = await product.openPage(new URL(page.url()).pathname, asSignedIn(cookie));
  const german = await editor.locator('a[lang=de]').first().getAttribute('href');
  await editor.goto(product.app.origin + german);
  await editor.getByText(germanDefault).waitFor();
  await editor.getByLabel('Title', { exact: true }).fill('Datenschutzerklärung');
  await editor.getByRole('button', { name: 'Publish', exact: true }).click();
  await editor.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
  await editor.waitForURL('**/admin/pages');

  expect(await read('/de/privacy')).toContain('Datenschutzerklärung');
  const home = await read('/de');
  expect(home).not.toContain(germanDefault);
  expect(home).toContain('href="/de/privacy"');
  expect(await footerLinks('/de/about')).toContain('/de/privacy');
  expect(await read('/')).toContain(messages.en['privacy.stored']);
  expect(await footerLinks('/about')).toContain('/#privacy');
  expect((await open('/privacy')).headers.get('location')).toBe('/#privacy');

  await page.goto(`${product.app.origin}/admin/pages`);
  await page.getByText('Custom text').waitFor();
  const card = page.getByRole('listitem').filter({ hasText: 'Custom text' });
  await card.locator('summary').click();
  await card.getByRole('button', { name: 'Yes, delete for good' }).click();
  await page.getByRole('button', { name: 'Start from the default text Privacy' }).waitFor();
  expect(await read('/de')).toContain(germanDefault);
  expect((await open('/de/privacy')).headers.get('location')).toBe('/de#privacy');
});
