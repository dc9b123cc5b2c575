import { expect, test } from 'vitest';
import { startEdge } from '#test/support/start-edge.ts';
import { signInAgain, whoIsSignedIn } from './sign-in-again.ts';

const ada = { email: 'ada@example.org', password: 'correct horse battery' };

/** The product's accounts with one owner, and what asks them as a browser would, cookies and all. */
async function startAccounts() {
  const edge = await startEdge({
    environment: { APP_SECRET: 'a secret for tests that is long enough 0123' },
  });
  const { accounts } = edge.services;
  const token = (await accounts.firstOwnerToken()) ?? '';
  await accounts.createFirstOwner(token, { name: 'Ada', ...ada }, { headers: new Headers(), network: '' });
  let cookie = '';
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { origin: edge.origin, 'sec-fetch-site': 'same-origin', cookie };
    const answer = await fetch(edge.origin + path, { ...init, headers: { ...headers, ...init.headers } });
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return answer;
  };
  return { ...edge, ask };
}

test('who signs in is told apart from who was there before, by their account', async () => {
  await using edge = await startAccounts();
  expect(await whoIsSignedIn(edge.ask)).toBeNull();
  const entered = await signInAgain(edge.ask, ada);
  expect(entered).toEqual({ ok: true, value: { id: expect.any(String), email: ada.email } });
  expect(await whoIsSignedIn(edge.ask)).toEqual(entered.ok && entered.value);
});

test('a wrong password, too many tries and no connection are told apart', async () => {
  await using edge = await startAccounts();
  const wrong = { ...ada, password: 'not the password' };
  for (let tries = 0; tries < 5; tries++) {
    expect(await signInAgain(edge.ask, wrong)).toEqual({ ok: false, error: 'wrong' });
  }
  expect(await signInAgain(edge.ask, ada)).toEqual({ ok: false, error: 'blocked' });
  const away = () => Promise.reject(new TypeError('fetch failed'));
  expect(await signInAgain(away, ada)).toEqual({ ok: false, error: 'offline' });
  expect(await whoIsSignedIn(away)).toBeNull();
});
