import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAsOwner } from '#test/support/enter-admin.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { createSaveRequest } from '../support/start-admin-server.ts';

let product: Product;
let cookie: string;
beforeAll(async () => {
  product = await openProduct({ SEED: 'demo' });
  cookie = await signInAsOwner(product.app);
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
});

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(product.app.origin + path, { redirect: 'manual', headers });

async function call<T>(method: string, path: string, body?: unknown, version?: number): Promise<T> {
  const { origin } = product.app;
  const response = await fetch(`${origin}/api/admin${path}`, {
    method,
    headers: {
      cookie,
      origin,
      'content-type': 'application/json',
      ...(version && { 'if-match': `"${version}"` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<T>;
}

const createPost = (locale: string, fields: object) =>
  call<{ id: string; version: number }>('POST', '/posts', createSaveRequest(fields, { locale }));
const createPreviewLink = async (id: string) =>
  new URL((await call<{ url: string }>('POST', `/posts/${id}/preview-link`)).url).pathname;

const thai = {
  title: 'วิธีบันทึกรูปภาพ',
  excerpt: 'สั้นและชัดเจน',
  content: '<h2>หนึ่ง</h2><p>ย่อหน้าแรก</p><table><tr><td>a</td></tr></table>',
};

test('only signed-in users see the draft on the real page in its language', async () => {
  const { id } = await createPost('th', thai);
  const page = await open(`/admin/preview/${id}`, { cookie });
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('private, no-store');
  expect(page.headers.get('x-robots-tag')).toBe('noindex');
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  const html = await page.text();
  expect(html).toContain('<html lang="th"');
  expect(html).toContain('ย่อหน้าแรก');
  expect(html).toContain('This is how readers will see it.');
  for (const never of ['rel="canonical"', 'hreflang="en"', 'views.gif', 'application/ld+json', '<script'])
    expect(html, never).not.toContain(never);
  expect((await open(`/admin/preview/${id}`)).status).toBe(303);
  expect((await open('/admin/preview/0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d', { cookie })).status).toBe(404);
  expect((await open('/admin/account', { cookie })).headers.get('x-frame-options')).toBe('DENY');
});

test('a preview shows pending changes of a published post, whose page stays unchanged', async () => {
  const { posts } = await call<{ posts: { id: string; slug: string }[] }>('GET', '/posts?status=published');
  const [{ id, slug } = { id: '', slug: '' }] = posts;
  const original = await call<{ version: number; fields: object }>('GET', `/posts/${id}`);
  const fields = { ...original.fields, content: '<p>typed a moment ago</p>' };
  await call('PUT', `/posts/${id}`, createSaveRequest(fields, { mode: 'autosave' }), original.version);
  const preview = await open(`/admin/preview/${id}`, { cookie });
  expect(await preview.text()).toContain('typed a moment ago');
  expect(await (await open(`/blog/${slug}`)).text()).not.toContain('typed a moment ago');
});

test('a preview link shows the post until it changes', async () => {
  const { id, version } = await createPost('de', { title: 'Ein Entwurf', content: '<p>Der Text</p>' });
  const path = await createPreviewLink(id);
  const page = await open(path);
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('private, no-store');
  expect(page.headers.get('x-robots-tag')).toBe('noindex');
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  const html = await page.text();
  expect(html).toContain('Der Text');
  expect(html).toContain('Nicht die veröffentlichte Seite.');
  expect(html).not.toContain('/admin/blog');

  const fields = { title: 'Ein Entwurf', content: '<p>Ein anderer Text</p>' };
  await call('PUT', `/posts/${id}`, createSaveRequest(fields, { mode: 'autosave' }), version);
  const changed = await open(path, { 'accept-language': 'fr' });
  expect(changed.status).toBe(410);
  const gone = await changed.text();
  expect(gone).toContain('Cet aperçu n’est plus disponible');
  expect(gone).not.toContain('Ein anderer Text');
  for (const forged of ['/preview/x', `${path}x`, path.slice(0, -4)]) {
    const missing = await open(forged);
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'private, no-store']);
  }
  const token = path.split('/')[2] ?? '';
  expect(product.app.output.filter((line) => line.includes(token))).toEqual([]);
});

test('a preview does not count as a view', async () => {
  const { posts } = await call<{ posts: { id: string; view_count: number }[] }>(
    'GET',
    '/posts?status=published',
  );
  const [post] = posts;
  const [name = '', value = ''] = cookie.split('=');
  const page = await product.openPage(await createPreviewLink(post?.id ?? ''), { javaScriptEnabled: false });
  await page.context().addCookies([{ name, value, url: product.app.origin }]);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`${product.app.origin}/admin/preview/${post?.id}`);
  await page.waitForLoadState('networkidle');
  expect(requests.filter((path) => path.includes('/views') || path.endsWith('.js'))).toEqual([]);
  const after = await call<{ posts: { id: string; view_count: number }[] }>('GET', '/posts?status=published');
  expect(after.posts[0]).toMatchObject({ id: post?.id, view_count: post?.view_count });
});
