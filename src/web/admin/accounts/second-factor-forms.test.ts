import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeStepMs } from '#accounts/contract.ts';
import { readAuthenticatorApp } from '#accounts/fixtures/open-accounts.ts';
import { createLogger } from '#platform/logger.ts';
import { startAdminPages } from '#test/support/start-admin-pages.ts';
import type { AdminTestServer } from '#test/support/start-admin-server.ts';

const password = 'correct horse battery';
const page = '/admin/two-factor';
let server: AdminTestServer;
let time = Date.now();
const lines: string[] = [];
beforeAll(async () => {
  const log = createLogger('trace', { write: (line) => void lines.push(line) });
  server = await startAdminPages({ overrides: { log, now: () => time } });
});
afterAll(() => server?.[Symbol.asyncDispose]());

interface FormData {
  errorCode: string | null;
  setup: { token: string; key: string; uri: string; qrCode: { size: number; path: string } } | null;
  recoveryCodes: string[] | null;
  pendingSignIn?: string;
}

async function send(path: string, fields: Record<string, string>, cookie = '') {
  const response = await fetch(server.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: server.origin, cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  const text = await response.text();
  const { actionData, loaderData } = text.startsWith('{') ? JSON.parse(text) : {};
  return {
    status: response.status,
    isLinkInvalid: loaderData?.['admin/auth/reset-password-page']?.isLinkInvalid,
    location: response.headers.get('location'),
    cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    form: Object.values(actionData ?? {})[0] as FormData | undefined,
  };
}

const owner = () => server.getCookie('owner');
const getEmail = (name: string) => `${name}@example.org`;

/** Returns the key of the authenticator app. */
async function turnOn(cookie: string): Promise<string> {
  const { form } = await send(page, { intent: 'set-up', password }, cookie);
  const { key = '', token = '' } = form?.setup ?? {};
  const code = await readAuthenticatorApp(key, time);
  const { status } = await send(page, { intent: 'turn-on', setup: token, code }, cookie);
  expect(status).toBe(200);
  time += codeStepMs;
  return key;
}

test('a wrong password shows no key, and a wrong code shows the same key again', async () => {
  const cookie = server.getCookie('author');
  const refused = await send(page, { intent: 'set-up', password: 'not the password' }, cookie);
  expect([refused.status, refused.form]).toEqual([
    422,
    { errorCode: 'password.wrong', setup: null, recoveryCodes: null },
  ]);
  const { form } = await send(page, { intent: 'set-up', password }, cookie);
  expect(form?.setup?.uri).toContain(`secret=${form?.setup?.key}`);
  expect(form?.setup?.qrCode.path).toMatch(/^M4 4h1v1h-1z/);
  const setup = form?.setup?.token ?? '';
  const wrong = await send(page, { intent: 'turn-on', setup, code: '12' }, cookie);
  expect([wrong.status, wrong.form]).toEqual([422, { ...form, errorCode: 'code.wrong' }]);
  const forged = await send(page, { intent: 'turn-on', setup: 'x', code: '12' }, cookie);
  expect(forged.form).toEqual({ errorCode: 'code.expired', setup: null, recoveryCodes: null });
});

test('after it is turned on, the sign-in page asks for the code, opens the requested page and logs no secret', async () => {
  const key = await turnOn(server.getCookie('author'));
  const to = '/admin/account?x=1';
  const credentials = { email: getEmail('author'), password, to };
  const started = await send('/admin/sign-in', credentials);
  expect([started.status, started.cookie]).toEqual([422, '']);
  expect(started.form).toEqual({
    errorCode: 'code.missing',
    values: { email: getEmail('author') },
    link: null,
    pendingSignIn: expect.any(String),
  });
  const pending = started.form?.pendingSignIn ?? '';
  const wrong = await send('/admin/sign-in', { pending, code: '12', to });
  expect(wrong.form).toMatchObject({ errorCode: 'code.wrong', pendingSignIn: pending });
  const code = await readAuthenticatorApp(key, time);
  const done = await send('/admin/sign-in', { pending, code, to });
  expect([done.status, done.location]).toEqual([303, to]);
  const replaced = await send(page, { intent: 'new-codes', password }, done.cookie);
  expect(replaced.form?.recoveryCodes).toHaveLength(10);
  const replayed = await send('/admin/sign-in', { pending, code, to });
  expect([replayed.status, replayed.cookie]).toEqual([422, '']);
  const log = lines.join('');
  for (const secret of [key, pending, ...(replaced.form?.recoveryCodes ?? [])])
    expect(log).not.toContain(secret);
});

test('a user turns it off with the password, and an owner resets that of another user', async () => {
  const { accounts } = server.services;
  const protectedUsers = () => accounts.listUsersWithSecondFactor();
  await turnOn(server.getCookie('editor'));
  const person = server.getUserId('editor');
  expect(await protectedUsers()).toContain(person);
  const fields = { intent: 'reset-second-factor', person };
  expect((await send('/admin/people', fields, server.getCookie('author'))).status).not.toBe(303);
  expect(await protectedUsers()).toContain(person);
  expect((await send('/admin/people', fields, owner())).status).toBe(303);
  expect(await protectedUsers()).not.toContain(person);

  await turnOn(owner());
  const own = server.getUserId('owner');
  await send('/admin/people', { ...fields, person: own }, owner());
  const wrong = await send(page, { intent: 'turn-off', password: 'not the password' }, owner());
  expect([wrong.status, wrong.form?.errorCode]).toEqual([422, 'password.wrong']);
  expect(await protectedUsers()).toContain(own);
  expect((await send(page, { intent: 'turn-off', password }, owner())).location).toBe(page);
  expect(await protectedUsers()).not.toContain(own);
});

test('a reset link that is used up by its form still leads to the code', async () => {
  const { accounts } = server.services;
  const key = await turnOn(server.getCookie('editor'));
  const created = await accounts.createPasswordResetLink(server.getUserId('editor'));
  const { pathname, search, searchParams } = new URL(created.ok ? created.value.link : '');
  const newPassword = { token: searchParams.get('token') ?? '', 'new-password': password };
  const reset = await send(pathname + search, newPassword);
  expect([reset.status, reset.cookie, reset.isLinkInvalid]).toEqual([422, '', true]);
  const pending = reset.form?.pendingSignIn ?? '';
  const code = await readAuthenticatorApp(key, time);
  const done = await send('/admin/sign-in', { pending, code, to: '/admin/blog' });
  expect([done.status, done.location]).toEqual([303, '/admin/blog']);
});
