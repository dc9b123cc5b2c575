import { afterAll, beforeAll, expect, test } from 'vitest';
import { recentSignInMs } from '#accounts/contract.ts';
import { startAdminPages } from '#test/support/start-admin-pages.ts';
import type { AdminTestServer } from '#test/support/start-admin-server.ts';

const password = 'correct horse battery';
let server: AdminTestServer;
let sinceSignIn = 0;
beforeAll(async () => {
  server = await startAdminPages({ overrides: { now: () => Date.now() + sinceSignIn } });
});
afterAll(() => server?.[Symbol.asyncDispose]());

async function send(path: string, fields: Record<string, string>) {
  const response = await fetch(server.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: server.origin,
      cookie: server.getCookie('owner'),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  });
  const text = await response.text();
  const { actionData } = text.startsWith('{') ? JSON.parse(text) : { actionData: null };
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    form: Object.values(actionData ?? {})[0] as { unconfirmed?: object; createdKey?: string } | undefined,
  };
}

const listUsers = async () => JSON.stringify(await server.services.accounts.listUsers());
const listKeys = () => server.services.accounts.listApiKeys();
const listInvitations = () => server.services.accounts.listInvitations();

test('a recent sign-in is enough', async () => {
  sinceSignIn = recentSignInMs - 60_000;
  const fields = { intent: 'role', person: server.getUserId('author'), role: 'editor' };
  expect((await send('/admin/people', fields)).status).toBe(303);
});

test('later, roles, users, invitations, reset links, second factors and keys need the password', async () => {
  sinceSignIn = recentSignInMs + 1_000;
  const person = server.getUserId('editor');
  const users = await listUsers();
  const changes: [path: string, fields: Record<string, string>][] = [
    ['/admin/people', { intent: 'role', person, role: 'owner' }],
    ['/admin/people', { intent: 'remove', person }],
    ['/admin/people', { intent: 'reset', person }],
    ['/admin/people', { intent: 'invite', email: 'eve@example.org', role: 'owner' }],
    ['/admin/keys', { intent: 'make', name: 'Backups', limit: '10', end: '' }],
    ['/admin/people', { intent: 'reset-second-factor', person }],
  ];
  for (const [path, fields] of changes) {
    const { status, form } = await send(path, fields);
    expect(status).toBe(422);
    expect(form?.unconfirmed).toEqual({ errorCode: 'password.missing', fields: Object.entries(fields) });
  }
  expect([await listUsers(), await listKeys(), await listInvitations()]).toEqual([users, [], []]);

  const made = await send('/admin/keys', { ...changes[4]?.[1], 'confirm-password': password });
  expect(made.form?.createdKey).toMatch(/^unspool_/);
  const changed = await send('/admin/people', { ...changes[0]?.[1], 'confirm-password': password });
  expect(changed.status).toBe(303);
  expect(await server.services.accounts.listUsers()).toContainEqual(
    expect.objectContaining({ id: person, role: 'owner' }),
  );
});

test('later, another mail server needs the password, since it gets the reset links', async () => {
  const path = '/admin/settings/mail';
  const fields = { intent: 'save', 'mail-host': 'evil.example', 'mail-security': 'tls' };
  const { status, form } = await send(path, fields);
  expect(status).toBe(422);
  expect(form?.unconfirmed).toEqual({ errorCode: 'password.missing', fields: Object.entries(fields) });
  const { settings } = server.services;
  expect(settings.server().SMTP_URL).toBeUndefined();
  await send('/admin/settings/contact', { intent: 'save', CONTACT_EMAIL: 'me@example.org' });
  expect((await send(path, { ...fields, 'confirm-password': password })).status).toBe(303);
  expect(settings.server().SMTP_URL).toBe('smtps://evil.example');
  expect((await send(path, fields)).status).toBe(303);
  expect((await send(path, { ...fields, 'mail-host': '' })).status).toBe(303);
  expect(settings.server().SMTP_URL).toBeUndefined();
});

test('a key is revoked and an invitation canceled without the password', async () => {
  const [key] = await listKeys();
  expect((await send('/admin/keys', { intent: 'withdraw', key: key?.id ?? '' })).status).toBe(303);
  expect(await listKeys()).toEqual([]);
  expect((await send('/admin/people', { intent: 'withdraw', invitation: 'x' })).status).toBe(303);
});

test('wrong passwords are limited like those of signing in, and nothing changes', async () => {
  const fields = { intent: 'invite', email: 'eve@example.org', role: 'owner', 'confirm-password': 'wrong' };
  const rejected = await send('/admin/people', fields);
  expect(rejected.form?.unconfirmed).toMatchObject({ errorCode: 'password.wrong' });
  expect(JSON.stringify(rejected.form)).not.toContain('confirm-password');
  for (let attempt = 1; attempt < 5; attempt++) await send('/admin/people', fields);
  const blocked = await send('/admin/people', { ...fields, 'confirm-password': password });
  expect([blocked.status, blocked.form?.unconfirmed]).toMatchObject([
    429,
    { errorCode: 'attempts.too_many' },
  ]);
  expect(Number(blocked.retryAfter)).toBeGreaterThan(1);
  expect(await listInvitations()).toEqual([]);
});
