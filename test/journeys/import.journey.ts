import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { ghostExport, ghostPost } from '#backup/importers/fixtures/ghost-export.ts';
import { wordPressExport } from '#backup/importers/fixtures/wordpress-export.ts';
import { drawPng } from '#blog/fixtures/draw-images.ts';
import { asSignedIn, signInAsOwner } from '#test/support/admin-session.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { createZip } from '#test/support/open-site.ts';

let product: Product;
let cookie: string;
beforeAll(async () => {
  product = await openProduct({ SEED: 'none' });
  cookie = await signInAsOwner(product.app);
  return () => product[Symbol.asyncDispose]();
});

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const firstCell = (page: Page, name: RegExp) =>
  page.getByRole('row', { name }).getByRole('cell').first().textContent();

const openDataPage = () => product.openPage('/admin/data', asSignedIn(cookie));

async function checkFile(page: Page, name: string, buffer: Buffer) {
  const form = panel(page, 'Import content');
  await form.getByLabel('File to import').setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer,
  });
  await form.getByRole('button', { name: 'Upload and check' }).click();
  const preview = panel(page, 'What the import would change');
  await preview.getByText('Nothing has been changed.').waitFor();
  return preview;
}

async function importFile(page: Page) {
  await panel(page, 'What the import would change').getByRole('button', { name: 'Import now' }).click();
  await panel(page, 'Import finished').waitFor();
}

async function follow(path: string) {
  const response = await fetch(product.app.origin + path, { redirect: 'manual' });
  const location = response.headers.get('location');
  return [response.status, location === null ? null : new URL(location, product.app.origin).pathname];
}

test('a Ghost blog moves with its images, and its old links lead to the posts', async () => {
  const html = `<p>Along the river. <a href="__GHOST_URL__/draft/">More</a></p><!--kg-card-begin: html--><script>alert(1)</script><!--kg-card-end: html--><figure><img src="__GHOST_URL__/content/images/2020/01/river.png" alt="A river"></figure>`;
  const walk = ghostPost({ id: 'a1', title: 'A walk', slug: 'a-walk', html });
  const draft = ghostPost({ id: 'a2', uuid: 'b', title: 'An idea', slug: 'draft', status: 'draft' });
  const file = await createZip({
    'old.ghost.json': ghostExport({
      posts: [walk, draft],
      tags: [{ id: 't1', name: 'Outdoors', slug: 'outdoors', visibility: 'public' }],
      users: [{ id: 'u1', name: 'Ada Lovelace', slug: 'ada', email: 'ada@old.example' }],
      posts_tags: [{ post_id: 'a1', tag_id: 't1', sort_order: 0 }],
      posts_authors: [{ post_id: 'a1', author_id: 'u1', sort_order: 0 }],
      members: [{ id: 'm1', email: 'reader@old.example' }],
    }),
    'content/images/2020/01/river.png': await drawPng(60, 40),
  });
  const page = await openDataPage();
  const preview = await checkFile(page, 'old.zip', file);
  await preview.getByText('The file is an export from Ghost.').waitFor();
  expect(await firstCell(page, /^New/)).toBe('2');
  expect(await firstCell(page, /^Redirects from old links/)).toBe('1');
  await preview.getByText('Members and subscribers aren’t imported.').waitFor();
  expect(await follow('/a-walk')).toEqual([404, null]);

  await importFile(page);
  expect(await firstCell(page, /^Images/)).toBe('1');
  for (const path of ['/a-walk/', '/a-walk']) expect(await follow(path)).toEqual([301, '/blog/a-walk']);
  // A draft has no address, so its old one leads nowhere.
  expect((await follow('/draft'))[0]).toBe(404);
  const post = await product.openPage('/a-walk/');
  expect(new URL(post.url()).pathname).toBe('/blog/a-walk');
  await post.getByRole('heading', { name: 'A walk', level: 1 }).waitFor();
  await post.getByText('Ada Lovelace').first().waitFor();
  const image = post.getByRole('img', { name: 'A river' });
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  expect(await image.getAttribute('src')).toMatch(/^\/files\//);
  await post.getByRole('link', { name: 'Outdoors' }).first().click();
  await post.getByRole('link', { name: 'A walk' }).first().waitFor();
  const source = await (await fetch(`${product.app.origin}/blog/a-walk`)).text();
  expect(source).not.toMatch(/alert\(1\)|ada@old\.example|reader@old\.example|__GHOST_URL__/);
});

test('a WordPress blog moves, and its dated and short links lead to the posts', async () => {
  const file = wordPressExport([
    {
      id: 12,
      title: 'Bread &amp; butter',
      name: 'bread',
      link: 'https://old.example/2014/05/01/bread/',
      content: 'First line\n\n[gallery ids="1"]\n\n<strong>Second</strong> line',
      terms: [
        ['category', 'food', 'Food'],
        ['post_tag', 'baking', 'Baking'],
      ],
      more: '<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content>Hi</wp:comment_content></wp:comment>',
    },
    { id: 13, title: 'Mine', name: 'mine', status: 'private', content: 'Zqprivate' },
    { id: 14, type: 'page', title: 'Team', name: 'team', link: 'https://old.example/team/', content: 'We' },
  ]);
  const page = await openDataPage();
  const preview = await checkFile(page, 'old.xml', Buffer.from(file));
  await preview.getByText('The file is an export from WordPress.').waitFor();
  expect(await firstCell(page, /^New/)).toBe('3');
  await preview.getByText('Comments aren’t imported.').first().waitFor();
  await preview.getByText('Private posts become drafts.').first().waitFor();
  await importFile(page);
  await panel(page, 'Import finished').getByText('Comments aren’t imported.').first().waitFor();

  for (const path of ['/2014/05/01/bread/', '/?p=12'])
    expect(await follow(path), path).toEqual([301, '/blog/bread']);
  expect((await follow('/?p=13'))[0]).not.toBe(301);
  const post = await product.openPage('/2014/05/01/bread/', { javaScriptEnabled: false });
  expect(new URL(post.url()).pathname).toBe('/blog/bread');
  expect(await post.getByRole('heading', { level: 1 }).textContent()).toBe('Bread & butter');
  await post.getByText('Second line').waitFor();
  await post.getByRole('link', { name: 'Baking' }).first().waitFor();
  await product
    .openPage('/team/')
    .then((own) => own.getByRole('heading', { name: 'Team', level: 1 }).waitFor());
  const list = await (await fetch(`${product.app.origin}/blog`)).text();
  expect(list).toContain('Bread &amp; butter');
  expect(list).not.toMatch(/Zqprivate|secretlogin|ada@old\.example/);

  // A second import finds everything as it is.
  await checkFile(page, 'old.xml', Buffer.from(file));
  expect(await firstCell(page, /^Unchanged/)).toBe('3');
});
