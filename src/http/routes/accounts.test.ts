import { expect, test } from 'vitest';
import { ownerProofLabel } from '#accounts/contract.ts';
import { readAuthenticatorApp, turnOnSecondFactor } from '#accounts/fixtures/open-accounts.ts';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import { startTestServer } from '#test/support/start-server.ts';
import { startValkey, withoutValkey } from '#test/support/valkey-server.ts';
import { createAccountsRoutes } from './accounts.ts';

const secret = 'a secret for tests that is long enough 0123';
const ada = { email: 'ada@example.org', password: 'correct horse battery' };

async function startAccounts(environment: Record<string, string> = {}, now = Date.now) {
  const server = await startTestServer({
    environment: { APP_SECRET: secret, ...environment },
    overrides: { now },
  });
  const { accounts } = server.services;
  const token = (await accounts.firstOwnerToken()) ?? '';
  const client = { headers: new Headers(), network: '' };
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${server.origin}/api/accounts${path}`, init);
  const sameOriginHeaders = { origin: server.origin, 'sec-fetch-site': 'same-origin' };
  const json = { 'content-type': 'application/json' };
  return {
    ...server,
    request,
    sameOriginHeaders,
    createOwner: () => accounts.createFirstOwner(token, { name: 'Ada', ...ada }, client),
    signIn: (body: unknown, headers: Record<string, string> = sameOriginHeaders) =>
      request('/sign-in', { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) }),
  };
}

const getCookie = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

test('a client signs in, reads and renews its session, and signs out', async () => {
  await using server = await startAccounts();
  await server.createOwner();
  const signInResponse = await server.signIn(ada);
  expect(signInResponse.status).toBe(200);
  expect(signInResponse.headers.get('cache-control')).toBe('private, no-store');
  const headers = { cookie: getCookie(signInResponse), ...server.sameOriginHeaders };
  const session = await server.request('/session', { headers });
  expect(await session.json()).toMatchObject({ user: { email: ada.email, name: 'Ada', role: 'owner' } });
  const renewed = await server.request('/session/renew', { method: 'POST', headers });
  expect(getCookie(renewed)).toBe(headers.cookie);
  expect(((await renewed.json()) as { expiresAt: number }).expiresAt).toBeGreaterThan(Date.now());
  expect((await server.request('/sign-out', { method: 'POST', headers })).status).toBe(200);
  for (const [path, method] of [
    ['/session', 'GET'],
    ['/session/renew', 'POST'],
  ] as const) {
    const response = await server.request(path, { method, headers });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      401,
      'request.anonymous',
    ]);
  }
});

test('a client with a second factor signs in with the password, then with the code', async () => {
  const time = Date.now();
  await using server = await startAccounts({}, () => time);
  await server.createOwner();
  const { key } = await turnOnSecondFactor(server.services.accounts, ada, time);
  const started = await server.signIn(ada);
  expect([started.status, started.headers.getSetCookie()]).toEqual([401, []]);
  const body = (await started.json()) as { pendingSignIn: string };
  expect(body).toEqual({ success: false, code: 'code.missing', pendingSignIn: expect.any(String) });
  const sendCode = (input: object) =>
    server.request('/sign-in/code', {
      method: 'POST',
      headers: { ...server.sameOriginHeaders, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
  const { pendingSignIn } = body;
  const wrong = await sendCode({ pendingSignIn, code: '12' });
  expect([wrong.status, await wrong.json()]).toEqual([
    401,
    { success: false, code: 'code.wrong', pendingSignIn },
  ]);
  expect((await sendCode({ pendingSignIn, code: 7 })).status).toBe(400);
  const done = await sendCode({ pendingSignIn, code: await readAuthenticatorApp(key, time) });
  expect([done.status, await done.json()]).toEqual([200, { success: true }]);
  expect((await server.request('/session', { headers: { cookie: getCookie(done) } })).status).toBe(200);
});

test('the command line turns off the second factor of a locked-out owner, only with the server secret', async () => {
  const time = Date.now();
  await using server = await startAccounts({}, () => time);
  await server.createOwner();
  await turnOnSecondFactor(server.services.accounts, ada, time);
  const requestReset = (proof: string) =>
    server.request('/owner-link?second-factor=reset', {
      method: 'POST',
      headers: { authorization: `Bearer ${proof}` },
    });
  expect((await requestReset('x')).status).toBe(401);
  expect((await server.signIn(ada)).status).toBe(401);
  const reset = await requestReset(createSealer(secret, ownerProofLabel).seal(Date.now()));
  expect(await reset.json()).toMatchObject({ kind: 'reset' });
  expect((await server.signIn(ada)).status).toBe(200);
});

test('a wrong password and an unknown email look the same, and repeated attempts are blocked', async () => {
  await using server = await startAccounts();
  await server.createOwner();
  const wrong = await server.signIn({ ...ada, password: 'not the password' });
  const unknown = await server.signIn({ ...ada, email: 'eve@example.org' });
  expect(wrong.status).toBe(401);
  expect([unknown.status, await unknown.text()]).toEqual([wrong.status, await wrong.text()]);
  for (let attempt = 1; attempt < 5; attempt++) await server.signIn({ ...ada, password: 'not the password' });
  const blocked = await server.signIn(ada);
  expect(blocked.status).toBe(429);
  expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(800);
  expect(blocked.headers.getSetCookie()).toEqual([]);
});

async function blockOneNetwork(environment: Record<string, string>) {
  await using server = await startAccounts({ TRUSTED_PROXIES: '127.0.0.1', ...environment });
  await server.createOwner();
  const signIn = (password: string, network: string, cookie = '') => {
    const headers = { ...server.sameOriginHeaders, 'x-forwarded-for': network, cookie };
    return server.signIn({ ...ada, password }, headers);
  };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt++)
    statuses.push((await signIn('not the password', '203.0.113.66')).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  const elsewhere = await signIn(ada.password, '198.51.100.7');
  expect(elsewhere.status).toBe(200);
  expect((await signIn(ada.password, '203.0.113.66')).status).toBe(429);
  const cookies = elsewhere.headers.getSetCookie().map((line) => line.split(';')[0]);
  expect((await signIn(ada.password, '203.0.113.66', cookies.join('; '))).status).toBe(200);
}

test('wrong passwords from one network block no other and no known browser', () => blockOneNetwork({}));

test.skipIf(withoutValkey())('wrong passwords block nobody else on nodes that share limits', async () => {
  await using valkey = await startValkey();
  await blockOneNetwork({ VALKEY_URL: valkey.url });
});

test('spoofed forwarding headers do not change the network of a client', async () => {
  await using server = await startAccounts();
  await server.createOwner();
  for (let index = 0; index < 25; index++) {
    const spoofed = {
      ...server.sameOriginHeaders,
      'x-forwarded-for': `198.51.100.${index}`,
      'x-client-network': `${index}`,
    };
    await server.signIn({ email: `p${index}@example.org`, password: 'x' }, spoofed);
  }
  expect(
    (await server.signIn(ada, { ...server.sameOriginHeaders, 'x-forwarded-for': '198.51.100.99' })).status,
  ).toBe(429);
});

const writes = createAccountsRoutes({ accounts: {} as never })
  .routes.filter(({ method, path }) => method === 'POST' && path !== '/owner-link')
  .map(({ path }) => path);

test('the router has exactly the known write routes', () => {
  expect([...new Set(writes)].sort()).toEqual(['/session/renew', '/sign-in', '/sign-in/code', '/sign-out']);
});

test.each([...new Set(writes)])(
  '%s rejects cross-site requests and requests without an Origin',
  async (path) => {
    await using server = await startAccounts();
    await server.createOwner();
    const cookie = getCookie(await server.signIn(ada));
    const rejectedHeaders: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: server.origin.replace('http:', 'https:'), 'sec-fetch-site': 'same-origin' },
      { origin: server.origin, 'sec-fetch-site': 'cross-site' },
      { origin: server.origin, 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of rejectedHeaders) {
      const sent = { ...headers, cookie, 'content-type': 'application/json' };
      const response = await server.request(path, {
        method: 'POST',
        headers: sent,
        body: JSON.stringify(ada),
      });
      expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
    }
    expect((await server.request('/session', { headers: { cookie } })).status).toBe(200);
    expect((await server.request(path, { headers: { cookie } })).status).toBe(404);
  },
);

test('a sign-in body that is not JSON, has unknown fields or is too long is rejected', async () => {
  await using server = await startAccounts();
  await server.createOwner();
  const form = await server.request('/sign-in', {
    method: 'POST',
    headers: server.sameOriginHeaders,
    body: new URLSearchParams(ada),
  });
  expect(form.status).toBe(400);
  expect((await server.signIn({ ...ada, role: 'owner' })).status).toBe(400);
  expect((await server.signIn({ ...ada, password: 'x'.repeat(5000) })).status).toBe(413);
});

test('a proof made with the server secret returns a set-up link, then a reset link', async () => {
  await using server = await startAccounts();
  const requestOwnerLink = (proof: string) =>
    server.request('/owner-link', { method: 'POST', headers: { authorization: `Bearer ${proof}` } });
  const proofs = createSealer(secret, ownerProofLabel);
  const first = (await (await requestOwnerLink(proofs.seal(Date.now()))).json()) as {
    kind: string;
    path: string;
  };
  expect(first).toEqual({
    kind: 'set-up',
    path: expect.stringMatching(/^\/admin\/set-up\?token=[\w-]{43}$/),
  });
  await server.createOwner();
  const second = (await (await requestOwnerLink(proofs.seal(Date.now()))).json()) as {
    kind: string;
    path: string;
  };
  expect(second).toEqual({ kind: 'reset', path: expect.stringMatching(/^\/admin\/reset\?token=[\w-]{43}$/) });
  const invalidProofs = [
    '',
    'x',
    proofs.seal(Date.now() - 61_000),
    createSealer(secret, 'verification').seal(Date.now()),
    createSealer(`${secret}4`, ownerProofLabel).seal(Date.now()),
  ];
  for (const proof of invalidProofs) expect((await requestOwnerLink(proof)).status).toBe(401);
});
