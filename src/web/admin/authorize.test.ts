import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminRoutes, startAdminPages } from '#test/support/start-admin-pages.ts';
import { type AdminTestServer, createSaveRequest } from '#test/support/start-admin-server.ts';
import { adminPageAccess, type PageAccess } from './authorize.ts';

const adminPaths = adminRoutes.flatMap((route) => listPaths(route, ''));

function listPaths(
  { path = '', index, children = [] }: (typeof adminRoutes)[number],
  parent: string,
): string[] {
  const fullPath = index ? parent : `${parent}/${path}`.replace('//', '/');
  return children.length > 0 ? children.flatMap((child) => listPaths(child, fullPath)) : [fullPath];
}

let server: AdminTestServer;
beforeAll(async () => {
  server = await startAdminPages();
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
});

const ownerCookie = () => server.getCookie('owner');
const open = (path: string, cookie = '') =>
  fetch(server.origin + path, { redirect: 'manual', headers: { cookie } });

const send = (path: string, cookie: string, headers: Record<string, string> = {}) =>
  fetch(server.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: server.origin,
      cookie,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: 'intent=invite',
  });

const getAccess = (path: string): PageAccess | undefined => adminPageAccess[path];

test('adminPageAccess lists exactly the admin routes', () => {
  expect([...adminPaths].sort()).toEqual(Object.keys(adminPageAccess).sort());
});

test.each(adminPaths.filter((path) => getAccess(path) !== 'anyone'))(
  '%s redirects a signed-out user to the sign-in page and rejects their form',
  async (path) => {
    const forged = 'unspool-session=forged.signature';
    for (const cookie of ['', forged]) {
      const page = await open(`${path}?x=1`, cookie);
      expect(page.status).toBe(303);
      const to = new URL(page.headers.get('location') ?? '', server.origin);
      expect([to.pathname, to.searchParams.get('to')]).toEqual(['/admin/sign-in', `${path}?x=1`]);
      expect((await send(path, cookie)).status).toBe(401);
      const data = await open(`${path}.data`, cookie);
      expect(await data.text()).not.toContain('owner@example.org');
    }
  },
);

const restrictedPaths = adminPaths
  .filter((path) => !['anyone', 'signed-in', 'blog.see', 'post.write'].includes(getAccess(path) ?? ''))
  .map((path) => path.replace(':section', 'site'));

test('only editors and owners have access to the known restricted pages', () => {
  expect(restrictedPaths).toEqual([
    '/admin/people',
    '/admin/keys',
    '/admin/categories',
    '/admin/pages',
    '/admin/tags',
    '/admin/inbox',
    '/admin/inbox/:message',
    '/admin/translation',
    '/admin/figures',
    '/admin/figures/:post',
    '/admin/data',
    '/admin/start',
    '/admin/settings',
    '/admin/settings/site',
  ]);
});

test.each(restrictedPaths)('%s rejects an author with 403, for reads and for forms', async (path) => {
  expect((await open(path, server.getCookie('author'))).status).toBe(403);
  expect((await open(`${path}.data`, server.getCookie('author'))).status).toBe(403);
  expect((await send(path, server.getCookie('author'))).status).toBe(403);
  // The settings redirect to their first section, and there is no such message or post.
  const statuses: Record<string, number> = {
    '/admin/settings': 303,
    '/admin/inbox/:message': 404,
    '/admin/figures/:post': 404,
  };
  expect((await open(path, ownerCookie())).status).toBe(statuses[path] ?? 200);
});

test.each(['/admin/people', '/admin/keys', '/admin/inbox', '/admin/data', '/admin/start', '/admin/settings'])(
  '%s rejects an editor',
  async (path) => {
    expect((await open(path, server.getCookie('editor'))).status).toBe(403);
    expect((await send(path, server.getCookie('editor'))).status).toBe(403);
  },
);

test('an editor finds no page, and nothing that leads to one', async () => {
  const imprint = createSaveRequest({}, { kind: 'page', locale: 'en' });
  const { id } = (await server.request('owner', 'POST /posts', { body: imprint })).body;
  const editor = server.getCookie('editor');
  expect((await open('/admin/pages', editor)).status).toBe(403);
  expect((await send('/admin/pages', editor)).status).toBe(403);
  for (const path of ['blog/new?kind=page', `blog/${id}`, `blog/${id}/translate?to=de`, `preview/${id}`]) {
    expect((await open(`/admin/${path}`, editor)).status, path).toBe(404);
    expect((await open(`/admin/${path}`, ownerCookie())).status, path).toBe(200);
  }
  const read = async (path: string, cookie: string) => (await (await open(path, cookie)).json()).loaderData;
  const { allowedPaths } = (await read('/admin/blog', editor))['admin/layout'];
  expect(allowedPaths).toContain('/admin/blog');
  expect(allowedPaths).not.toContain('/admin/pages');
  const created = (await read('/admin/blog/new?kind=page', ownerCookie()))['admin/editor/editor-page'];
  expect(created.start.kind).toBe('page');
});

test.each(adminPaths)('%s rejects a form from another site', async (path) => {
  const crossSiteHeaders = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: server.origin.replace('http:', 'https:') },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of crossSiteHeaders)
    expect((await send(path, ownerCookie(), headers)).status, JSON.stringify(headers)).toBe(403);
  const withoutOrigin = await fetch(server.origin + path, {
    method: 'POST',
    headers: { cookie: ownerCookie(), 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(withoutOrigin.status).toBe(403);
  expect((await open('/admin/blog', ownerCookie())).status).toBe(200);
});

test.each(adminPaths)('%s rejects other content types and methods', async (path) => {
  for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
    if (path === '/admin/sign-out' || path === '/admin') continue;
    expect((await send(path, ownerCookie(), { 'content-type': type })).status, type).toBeGreaterThanOrEqual(
      400,
    );
  }
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const headers = { origin: server.origin, cookie: ownerCookie() };
    expect((await fetch(server.origin + path, { method, headers })).status, method).toBe(405);
  }
});

test.each(adminPaths)('%s is not cacheable and not indexed', async (path) => {
  for (const cookie of ['', ownerCookie()]) {
    const page = await open(path, cookie);
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
  }
});

test('concurrent requests of two users get separate pages, in any spelling of the path', async () => {
  for (const path of ['/admin/account', '/%61dmin/account']) {
    const pages = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        open(path, index % 2 ? ownerCookie() : server.getCookie('author')),
      ),
    );
    for (const [index, page] of pages.entries()) {
      const text = await page.text();
      expect(text.includes('owner@example.org')).toBe(index % 2 === 1);
      expect(text.includes('author@example.org')).toBe(index % 2 === 0);
    }
  }
});

test('an unknown path below /admin is 404, signed in or not', async () => {
  for (const cookie of ['', ownerCookie()]) {
    expect((await open('/admin/nope', cookie)).status).toBe(404);
    expect((await open('/de/admin/blog', cookie)).status).toBe(404);
    expect((await open('/ADMIN/blog', cookie)).status).toBe(404);
  }
});
