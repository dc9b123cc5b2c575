import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminRoutes, startAdminPages } from '#test/support/start-admin-pages.ts';
import type { DeskEdge } from '#test/support/start-desk-edge.ts';
import { type Access, adminAccess } from './access.ts';

/** Every path below `/admin`, as the router has it. */
const adminPaths = adminRoutes.flatMap((route) => listPaths(route, ''));

function listPaths(
  { path = '', index, children = [] }: (typeof adminRoutes)[number],
  parent: string,
): string[] {
  const own = index ? parent : `${parent}/${path}`.replace('//', '/');
  return children.length > 0 ? children.flatMap((child) => listPaths(child, own)) : [own];
}

let edge: DeskEdge;

beforeAll(async () => {
  edge = await startAdminPages();
});

afterAll(async () => {
  await edge?.[Symbol.asyncDispose]();
});

const ofOwner = () => edge.cookieOf('owner');
const open = (path: string, cookie = '') =>
  fetch(edge.origin + path, { redirect: 'manual', headers: { cookie } });
const send = (path: string, cookie: string, headers: Record<string, string> = {}) =>
  fetch(edge.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      ...{ origin: edge.origin, cookie, 'content-type': 'application/x-www-form-urlencoded' },
      ...headers,
    },
    body: 'intent=invite',
  });

const access = (path: string): Access | undefined => adminAccess[path];

test('every page of the administration is classified, and nothing else is', () => {
  expect([...adminPaths].sort()).toEqual(Object.keys(adminAccess).sort());
});

test.each(adminPaths.filter((path) => access(path) !== 'anyone'))(
  '%s leads who is not signed in to sign in and back, and takes no form from them',
  async (path) => {
    const forged = 'unspool-session=forged.signature';
    for (const cookie of ['', forged]) {
      const page = await open(`${path}?x=1`, cookie);
      expect(page.status).toBe(303);
      const to = new URL(page.headers.get('location') ?? '', edge.origin);
      expect([to.pathname, to.searchParams.get('to')]).toEqual(['/admin/sign-in', `${path}?x=1`]);
      expect((await send(path, cookie)).status).toBe(401);
      const data = await open(`${path}.data`, cookie);
      expect(await data.text()).not.toContain('owner@example.org');
    }
  },
);

const ofRoles = adminPaths.filter(
  (path) => !['anyone', 'signed-in', 'blog.see', 'post.write'].includes(access(path) ?? ''),
);

test('pages for editors and owners are known', () => {
  expect(ofRoles).toEqual([
    ...['/admin/people', '/admin/keys', '/admin/categories', '/admin/tags', '/admin/translation'],
  ]);
});

test.each(ofRoles)('%s is refused to an author, to see and to change', async (path) => {
  expect((await open(path, edge.cookieOf('author'))).status).toBe(403);
  expect((await open(`${path}.data`, edge.cookieOf('author'))).status).toBe(403);
  expect((await send(path, edge.cookieOf('author'))).status).toBe(403);
  expect((await open(path, ofOwner())).status).toBe(200);
});

test.each(['/admin/people', '/admin/keys'])('%s is refused to an editor', async (path) => {
  expect((await open(path, edge.cookieOf('editor'))).status).toBe(403);
  expect((await send(path, edge.cookieOf('editor'))).status).toBe(403);
});

test.each(adminPaths)('%s takes no form from another site', async (path) => {
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of foreign)
    expect((await send(path, ofOwner(), headers)).status, JSON.stringify(headers)).toBe(403);
  const silent = await fetch(edge.origin + path, {
    method: 'POST',
    headers: { cookie: ofOwner(), 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(silent.status).toBe(403);
  expect((await open('/admin/blog', ofOwner())).status).toBe(200);
});

test.each(adminPaths)('%s takes only plain forms and the known methods', async (path) => {
  for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
    if (path === '/admin/sign-out' || path === '/admin') continue;
    expect((await send(path, ofOwner(), { 'content-type': type })).status, type).toBeGreaterThanOrEqual(400);
  }
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const headers = { origin: edge.origin, cookie: ofOwner() };
    expect((await fetch(edge.origin + path, { method, headers })).status, method).toBe(405);
  }
});

test.each(adminPaths)(
  '%s is for one person: never cached, never shared, not for search engines',
  async (path) => {
    for (const cookie of ['', ofOwner()]) {
      const page = await open(path, cookie);
      expect(page.headers.get('cache-control')).toBe('private, no-store');
      expect(page.headers.get('x-robots-tag')).toBe('noindex');
    }
  },
);

test('two people who ask for the same page at once each get their own, in any spelling of its path', async () => {
  for (const path of ['/admin/account', '/%61dmin/account']) {
    const pages = await Promise.all(
      Array.from({ length: 20 }, (_, index) => open(path, index % 2 ? ofOwner() : edge.cookieOf('author'))),
    );
    for (const [index, page] of pages.entries()) {
      const text = await page.text();
      expect(text.includes('owner@example.org')).toBe(index % 2 === 1);
      expect(text.includes('author@example.org')).toBe(index % 2 === 0);
    }
  }
});

test('an address below /admin that is none is missing, signed in or not', async () => {
  for (const cookie of ['', ofOwner()]) {
    expect((await open('/admin/nope', cookie)).status).toBe(404);
    expect((await open('/de/admin/blog', cookie)).status).toBe(404);
    expect((await open('/ADMIN/blog', cookie)).status).toBe(404);
  }
});
