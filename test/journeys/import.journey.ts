import { expect, test } from 'vitest';
import { ghostExport, ghostPost } from '#backup/importers/fixtures/ghost-export.ts';
import { drawPng } from '#blog/fixtures/draw-images.ts';
import { asSignedIn, signInAsOwner } from '#test/support/admin-session.ts';
import { openProduct } from '#test/support/open-product.ts';
import { createZip } from '#test/support/open-site.ts';

test('a Ghost blog moves with its images, and its old links lead to the posts', async () => {
  await using product = await openProduct({ SEED: 'none' });
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
  const page = await product.openPage('/admin/data', asSignedIn(await signInAsOwner(product.app)));
  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  const firstCell = (name: RegExp) => page.getByRole('row', { name }).getByRole('cell').first().textContent();
  const follow = async (path: string) => {
    const response = await fetch(product.app.origin + path, { redirect: 'manual' });
    const location = response.headers.get('location');
    return [response.status, location === null ? null : new URL(location, product.app.origin).pathname];
  };
  const upload = { name: 'old.zip', mimeType: 'application/octet-stream', buffer: file };
  await panel('Import content').getByLabel('File to import').setInputFiles(upload);
  await panel('Import content').getByRole('button', { name: 'Upload and check' }).click();
  const preview = panel('What the import would change');
  await preview.getByText('Nothing has been changed.').waitFor();
  await preview.getByText('The file is an export from Ghost.').waitFor();
  expect(await firstCell(/^New/)).toBe('2');
  expect(await firstCell(/^Redirects from old links/)).toBe('1');
  await preview.getByText('Members and subscribers aren’t imported.').waitFor();
  expect(await follow('/a-walk')).toEqual([404, null]);

  await preview.getByRole('button', { name: 'Import now' }).click();
  await panel('Import finished').waitFor();
  expect(await firstCell(/^Images/)).toBe('1');
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
