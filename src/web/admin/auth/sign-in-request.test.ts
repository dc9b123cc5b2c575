import { expect, test } from 'vitest';
import { startTestServer } from '#test/support/start-server.ts';
import { fetchSessionUser, requestSignIn } from './sign-in-request.ts';

const ada = { email: 'ada@example.org', password: 'correct horse battery' };

/** Accounts with one owner, and a client that keeps cookies like a browser. */
async function startAccounts() {
  const edge = await startTestServer({
    environment: { APP_SECRET: 'a secret for tests that is long enough 0123' },
  });
  const { accounts } = edge.services;
  const token = (await accounts.firstOwnerToken()) ?? '';
  await accounts.createFirstOwner(token, { name: 'Ada', ...ada }, { headers: new Headers(), network: '' });
  let cookie = '';
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = { origin: edge.origin, 'sec-fetch-site': 'same-origin', cookie };
    const response = await fetch(edge.origin + path, { ...init, headers: { ...headers, ...init.headers } });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return response;
  };
  return { ...edge, request };
}

test('the session user is known after a sign-in', async () => {
  await using edge = await startAccounts();
  expect(await fetchSessionUser(edge.request)).toBeNull();
  const entered = await requestSignIn(edge.request, ada);
  expect(entered).toEqual({ ok: true, value: { id: expect.any(String), email: ada.email } });
  expect(await fetchSessionUser(edge.request)).toEqual(entered.ok && entered.value);
});

test('a wrong password, too many attempts and a missing connection give different errors', async () => {
  await using edge = await startAccounts();
  const wrong = { ...ada, password: 'not the password' };
  for (let attempt = 0; attempt < 5; attempt++) {
    expect(await requestSignIn(edge.request, wrong)).toEqual({ ok: false, error: 'wrong' });
  }
  expect(await requestSignIn(edge.request, ada)).toEqual({ ok: false, error: 'blocked' });
  const away = () => Promise.reject(new TypeError('fetch failed'));
  expect(await requestSignIn(away, ada)).toEqual({ ok: false, error: 'offline' });
  expect(await fetchSessionUser(away)).toBeNull();
});
