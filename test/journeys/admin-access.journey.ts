import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '#test/support/start-app.ts';
import { type Access, adminAccess } from '#web/admin/access.ts';
import routes from '#web/routes.ts';

/** Every address below `/admin`, as the router has it. */
const adminPaths = routes.filter(({ path }) => path === '/admin').flatMap((route) => pathsOf(route, ''));

function pathsOf({ path = '', index, children = [] }: RouteConfigEntry, parent: string): string[] {
  const own = index ? parent : `${parent}/${path}`.replace('//', '/');
  return children.length > 0 ? children.flatMap((child) => pathsOf(child, own)) : [own];
}

let app: RunningApp;
let cookies: Record<'owner' | 'author', string>;

beforeAll(async () => {
  app = await startApp();
  const owner = await enter(setUpPath(), { name: 'Ada', email: 'ada@example.org' });
  const invited = await send('/admin/people', owner, {
    intent: 'invite',
    email: 'b@example.org',
    role: 'author',
  });
  const path = /\/admin\/invitation\?token=[\w-]+/.exec(await invited.text())?.[0] ?? '';
  cookies = { owner, author: await enter(path, { name: 'Bob' }) };
});

afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
});

function setUpPath(): string {
  return /\/admin\/set-up\?token=[\w-]+/.exec(app.output.join('\n'))?.[0] ?? '';
}

/** Follows a link that works once, and gives the cookie of the session it began. */
async function enter(path: string, fields: Record<string, string>): Promise<string> {
  const token = new URL(path, app.origin).searchParams.get('token') ?? '';
  const answer = await send(path, '', { token, ...fields, 'new-password': 'correct horse battery' });
  expect(answer.status).toBe(303);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

function send(
  path: string,
  cookie: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(app.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: app.origin, cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

const open = (path: string, cookie = '') =>
  fetch(app.origin + path, { redirect: 'manual', headers: { cookie } });

test('every page of the administration is classified, and nothing else is', () => {
  expect([...adminPaths].sort()).toEqual(Object.keys(adminAccess).sort());
});

const access = (path: string): Access | undefined => adminAccess[path];
const guarded = adminPaths.filter((path) => access(path) !== 'anyone');

test.each(guarded)(
  '%s leads who is not signed in to sign in and back, and takes no form from them',
  async (path) => {
    const forged = 'unspool-session=forged.signature';
    for (const cookie of ['', forged]) {
      const page = await open(`${path}?x=1`, cookie);
      expect(page.status).toBe(303);
      const to = new URL(page.headers.get('location') ?? '', app.origin);
      expect([to.pathname, to.searchParams.get('to')]).toEqual(['/admin/sign-in', `${path}?x=1`]);
      expect((await send(path, cookie, { intent: 'invite' })).status).toBe(401);
      const data = await open(`${path}.data`, cookie);
      expect(await data.text()).not.toContain('ada@example.org');
    }
  },
);

test.each(adminPaths.filter((path) => access(path) === 'people.manage'))(
  '%s is refused to an author, to see and to change',
  async (path) => {
    expect((await open(path, cookies.author)).status).toBe(403);
    expect((await send(path, cookies.author, { intent: 'invite' })).status).toBe(403);
    expect((await open(path, cookies.owner)).status).toBe(200);
  },
);

test.each(adminPaths)('%s takes no form from another site', async (path) => {
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of foreign)
    expect((await send(path, cookies.owner, {}, headers)).status, JSON.stringify(headers)).toBe(403);
  const silent = await fetch(app.origin + path, {
    method: 'POST',
    headers: { cookie: cookies.owner, 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(silent.status).toBe(403);
  expect((await open('/admin/blog', cookies.owner)).status).toBe(200);
});

test.each(adminPaths)('%s takes only plain forms and the known methods', async (path) => {
  for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
    if (path === '/admin/sign-out' || path === '/admin') continue;
    expect(
      (await send(path, cookies.owner, {}, { 'content-type': type })).status,
      type,
    ).toBeGreaterThanOrEqual(400);
  }
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const answer = await fetch(app.origin + path, {
      method,
      headers: { origin: app.origin, cookie: cookies.owner },
    });
    expect(answer.status, method).toBe(405);
  }
});

test.each(adminPaths)(
  '%s is for one person: never kept, never shared, not for search engines',
  async (path) => {
    for (const cookie of ['', cookies.owner]) {
      const page = await open(path, cookie);
      expect(page.headers.get('cache-control')).toBe('private, no-store');
      expect(page.headers.get('x-robots-tag')).toBe('noindex');
    }
  },
);

test('two people who ask for the same page at once each get their own, in any spelling of its address', async () => {
  for (const path of ['/admin/account', '/%61dmin/account']) {
    const pages = await Promise.all(
      Array.from({ length: 20 }, (_, place) => open(path, place % 2 ? cookies.owner : cookies.author)),
    );
    for (const [place, page] of pages.entries()) {
      const text = await page.text();
      expect(text.includes('ada@example.org')).toBe(place % 2 === 1);
      expect(text.includes('b@example.org')).toBe(place % 2 === 0);
    }
  }
});

test('no public page knows who reads it, and none speaks of the administration', async () => {
  const [mine, anyones] = await Promise.all([open('/', cookies.owner), open('/')]);
  expect(await mine.text()).toBe(await anyones.text());
  for (const path of ['/robots.txt', '/sitemap.xml', '/sitemap-en.xml', '/'])
    expect(await (await open(path)).text(), path).not.toContain('/admin');
});

test('an address below /admin that is none is missing, signed in or not', async () => {
  for (const cookie of ['', cookies.owner]) {
    expect((await open('/admin/nope', cookie)).status).toBe(404);
    expect((await open('/de/admin/blog', cookie)).status).toBe(404);
    expect((await open('/ADMIN/blog', cookie)).status).toBe(404);
  }
});

test('a link that was used is missing, and no log has it', async () => {
  expect((await open(setUpPath())).status).toBe(404);
  const token = setUpPath().split('=')[1] ?? '';
  expect(app.output.filter((line) => line.includes(token))).toHaveLength(1);
});
