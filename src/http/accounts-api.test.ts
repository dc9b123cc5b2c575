import { expect, test } from 'vitest';
import { ownerProofLabel } from '#accounts/contract.ts';
import { createSealer } from '#platform/sealed-token.ts';
import { startEdge } from '#test/support/start-edge.ts';
import { createAccountsApi } from './accounts-api.ts';

const secret = 'a secret for tests that is long enough 0123';
const ada = { email: 'ada@example.org', password: 'correct horse battery' };

async function startAccounts() {
  const edge = await startEdge({ environment: { APP_SECRET: secret } });
  const { accounts } = edge.services;
  const token = (await accounts.firstOwnerToken()) ?? '';
  const caller = { headers: new Headers(), network: '' };
  const ask = (path: string, init: RequestInit = {}) => fetch(`${edge.origin}/api/accounts${path}`, init);
  const own = { origin: edge.origin, 'sec-fetch-site': 'same-origin' };
  const json = { 'content-type': 'application/json' };
  return {
    ...edge,
    ask,
    own,
    makeOwner: () => accounts.createFirstOwner(token, { name: 'Ada', ...ada }, caller),
    signIn: (body: unknown, headers: Record<string, string> = own) =>
      ask('/sign-in', { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) }),
  };
}

const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';

test('a page that stays open signs in, asks who it is, renews and signs out', async () => {
  await using edge = await startAccounts();
  await edge.makeOwner();
  const entered = await edge.signIn(ada);
  expect(entered.status).toBe(200);
  expect(entered.headers.get('cache-control')).toBe('private, no-store');
  const headers = { cookie: cookieOf(entered), ...edge.own };
  const session = await edge.ask('/session', { headers });
  expect(await session.json()).toMatchObject({ user: { email: ada.email, name: 'Ada', role: 'owner' } });
  const renewed = await edge.ask('/session/renew', { method: 'POST', headers });
  expect(cookieOf(renewed)).toBe(headers.cookie);
  expect(((await renewed.json()) as { expiresAt: number }).expiresAt).toBeGreaterThan(Date.now());
  expect((await edge.ask('/sign-out', { method: 'POST', headers })).status).toBe(200);
  for (const [path, method] of [
    ['/session', 'GET'],
    ['/session/renew', 'POST'],
  ] as const) {
    const refused = await edge.ask(path, { method, headers });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      401,
      'request.anonymous',
    ]);
  }
});

test('a wrong password and an unknown address have one answer, and too many tries say how long to wait', async () => {
  await using edge = await startAccounts();
  await edge.makeOwner();
  const wrong = await edge.signIn({ ...ada, password: 'not the password' });
  const unknown = await edge.signIn({ ...ada, email: 'eve@example.org' });
  expect(wrong.status).toBe(401);
  expect([unknown.status, await unknown.text()]).toEqual([wrong.status, await wrong.text()]);
  for (let tried = 1; tried < 5; tried++) await edge.signIn({ ...ada, password: 'not the password' });
  const blocked = await edge.signIn(ada);
  expect(blocked.status).toBe(429);
  expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(800);
  expect(blocked.headers.getSetCookie()).toEqual([]);
});

test('a header of a visitor’s own does not make them another network', async () => {
  await using edge = await startAccounts();
  await edge.makeOwner();
  for (let place = 0; place < 25; place++) {
    const spoofed = { ...edge.own, 'x-forwarded-for': `198.51.100.${place}`, 'x-client-network': `${place}` };
    await edge.signIn({ email: `p${place}@example.org`, password: 'x' }, spoofed);
  }
  expect((await edge.signIn(ada, { ...edge.own, 'x-forwarded-for': '198.51.100.99' })).status).toBe(429);
});

const writes = createAccountsApi({ services: {} as never, publicOrigin: '', trustedProxies: [] })
  .routes.filter(({ method, path }) => method === 'POST' && path !== '/owner-link')
  .map(({ path }) => path);

test('the writes are those that are known', () => {
  expect([...new Set(writes)].sort()).toEqual(['/session/renew', '/sign-in', '/sign-out']);
});

test.each([...new Set(writes)])(
  '%s is refused to other sites, and to who does not say where from',
  async (path) => {
    await using edge = await startAccounts();
    await edge.makeOwner();
    const cookie = cookieOf(await edge.signIn(ada));
    const foreign: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: edge.origin, 'sec-fetch-site': 'cross-site' },
      { origin: edge.origin, 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      const sent = { ...headers, cookie, 'content-type': 'application/json' };
      const refused = await edge.ask(path, { method: 'POST', headers: sent, body: JSON.stringify(ada) });
      expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []]);
    }
    expect((await edge.ask('/session', { headers: { cookie } })).status).toBe(200);
    expect((await edge.ask(path, { headers: { cookie } })).status).toBe(404);
  },
);

test('a sign-in that is no JSON, has more fields or is too long is refused', async () => {
  await using edge = await startAccounts();
  await edge.makeOwner();
  const form = await edge.ask('/sign-in', {
    method: 'POST',
    headers: edge.own,
    body: new URLSearchParams(ada),
  });
  expect(form.status).toBe(400);
  expect((await edge.signIn({ ...ada, role: 'owner' })).status).toBe(400);
  expect((await edge.signIn({ ...ada, password: 'x'.repeat(5000) })).status).toBe(413);
});

test('who has the server’s secret gets a link: to the first owner, then to that owner’s new password', async () => {
  await using edge = await startAccounts();
  const ask = (proof: string) =>
    edge.ask('/owner-link', { method: 'POST', headers: { authorization: `Bearer ${proof}` } });
  const proofs = createSealer(secret, ownerProofLabel);
  const first = (await (await ask(proofs.seal(Date.now()))).json()) as { kind: string; path: string };
  expect(first).toEqual({
    kind: 'set-up',
    path: expect.stringMatching(/^\/admin\/set-up\?token=[\w-]{43}$/),
  });
  await edge.makeOwner();
  const second = (await (await ask(proofs.seal(Date.now()))).json()) as { kind: string; path: string };
  expect(second).toEqual({ kind: 'reset', path: expect.stringMatching(/^\/admin\/reset\?token=[\w-]{43}$/) });
  const refused = [
    '',
    'x',
    proofs.seal(Date.now() - 61_000),
    createSealer(secret, 'verification').seal(Date.now()),
    createSealer(`${secret}4`, ownerProofLabel).seal(Date.now()),
  ];
  for (const proof of refused) expect((await ask(proof)).status).toBe(401);
});
