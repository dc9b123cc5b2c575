import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#accounts/contract.ts';
import { imageLimits } from '#blog/contract.ts';
import { drawPng } from '#blog/fixtures/draw-images.ts';
import { createLogger } from '#platform/logger.ts';
import { type AdminPageData, startAdminPages } from '#test/support/start-admin-pages.ts';
import { type AdminTestServer, createSaveRequest } from '#test/support/start-admin-server.ts';
import { startMailServer } from '#test/support/start-mail-server.ts';

const password = 'correct horse battery';
let server: AdminTestServer;
const lines: string[] = [];
beforeAll(async () => {
  const log = createLogger('trace', { write: (line) => void lines.push(line) });
  server = await startAdminPages({ overrides: { log } });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
});

/** By the last segment of the path. */
const routeIds: Record<string, string> = {
  'sign-in': 'admin/auth/sign-in-page',
  'set-up': 'admin/auth/setup-page',
  reset: 'admin/auth/reset-password-page',
  invitation: 'admin/auth/invitation-page',
  account: 'admin/accounts/account-page',
  people: 'admin/accounts/users-page',
  profile: 'admin/accounts/profile-page',
  keys: 'admin/accounts/api-keys-page',
  blog: 'admin/posts/posts-page',
  categories: 'admin-categories',
  tags: 'admin-tags',
  translation: 'admin/glossary/glossary-page',
};

/** `page` and `form`: loader and action data of the deepest route. */
async function read(response: Response, route: string) {
  const text = await response.text();
  const { loaderData = {}, actionData = null }: Partial<AdminPageData> = text.startsWith('{')
    ? JSON.parse(text)
    : {};
  return {
    status: response.status,
    location: response.headers.get('location'),
    headers: response.headers,
    cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape it reads.
    page: loaderData[routeIds[route] ?? ''] as any,
    // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape it reads.
    form: actionData?.[routeIds[route] ?? ''] as any,
  };
}

async function open(
  path: string,
  cookie = '',
  route = new URL(path, server.origin).pathname.split('/')[2] ?? '',
) {
  return read(await fetch(server.origin + path, { redirect: 'manual', headers: { cookie } }), route);
}

async function send(path: string, fields: Record<string, string>, cookie = '') {
  const response = await fetch(server.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: server.origin, cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  return read(response, new URL(path, server.origin).pathname.split('/')[2] ?? '');
}

const owner = () => server.getCookie('owner');
const getToken = (link: string) => new URL(link).searchParams.get('token') ?? '';

/** Invites a user, accepts the invitation and returns their session cookie. */
async function join(email: string, role: Role) {
  const invited = await send('/admin/people', { intent: 'invite', email, role }, owner());
  const fields = { token: getToken(invited.form.link.link), name: email, 'new-password': password };
  return (await send('/admin/invitation', fields)).cookie;
}

const isSignedIn = async (cookie: string) => (await open('/admin/account', cookie)).status === 200;

test('sign-in redirects to the requested page, never to another site', async () => {
  const fields = { email: 'owner@example.org', password };
  const signIn = await send('/admin/sign-in', { ...fields, to: '/admin/people?x=1' });
  expect([signIn.status, signIn.location]).toEqual([303, '/admin/people?x=1']);
  expect(await isSignedIn(signIn.cookie)).toBe(true);
  for (const to of ['//evil.example', 'https://evil.example/admin/', ''])
    expect((await send('/admin/sign-in', { ...fields, to })).location).toBe('/admin/blog');
  expect((await open('/admin/sign-in?to=/admin/tags', signIn.cookie)).location).toBe('/admin/tags');
});

test('a wrong password returns the form with only the email', async () => {
  const fields = { email: 'owner@example.org', password: 'not the password' };
  const rejected = await send('/admin/sign-in', { ...fields, to: '' });
  expect([rejected.status, rejected.cookie]).toEqual([422, '']);
  expect(rejected.form).toEqual({
    errorCode: 'credentials.wrong',
    values: { email: fields.email },
    link: null,
  });
});

test('too many sign-in attempts are rejected with Retry-After', async () => {
  const fields = { email: 'nobody@example.org', password: 'not the password', to: '' };
  let rejected = await send('/admin/sign-in', fields);
  for (let count = 0; count < 5; count += 1) rejected = await send('/admin/sign-in', fields);
  expect([rejected.status, rejected.form.errorCode]).toEqual([429, 'attempts.too_many']);
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('sign-out ends the session and clears browser storage', async () => {
  const cookie = await join('leaves@example.org', 'author');
  expect((await open('/admin/sign-out', cookie)).location).toBe('/admin/blog');
  const response = await send('/admin/sign-out', {}, cookie);
  expect([response.status, response.location]).toEqual([303, '/admin/sign-in']);
  expect(response.headers.get('clear-site-data')).toBe('"storage"');
  expect(await isSignedIn(cookie)).toBe(false);
});

test('the set-up page is 404 once there is an owner', async () => {
  const response = await open('/admin/set-up?token=anything');
  expect([response.status, response.page]).toEqual([404, { token: null, job: null, settingLabels: {} }]);
  const fields = { token: 'anything', name: 'Eve', email: 'eve@example.org', 'new-password': password };
  const rejected = await send('/admin/set-up', fields);
  expect([rejected.status, rejected.form.errorCode]).toEqual([422, 'link.invalid']);
  expect(rejected.form.values).toEqual({ name: 'Eve', email: 'eve@example.org' });
});

test('an invitation shows email and role, rejects a short password and works once', async () => {
  const fields = { intent: 'invite', email: 'bob@example.org', role: 'editor' };
  const { status, form } = await send('/admin/people', fields, owner());
  expect([status, form.link.isMailed]).toEqual([200, false]);
  expect((await open('/admin/people', owner())).page.invitations).toMatchObject([{ email: fields.email }]);
  const token = getToken(form.link.link);
  const { page } = await open(`/admin/invitation?token=${token}`);
  expect(page).toMatchObject({ token, invitation: { email: 'bob@example.org', role: 'editor' } });
  const weak = await send('/admin/invitation', { token, name: 'Bob', 'new-password': 'short' });
  expect([weak.status, weak.form.errorCode, weak.form.values]).toEqual([
    422,
    'password.weak',
    { name: 'Bob' },
  ]);
  const signIn = await send('/admin/invitation', { token, name: 'Bob', 'new-password': password });
  expect([signIn.status, signIn.location]).toEqual([303, '/admin/blog']);
  expect((await open('/admin/account', signIn.cookie)).page.user).toMatchObject({ role: 'editor' });
  expect((await open(`/admin/invitation?token=${token}`)).status).toBe(404);
  const again = await send('/admin/people', { ...fields, role: 'owner' }, owner());
  expect([again.status, again.form.errorCode]).toEqual([422, 'email.taken']);
  expect(again.form.values).toEqual({ email: 'bob@example.org' });
});

test('an invitation can be revoked, and an unknown role becomes author', async () => {
  const fields = { intent: 'invite', email: 'cleo@example.org', role: 'emperor' };
  const { form } = await send('/admin/people', fields, owner());
  const { page } = await open('/admin/people', owner());
  const found = page.invitations.find(({ email }: { email: string }) => email === fields.email);
  expect(found.role).toBe('author');
  await send('/admin/people', { intent: 'withdraw', invitation: found.id }, owner());
  expect((await open(`/admin/invitation?token=${getToken(form.link.link)}`)).status).toBe(404);
});

test('changing a role or deleting a user ends their sessions', async () => {
  const findUser = async (email: string) =>
    (await open('/admin/people', owner())).page.users.find((user: { email: string }) => user.email === email);
  const first = await join('dan@example.org', 'author');
  const { id } = await findUser('dan@example.org');
  expect((await send('/admin/people', { intent: 'role', person: id, role: 'editor' }, owner())).status).toBe(
    303,
  );
  expect(await isSignedIn(first)).toBe(false);
  expect(await findUser('dan@example.org')).toMatchObject({ role: 'editor' });
  const signIn = await send('/admin/sign-in', { email: 'dan@example.org', password, to: '' });
  expect(await isSignedIn(signIn.cookie)).toBe(true);
  expect((await send('/admin/people', { intent: 'remove', person: id }, owner())).status).toBe(303);
  expect(await isSignedIn(signIn.cookie)).toBe(false);
  expect(await findUser('dan@example.org')).toBeUndefined();
  const gone = await send('/admin/people', { intent: 'remove', person: id }, owner());
  expect([gone.status, gone.form.errorCode]).toEqual([422, 'user.missing']);
});

test('a password reset link created by an owner works once', async () => {
  const cookie = await join('forgets@example.org', 'author');
  const { page } = await open('/admin/account', cookie);
  const { form } = await send('/admin/people', { intent: 'reset', person: page.user.id }, owner());
  const token = getToken(form.link.link);
  expect((await open(`/admin/reset?token=${token}`)).page).toMatchObject({ token, isLinkInvalid: false });
  const reset = await send('/admin/reset', { token, 'new-password': 'a new long password' });
  expect([reset.status, reset.location]).toEqual([303, '/admin/blog']);
  expect([await isSignedIn(cookie), await isSignedIn(reset.cookie)]).toEqual([false, true]);
  const gone = await open(`/admin/reset?token=${token}`);
  expect([gone.status, gone.page.isLinkInvalid]).toEqual([404, true]);
});

test('the reset page says if the site sends no mail', async () => {
  expect((await open('/admin/reset')).page).toMatchObject({ token: null, canSendEmail: false });
});

test('a forgotten password is reset with a link that is emailed', async () => {
  await using mail = await startMailServer();
  const { settings } = server.services;
  const [ada] = await server.services.accounts.listUsers();
  if (!ada) throw new Error('no owner');
  await settings.save({ CONTACT_EMAIL: 'desk@example.org', SMTP_URL: mail.url }, ada);
  const cookie = await join('mailed@example.org', 'author');
  expect((await open('/admin/reset')).page.canSendEmail).toBe(true);
  const listPaths = () =>
    mail.received
      .filter(({ to }) => to.includes('mailed@example.org'))
      .map(({ data }) => data.replaceAll('=\r\n', '').replaceAll('=3D', '='))
      .flatMap((text) => /\/admin\/reset\?token=[\w-]+/.exec(text) ?? []);
  for (const email of ['nobody@example.org', 'mailed@example.org']) {
    const requested = await send('/admin/reset', { email });
    expect([requested.status, requested.location]).toEqual([303, '/admin/reset?sent']);
  }
  expect((await open('/admin/reset?sent')).page.isSent).toBe(true);
  await expect.poll(listPaths).toHaveLength(1);
  const [path = ''] = listPaths();
  const token = new URL(path, server.origin).searchParams.get('token') ?? '';
  const reset = await send(path, { token, 'new-password': 'a new long password' });
  expect([reset.status, reset.location]).toEqual([303, '/admin/blog']);
  expect([await isSignedIn(cookie), await isSignedIn(reset.cookie)]).toEqual([false, true]);
  expect((await open(path)).status).toBe(404);
  expect(mail.received.map(({ to }) => to)).not.toContainEqual(['nobody@example.org']);
  await settings.save({ CONTACT_EMAIL: null, SMTP_URL: null }, ada);
});

test('changing the password ends other sessions, and a wrong current password changes nothing', async () => {
  const currentCookie = await join('erin@example.org', 'author');
  const otherCookie = (await send('/admin/sign-in', { email: 'erin@example.org', password, to: '' })).cookie;
  const next = 'a new long password';
  const fields = { intent: 'password', 'current-password': 'wrong wrong wrong', 'new-password': next };
  const rejected = await send('/admin/account', fields, currentCookie);
  expect([rejected.status, rejected.form.errorCode]).toEqual([422, 'password.wrong']);
  const changed = await send('/admin/account', { ...fields, 'current-password': password }, currentCookie);
  expect([changed.status, changed.location]).toEqual([303, '/admin/account?done=password']);
  expect([await isSignedIn(otherCookie), await isSignedIn(changed.cookie)]).toEqual([false, true]);
  const { page } = await open('/admin/account?done=password', changed.cookie);
  expect(page.isPasswordChanged).toBe(true);
  expect(page.sessions).toMatchObject([{ isCurrent: true }]);
});

test('a user changes their language and ends their other sessions', async () => {
  const email = 'frida@example.org';
  const currentCookie = await join(email, 'author');
  const otherCookie = (await send('/admin/sign-in', { email, password, to: '' })).cookie;
  await send('/admin/account', { intent: 'language', language: 'de' }, currentCookie);
  await send('/admin/account', { intent: 'language', language: 'xx' }, currentCookie);
  expect((await open('/admin/account', currentCookie)).page.user.locale).toBe('de');
  await send('/admin/account', { intent: 'end-others' }, currentCookie);
  expect([await isSignedIn(currentCookie), await isSignedIn(otherCookie)]).toEqual([true, false]);
});

test('an API key is created, works, is listed and logged without its secret, and is revoked', async () => {
  const wrong = { name: 'Backups', limit: '9999', end: '' };
  const rejected = await send('/admin/keys', { intent: 'make', ...wrong }, owner());
  expect([rejected.status, rejected.form.errorCode]).toEqual([422, 'key.limit']);
  expect(rejected.form.values).toEqual({ name: 'Backups', perMinute: '9999', endsOn: '' });
  const created = await send('/admin/keys', { intent: 'make', ...wrong, limit: '200' }, owner());
  expect(created.form.createdKey).toMatch(/^\S{20,}$/);
  const { page } = await open('/admin/keys', owner());
  expect(page.keys).toMatchObject([{ name: 'Backups', perMinute: 200, endsOn: null, lastUsedOn: null }]);
  expect(JSON.stringify(page)).not.toContain(created.form.createdKey);
  const extract = async () => {
    const response = await fetch(`${server.origin}/functions/v1/extract-threads-media`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${created.form.createdKey}` },
      body: JSON.stringify({ url: 'no link' }),
    });
    return (await response.json()).code;
  };
  expect(await extract()).toMatch(/^link\./);
  await send('/admin/keys', { intent: 'withdraw', key: page.keys[0].id }, owner());
  expect((await open('/admin/keys', owner())).page.keys).toEqual([]);
  expect(await extract()).toBe('key.unknown');
  expect(lines.join('')).not.toContain(created.form.createdKey.replace('unspool_', ''));
});

test('a page beyond the last one redirects to the last page', async () => {
  for (let count = 0; count < 51; count += 1)
    await server.request('owner', 'POST /posts', {
      body: createSaveRequest({ title: `Post ${count}` }, { locale: 'en' }),
    });
  const beyond = await open('/admin/blog?page=9', owner());
  expect([beyond.status, beyond.location]).toEqual([303, '/admin/blog?page=2']);
  const last = await open('/admin/blog?page=2', owner());
  expect(last.page).toMatchObject({ pageSize: 50, list: { totalPosts: 51 }, filters: { page: 2 } });
  expect(last.page.list.posts).toHaveLength(1);
  const german = await open('/admin/blog?locale=de', owner());
  expect(german.page.list).toEqual({ posts: [], totalPosts: 0 });
});

test('the list includes the permissions of the user', async () => {
  const readPermissions = async (role: Role) => {
    const { page } = await open('/admin/blog', server.getCookie(role));
    return [page.mayPublish, page.mayDelete];
  };
  expect(await readPermissions('owner')).toEqual([true, true]);
  expect(await readPermissions('editor')).toEqual([true, false]);
  expect(await readPermissions('author')).toEqual([false, false]);
});

test('categories, tags and style guides are listed, sorted in the language of the user', async () => {
  const category = { descriptions: {}, slug: '', color: '#2f7d5b' };
  for (const names of [
    { en: 'Aviation', de: 'Zeppeline' },
    { en: 'Kites', de: 'Drachen' },
  ])
    await server.request('owner', 'POST /categories', { body: { ...category, names } });
  await server.request('owner', 'POST /tags', { body: { names: { en: 'Wind' }, slug: '' } });
  const style = { address: 'informal', style: 'Short sentences.', terms: [] };
  await server.request('owner', 'PUT /translation/styles/de', { body: style });

  const cookie = await join('gerda@example.org', 'editor');
  const listSlugs = async () =>
    (await open('/admin/categories', cookie)).page.taxa.map(({ slug }: { slug: string }) => slug);
  expect(await listSlugs()).toEqual(['aviation', 'kites']);
  await send('/admin/account', { intent: 'language', language: 'de' }, cookie);
  expect(await listSlugs()).toEqual(['kites', 'aviation']);
  const tags = await open('/admin/tags', cookie);
  expect(tags.page.taxa).toMatchObject([{ names: { en: 'Wind' }, slug: 'wind', articles: 0 }]);
  const { page } = await open('/admin/translation', cookie);
  expect(page.styleGuides).toHaveLength(10);
  expect(page.styleGuides).toContainEqual(expect.objectContaining({ locale: 'de', ...style }));
  expect(page).toMatchObject({ hasModel: false, tokenUsage: { runs: [] } });
});

test('users change their own author profile, and only owners those of others', async () => {
  const bob = await join('profile@example.org', 'editor');
  const { page } = await open('/admin/account', bob);
  const path = `/admin/profile/${page.user.id}`;
  expect(page.isPublic).toBe(false);
  const fields = { intent: 'profile', name: 'Bob B', public: 'yes', 'bio-th': 'ก'.repeat(300) };
  expect(await send(path, fields, bob)).toMatchObject({ status: 303, location: `${path}?done=saved` });
  expect((await open(path, bob)).page).toMatchObject({
    profile: { name: 'Bob B', slug: 'bob-b', is_public: true, bios: { th: 'ก'.repeat(300) } },
    isOwn: true,
  });
  expect((await open('/admin/account', bob)).page.isPublic).toBe(true);
  const longBio = await send(path, { ...fields, 'bio-en': 'x'.repeat(301) }, bob);
  expect(longBio).toMatchObject({ status: 422, form: { message: expect.stringContaining('300') } });
  expect((await send(path, { ...fields, name: ' ' }, bob)).status).toBe(422);

  const ownerPath = `/admin/profile/${server.getUserId('owner')}`;
  expect((await open(ownerPath, bob)).status).toBe(403);
  expect((await send(ownerPath, fields, bob)).status).toBe(403);
  expect((await send(path, { intent: 'profile', name: 'Robert' }, owner())).status).toBe(303);
  expect((await open(path, owner())).page).toMatchObject({
    profile: { name: 'Robert', is_public: false },
    isOwn: false,
  });
  expect((await open('/admin/profile/nobody', owner())).status).toBe(404);
});

test('a profile image is uploaded without JavaScript, encoded again, and removed', async () => {
  const path = `/admin/profile/${server.getUserId('owner')}`;
  const upload = async (bytes: Uint8Array<ArrayBuffer>) => {
    const body = new FormData();
    body.set('image', new File([bytes], 'me.png', { type: 'image/png' }));
    const headers = { origin: server.origin, cookie: owner() };
    const response = await fetch(server.origin + path, { method: 'POST', redirect: 'manual', headers, body });
    return read(response, 'profile');
  };
  expect((await upload(new Uint8Array(await drawPng(600, 600)))).status).toBe(303);
  const { image } = (await open(path, owner())).page.profile;
  expect(image).toMatchObject({ width: 600, src: expect.stringMatching(/^\/files\/[\da-f-]+\/600\.webp$/) });
  expect(await upload(new TextEncoder().encode('<svg/>'))).toMatchObject({
    status: 422,
    form: { message: expect.any(String) },
  });
  expect((await upload(new Uint8Array(imageLimits.bytes + 10_000))).status).toBe(422);
  expect((await send(path, { intent: 'remove-image' }, owner())).status).toBe(303);
  expect((await open(path, owner())).page.profile.image).toBeNull();
});
