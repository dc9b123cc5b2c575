import { afterEach, expect, test, vi } from 'vitest';
import { turnOnSecondFactor } from '#accounts/fixtures/open-accounts.ts';
import { startTestServer } from '#test/support/start-server.ts';
import { fetchSessionUser, requestSignIn, sendSignInCode } from './sign-in-dialog.tsx';

const ada = { email: 'ada@example.org', password: 'correct horse battery' };

afterEach(() => void vi.unstubAllGlobals());

/** Accounts with one owner. `fetch` keeps cookies, like in a page of the server. */
async function startAccounts() {
  const server = await startTestServer({
    environment: { APP_SECRET: 'a secret for tests that is long enough 0123' },
  });
  const { accounts } = server.services;
  const token = (await accounts.firstOwnerToken()) ?? '';
  await accounts.createFirstOwner(token, { name: 'Ada', ...ada }, { headers: new Headers(), network: '' });
  let cookie = '';
  const realFetch = fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const headers = { origin: server.origin, 'sec-fetch-site': 'same-origin', cookie };
    const response = await realFetch(server.origin + path, {
      ...init,
      headers: { ...headers, ...init.headers },
    });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return response;
  });
  return server;
}

test('the session user is known after a sign-in', async () => {
  await using _server = await startAccounts();
  expect(await fetchSessionUser()).toBeNull();
  const result = await requestSignIn(ada);
  expect(result).toEqual({ ok: true, value: { id: expect.any(String), email: ada.email } });
  expect(await fetchSessionUser()).toEqual(result.ok && result.value);
});

test('a second factor is asked for after the password', async () => {
  await using server = await startAccounts();
  const { recoveryCodes } = await turnOnSecondFactor(server.services.accounts, ada, Date.now());
  const [recoveryCode = ''] = recoveryCodes;

  const started = await requestSignIn(ada);
  expect(started).toEqual({ ok: true, value: { pendingSignIn: expect.any(String) } });
  const { pendingSignIn } = started.ok ? (started.value as { pendingSignIn: string }) : { pendingSignIn: '' };
  expect(await fetchSessionUser()).toBeNull();
  expect(await sendSignInCode({ pendingSignIn, code: '12' })).toEqual({ ok: false, error: 'wrongCode' });
  expect(await sendSignInCode({ pendingSignIn: 'x', code: recoveryCode })).toEqual({
    ok: false,
    error: 'expired',
  });
  expect(await sendSignInCode({ pendingSignIn, code: recoveryCode })).toEqual({
    ok: true,
    value: { id: expect.any(String), email: ada.email },
  });
});

test('a wrong password, too many attempts and a missing connection give different errors', async () => {
  await using _server = await startAccounts();
  const wrong = { ...ada, password: 'not the password' };
  for (let attempt = 0; attempt < 5; attempt++) {
    expect(await requestSignIn(wrong)).toEqual({ ok: false, error: 'wrong' });
  }
  expect(await requestSignIn(ada)).toEqual({ ok: false, error: 'blocked' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
  expect(await requestSignIn(ada)).toEqual({ ok: false, error: 'offline' });
  expect(await fetchSessionUser()).toBeNull();
});
