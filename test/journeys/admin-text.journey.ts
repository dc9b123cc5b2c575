import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { StoredClip } from '#blog/clip-contract.ts';
import type { EditorPost } from '#blog/editing-contract.ts';
import type { EmbeddedThreadsPost } from '#content/block-contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { asSignedIn, callAdminApi, sendForm, signInAsOwner } from '#test/support/admin-session.ts';
import { expectAccessible, waitForHydration } from '#test/support/browser-page.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';

let product: Product;
let owner: string;
beforeAll(async () => {
  product = await openProduct();
  owner = await signInAsOwner(product.app);
  return () => product[Symbol.asyncDispose]();
});

test('title and text start within the first 300 px, and on a desktop, the header and the toolbar stay in view', async () => {
  const content = '<p>A paragraph of a long text.</p>'.repeat(80);
  const post = await callAdminApi<EditorPost>(product.app, owner, 'POST /posts', {
    body: createSaveRequest({ title: 'A title that takes two lines on a phone', content }, { locale: 'en' }),
  });
  const chooseLanguage = (language: string) =>
    sendForm(product.app, '/admin/account', { cookie: owner, fields: { intent: 'language', language } });
  const openIn = async (language: string, viewport: { width: number; height: number }) => {
    await chooseLanguage(language);
    const page = await product.openPage(`/admin/blog/${post.id}`, { ...asSignedIn(owner), viewport });
    const text = page.locator('[contenteditable=true]');
    await text.waitFor();
    expect((await text.boundingBox())?.y, `${viewport.width} px`).toBeLessThanOrEqual(300);
    return page;
  };
  const page = await openIn('de', { width: 1280, height: 800 });
  const navigation = page.getByRole('navigation', { name: 'Verwaltung' });
  expect(await navigation.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBe(0);
  await page.locator('[contenteditable=true] p').nth(60).scrollIntoViewIfNeeded();
  const publish = await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).boundingBox();
  const toolbar = await page.getByRole('toolbar').first().boundingBox();
  expect(publish?.y).toBeGreaterThanOrEqual(0);
  expect(toolbar?.y).toBeGreaterThanOrEqual((publish?.y ?? 0) + (publish?.height ?? 0));
  expect(toolbar?.y).toBeLessThan(130);
  await openIn('en', { width: 390, height: 844 });
});

test('a text is written, formatted, pasted, illustrated, published and read', async () => {
  const page = await product.openPage('/admin/blog/new?locale=en', asSignedIn(owner));
  await page.getByLabel('Title', { exact: true }).fill('A written text');
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  const toolbarButton = (name: string) =>
    page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });

  await text.click();
  await page.keyboard.type('## First part\nSome ');
  await toolbarButton('Bold').click();
  await page.keyboard.type('bold');
  await toolbarButton('Bold').click();
  await page.keyboard.type(' words\n/bul');
  await page.getByRole('option', { name: 'Bullet list' }).click();
  await page.keyboard.type('an item\n\n');
  const insertBlock = async (name: string) => {
    await page.keyboard.type('/');
    await page.getByRole('option', { name, exact: true }).click();
  };
  await insertBlock('Callout');
  await text.getByRole('combobox', { name: 'Kind of callout' }).selectOption('tip');
  await page.keyboard.type('Mind this');
  await toolbarButton('Footnote').click();
  await page.keyboard.type('From a book');
  await page.keyboard.press('Escape');
  await page.keyboard.type('\n\n');
  await insertBlock('Button');
  await page.keyboard.type('Read on');
  await text.getByLabel('URL').fill('/about');
  await text.getByLabel('URL').press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await insertBlock('Questions and answers');
  await page.keyboard.type('Why?\nBecause <so>.\n\n\n');
  await insertBlock('Code block');
  await page.keyboard.type('let a = 1;\n\n\n');

  await text.evaluate((element, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, '<p style="color:red" onclick="alert(1)">Copied <a href="javascript:alert(1)">from</a> <a href="https://example.org/a">elsewhere</a><script>alert(1)</script></p><p></p>');

  const dialog = page.getByRole('dialog', { name: 'Enter image URL:' });
  const addImage = async (buffer: Buffer, alt: string) => {
    await page.keyboard.press('Enter');
    await toolbarButton('Image').click();
    await dialog.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    await dialog.getByLabel('Alt text').fill(alt);
    await dialog.getByRole('button', { name: 'Apply' }).click();
  };
  await addImage(Buffer.from('no picture'), 'Nothing');
  await text.getByRole('alert').filter({ hasText: 'couldn’t be added' }).waitFor();
  await text.getByRole('button', { name: 'Remove', exact: true }).click();
  const pixels = { width: 640, height: 360, channels: 3, background: '#336699' } as const;
  await addImage(await sharp({ create: pixels }).png().toBuffer(), 'A blue field');
  await text.locator('figure img').waitFor();

  await page.keyboard.press('Control+s');
  await page.locator('[data-save-state="saved"]').waitFor();
  await page.reload();
  await text.getByRole('heading', { name: 'First part' }).waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
  await page.waitForURL('**/admin/blog?locale=*');

  const reader = await product.openPage('/blog/a-written-text');
  const article = reader.getByRole('article');
  await article.getByRole('heading', { level: 2, name: 'First part' }).waitFor();
  expect(await article.locator('strong').allTextContents()).toEqual(['bold', 'Tip']);
  expect(await article.getByRole('listitem').allTextContents()).toContain('an item');
  expect(await article.getByText('Copied from elsewhere').innerHTML()).toBe(
    'Copied from <a href="https://example.org/a" rel="noopener">elsewhere</a>',
  );
  await article.getByRole('note').getByText('Tip', { exact: true }).waitFor();
  expect(await article.getByRole('note').locator('p').last().textContent()).toBe('Mind this1');
  await article.getByLabel('Footnote 1', { exact: true }).click();
  await expect.poll(() => reader.locator('li:target').textContent()).toContain('From a book');
  await article.getByLabel('Back to reference 1').click();
  expect(new URL(reader.url()).hash).toMatch(/^#ref-fn-/);
  expect(await article.getByRole('link', { name: 'Read on' }).getAttribute('href')).toBe('/about');
  await article.getByText('Why?').click();
  await article.getByText('Because <so>.').waitFor();
  expect(await reader.locator('script[type="application/ld+json"]').textContent()).toContain(
    '"name":"Why?","acceptedAnswer":{"@type":"Answer","text":"Because \\u003cso>."}',
  );
  await article.getByRole('button', { name: 'Copy code' }).waitFor();
  expect(await article.locator('pre').textContent()).toBe('let a = 1;');
  const feed = await (await fetch(`${product.app.origin}/feed.xml`)).text();
  expect(feed).toContain('<strong>Tip</strong></p><p>Mind this<sup class="footnote">');
  expect(feed).toMatch(/<a href="[^"]+\/blog\/a-written-text#fn-\w+"[^>]*>1<\/a><\/sup>/);
  expect(feed).not.toContain('Copy code');
  const image = article.getByRole('img', { name: 'A blue field' });
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(reader, 'the published text');
});

test('a Threads post, a video and a download field are read without scripts', async () => {
  const { url, name, images } = await callAdminApi<EmbeddedThreadsPost>(
    product.app,
    owner,
    'POST /threads-posts',
    { body: { url: scenes.photo.link, locale: 'en' } },
  );
  // The article stores this link on purpose, so it's no trace of a reader.
  const { requests } = product.threads;
  requests.splice(0, requests.length, ...requests.filter(({ path }) => !path.includes(scenes.photo.code)));
  const [image] = images;
  const clip = await callAdminApi<StoredClip>(product.app, owner, 'POST /clips', {
    body: readFileSync('test/fakes/threads/media/landscape.mp4'),
    headers: { 'content-type': 'video/mp4' },
  });
  // As the editor writes these blocks: `media-blocks.test.tsx`.
  const content = [
    `<figure class="threads-post"><blockquote lang="en"><p>First light over hills</p><p><img src="${image?.src}" alt="${image?.alt}" width="${image?.width}" height="${image?.height}"></p></blockquote><figcaption><a href="${url}" rel="noopener">${name} (@mira.demo)</a>, <time datetime="2026-11-20">2026-11-20</time></figcaption></figure>`,
    '<figure class="download-field"><a href="/">Save media from a Threads post</a></figure>',
    `<figure class="clip"><a href="${clip.src}">landscape</a></figure>`,
    '<figure class="embed"><a href="https://vimeo.com/76979871" rel="noopener">A film</a></figure>',
  ].join('');
  await callAdminApi(product.app, owner, 'POST /posts', {
    body: createSaveRequest(
      { title: 'Posts in posts', content, status: 'published' },
      { locale: 'en', mode: 'publish' },
    ),
  });

  const reader = await product.openPage('/blog/posts-in-posts', {
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const policy = (await reader.reload())?.headers()['content-security-policy'];
  expect(policy).toContain("frame-src 'self' https://player.vimeo.com;");
  const article = reader.getByRole('article');
  await article.getByRole('blockquote').getByText('First light over hills').waitFor();
  await article.getByRole('img', { name: 'A pale sun above layered blue hills' }).waitFor();
  expect(await article.getByRole('link', { name: 'Mira Demo (@mira.demo)' }).getAttribute('href')).toBe(
    'https://www.threads.com/@mira.demo/post/DemoPhoto01',
  );
  expect(await article.getByRole('link', { name: 'A film' }).getAttribute('href')).toBe(
    'https://vimeo.com/76979871',
  );
  const video = article.getByLabel('landscape');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.duration)).toBeGreaterThan(1);
  expect(await article.locator('figcaption', { hasText: 'landscape' }).count()).toBe(1);
  await article.getByLabel('Save media from a Threads post').fill(scenes.video.link);
  await article.getByRole('button', { name: 'Get Media Now - Free' }).click();
  await reader.waitForURL(({ pathname, search }) => pathname === '/' && search === '');
  expect(await reader.locator('input[name=link]').first().inputValue()).toBe(scenes.video.link);
  await reader.getByText('The sun took a small walk this morning').first().waitFor();
});

const title = (page: Page) => page.getByLabel('Title', { exact: true });
const expectState = (page: Page, kind: string) => page.locator(`[data-save-state="${kind}"]`).waitFor();
const readPost = (id: string) => callAdminApi<EditorPost>(product.app, owner, `GET /posts/${id}`);

test('a new post survives a page crash and a reload', async () => {
  const page = await product.openPage('/admin/blog/new?locale=de', asSignedIn(owner));
  await title(page).pressSequentially('Erster');
  await expectState(page, 'saved');
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/admin\/blog\/[\da-f-]{36}$/);
  const path = new URL(page.url()).pathname;
  const id = path.split('/').at(-1) ?? '';
  expect(await readPost(id)).toMatchObject({ locale: 'de', status: 'draft', fields: { title: 'Erster' } });

  await page.route('**/api/admin/**', (route) => route.abort());
  await title(page).press('End');
  await title(page).pressSequentially(' und mehr');
  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage).some((text) => text.includes('und mehr'))))
    .toBe(true);
  const crashed = page.waitForEvent('crash');
  const context = page.context();
  const devtools = await context.newCDPSession(page);
  void devtools.send('Page.crash').catch(() => null);
  await crashed;
  const next = await context.newPage();
  await next.goto(product.app.origin + path);
  await waitForHydration(next);
  expect(await title(next).inputValue()).toBe('Erster');
  await next.getByText('You have unsaved changes').waitFor();
  await next.getByRole('button', { name: 'Restore' }).click();
  await expectState(next, 'saved');
  await next.reload();
  await waitForHydration(next);
  expect(await title(next).inputValue()).toBe('Erster und mehr');
  expect(await next.evaluate(() => localStorage.length)).toBe(0);
});
