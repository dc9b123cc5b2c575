import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import { type Locale, locales, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { asSignedIn, callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { readPage, readSitemap } from '#test/support/read-page.ts';
import type { RunState } from '#translation/contract.ts';

/** The origin in page URLs if no public origin is configured. */
const publicOrigin = 'http://localhost:0';
const targets = locales.filter((locale) => locale !== 'en');
let model: FakeModel;
let product: Product;
let owner: string;

beforeAll(async () => {
  model = await startFakeModel();
  product = await openProduct({ ...model.environment, AI_DAILY_BUDGET: '9000000' });
  owner = await signInAsOwner(product.app);
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await model?.[Symbol.asyncDispose]();
});

const callAdmin = <T = EditorPost>(line: string, options?: Parameters<typeof callAdminApi>[3]) =>
  callAdminApi<T>(product.app, owner, line, options);
const open = (path: string) => product.openPage(path, asSignedIn(owner));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const runCard = (page: Page, outcome: string) => page.locator(`[data-run="${outcome}"]`);
const group = (page: Page, name: string) => page.getByRole('list', { name });
const waitForList = (page: Page) => page.waitForURL('**/admin/blog?locale=en');

/** Checks that the pages, sitemaps and feeds of an article list all its translations. */
async function expectCluster(slugs: Map<Locale, string>) {
  const { origin } = product.app;
  const toUrl = (locale: Locale) => publicOrigin + localizedPath(locale, `/blog/${slugs.get(locale)}`);
  const cluster = [...slugs.keys()].map((locale) => ({ hrefLang: localeTags[locale], url: toUrl(locale) }));
  const checks = [...slugs].map(async ([locale, slug]) => {
    const url = toUrl(locale);
    const [page, sitemap, feeds] = await Promise.all([
      readPage(origin, new URL(url).pathname),
      readSitemap(origin, `/sitemap-${locale}.xml`),
      Promise.all(
        ['feed.xml', 'atom.xml', 'feed.json'].map((feed) => fetchText(localizedPath(locale, `/${feed}`))),
      ),
    ]);
    expect([page.status, page.canonicals], url).toEqual([200, [url]]);
    expect(page.alternates.length, url).toBe(slugs.size + 1);
    for (const alternate of cluster) expect(page.alternates, url).toContainEqual(alternate);
    expect(sitemap.get(url)?.alternates, url).toEqual(page.alternates);
    expect(
      feeds.map((feed) => feed.includes(`/blog/${slug}`)),
      `the feeds of ${locale}`,
    ).toEqual([true, true, true]);
  });
  await Promise.all(checks);
}

const readEditor = async (id: string) =>
  (await fetch(`${product.app.origin}/admin/blog/${id}`, { headers: { cookie: owner } })).text();
const fetchText = async (path: string) => (await fetch(product.app.origin + path)).text();
const buildSlugs = (slug: string, excluded: readonly Locale[] = []) =>
  new Map<Locale, string>([
    ['en', slug],
    ...targets
      .filter((locale) => !excluded.includes(locale))
      .map((locale) => [locale, `${slug}-${locale}`] as const),
  ]);

/** Of the editor of the post that both tests are about. */
let path = '';

test('a new post is translated with the tab closed, and a failed language can be published as it is', async () => {
  model.playFor('de', ['pending']);
  model.playFor('th', [], 'unauthorized');
  const page = await open('/admin/blog/new?locale=en');
  await page.getByLabel('Title', { exact: true }).fill('Night moths');
  await page.getByRole('textbox', { name: 'Content', exact: true }).click();
  await page.keyboard.insertText('We took pictures of moths in the garden of a friend, and kept them.');
  await button(page, 'Translate & Publish').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^About [\d,]+ tokens\./).waitFor();
  await dialog.getByRole('radio', { name: 'Publish every language that passes the checks' }).check();
  await page.keyboard.press('Enter');
  await runCard(page, 'live').getByText('Translating into German…', { exact: true }).first().waitFor();
  await group(page, 'Completed:').getByText('French').waitFor();
  path = new URL(page.url()).pathname;
  await page.close();

  const again = await open(path);
  await runCard(again, 'live').getByText('Translating into German…', { exact: true }).first().waitFor();
  model.release();
  await again.getByRole('heading', { name: 'Not every language is done' }).waitFor({ timeout: 30_000 });
  const line = group(again, 'Needs attention:').getByRole('listitem');
  expect(await line.textContent()).toContain('ThaiNot translated');
  expect(await line.textContent()).toContain('The AI provider refused the request.');
  const thai = '/th/blog/night-moths-th';
  expect((await readPage(product.app.origin, thai)).status).toBe(404);

  // A user can publish the untranslated fallback: readers see it, but no page lists it as a translation.
  const postId = path.split('/').at(-1) ?? '';
  const run = await callAdmin<RunState>(`GET /posts/${postId}/run`);
  const standIn = run.steps.find(({ locale }) => locale === 'th')?.post?.id;
  // The editor of a translation does not mention the run.
  const namesRun = async (id = '') => (await readEditor(id)).includes(run.id);
  expect([await namesRun(postId), await namesRun(standIn)]).toEqual([true, false]);
  const { version } = await callAdmin(`GET /posts/${standIn}`);
  await callAdmin(`POST /posts/${standIn}/status`, { version, body: { status: 'published' } });
  const read = await fetch(product.app.origin + thai);
  expect([read.status, /<h1[^>]* lang="en"/.test(await read.text())]).toEqual([200, true]);
  await expectCluster(buildSlugs('night-moths', ['th']));
}, 180_000);

test('a failed language is tried again, also after it was published as it is', async () => {
  const again = await open(path);
  model.playFor('th', []);
  await button(again, 'Try again: Thai').click();
  await waitForList(again);
  await again.getByRole('row').filter({ hasText: 'Night moths' }).waitFor();
  await expectCluster(buildSlugs('night-moths'));
}, 180_000);
