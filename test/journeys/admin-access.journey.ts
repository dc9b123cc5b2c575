import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enterAsOwner, enterBy, ownerPath, sendForm } from '#test/support/enter-admin.ts';
import { type RunningApp, startApp, startAppIn } from '#test/support/start-app.ts';
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
let usedPath: string;

beforeAll(async () => {
  app = await startApp();
  usedPath = await ownerPath(app);
  const owner = await enterBy(app, usedPath, { name: 'Ada', email: 'ada@example.org' });
  const fields = { intent: 'invite', email: 'b@example.org', role: 'author' };
  const invited = await (await sendForm(app, '/admin/people', { cookie: owner, fields })).text();
  const path = /\/admin\/invitation\?token=[\w-]+/.exec(invited)?.[0] ?? '';
  cookies = { owner, author: await enterBy(app, path, { name: 'Bob' }) };
});

afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
});

const send = (path: string, cookie: string, headers: Record<string, string> = {}) =>
  sendForm(app, path, { cookie, headers, fields: { intent: 'invite' } });
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
      expect((await send(path, cookie)).status).toBe(401);
      const data = await open(`${path}.data`, cookie);
      expect(await data.text()).not.toContain('ada@example.org');
    }
  },
);

test.each(adminPaths.filter((path) => ['people.manage', 'taxonomy.manage'].includes(access(path) ?? '')))(
  '%s is refused to an author, to see and to change',
  async (path) => {
    expect((await open(path, cookies.author)).status).toBe(403);
    expect((await send(path, cookies.author)).status).toBe(403);
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
    expect((await send(path, cookies.owner, headers)).status, JSON.stringify(headers)).toBe(403);
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
    expect((await send(path, cookies.owner, { 'content-type': type })).status, type).toBeGreaterThanOrEqual(
      400,
    );
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
  expect((await open(usedPath)).status).toBe(404);
  const token = usedPath.split('=')[1] ?? '';
  expect(app.output.filter((line) => line.includes(token))).toEqual([]);
});

test('the link to the first owner is printed at each start until there is one', async () => {
  const printed = () => app.output.filter((line) => line.includes('/admin/set-up?token='));
  await expect.poll(printed).toHaveLength(1);
  await using second = await startApp();
  await enterAsOwner(second);
  await second.stop();
  await using again = await startAppIn(second.dataDir);
  await expect.poll(() => again.output.some((line) => line.startsWith('Unspool is ready'))).toBe(true);
  expect(again.output.filter((line) => line.includes('/admin/set-up'))).toEqual([]);
});
