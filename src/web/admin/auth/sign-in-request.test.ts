import { expect, test } from 'vitest';
import { startTestServer } from '#test/support/start-server.ts';
import { fetchSessionUser, requestSignIn } from './sign-in-request.ts';

const ada = { email: 'ada@example.org', password: 'correct horse battery' };

/** Accounts with one owner, and a client that keeps cookies like a browser. */
async function startAccounts() {
  const server = await startTestServer({
    environment: { APP_SECRET: 'a secret for tests that is long enough 0123' },
  });
  const { accounts } = server.services;
  const token = (await accounts.firstOwnerToken()) ?? '';
  await accounts.createFirstOwner(token, { name: 'Ada', ...ada }, { headers: new Headers(), network: '' });
  let cookie = '';
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = { origin: server.origin, 'sec-fetch-site': 'same-origin', cookie };
    const response = await fetch(server.origin + path, { ...init, headers: { ...headers, ...init.headers } });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return response;
  };
  return { ...server, request };
}

test('the session user is known after a sign-in', async () => {
  await using server = await startAccounts();
  expect(await fetchSessionUser(server.request)).toBeNull();
  const result = await requestSignIn(server.request, ada);
  expect(result).toEqual({ ok: true, value: { id: expect.any(String), email: ada.email } });
  expect(await fetchSessionUser(server.request)).toEqual(result.ok && result.value);
});

test('a wrong password, too many attempts and a missing connection give different errors', async () => {
  await using server = await startAccounts();
  const wrong = { ...ada, password: 'not the password' };
  for (let attempt = 0; attempt < 5; attempt++) {
    expect(await requestSignIn(server.request, wrong)).toEqual({ ok: false, error: 'wrong' });
  }
  expect(await requestSignIn(server.request, ada)).toEqual({ ok: false, error: 'blocked' });
  const failingFetch = () => Promise.reject(new TypeError('fetch failed'));
  expect(await requestSignIn(failingFetch, ada)).toEqual({ ok: false, error: 'offline' });
  expect(await fetchSessionUser(failingFetch)).toBeNull();
});
