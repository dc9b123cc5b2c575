import { expect, test } from 'vitest';
import { backupProofLabel } from '#backup/contract.ts';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import { startTestServer } from '#test/support/start-server.ts';

const secret = 'a-secret-of-this-test-0123456789abcdef';
const proof = () => createSealer(secret, backupProofLabel).seal(Date.now());

async function start() {
  const server = await startTestServer({ environment: { APP_SECRET: secret } });
  return {
    server,
    readStatus: () => server.services.figures.readStatus(),
    async report(body: unknown, headers: Record<string, string> = { authorization: `Bearer ${proof()}` }) {
      const response = await fetch(`${server.origin}/api/local/canary`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      return response.status;
    },
  };
}

test('the result of the canary becomes the status, and it has no link', async () => {
  const { server, readStatus, report } = await start();
  await using _ = server;
  expect(await report({ code: 'upstream.changed' })).toBe(200);
  expect(await readStatus()).toMatchObject({
    state: 'unreadable',
    failure: { source: 'canary', code: 'upstream.changed' },
  });
  expect(await report({ code: null })).toBe(200);
  expect(await readStatus()).toMatchObject({ state: 'readable', read: { source: 'canary' } });
  for (const body of [{}, { code: 'x' }, { code: null, link: 'https://www.threads.com/@a/post/b' }])
    expect(await report(body)).toBe(400);
});

test('only the machine of the server with its secret may report', async () => {
  const { server, readStatus, report } = await start();
  await using _ = server;
  const used = `Bearer ${proof()}`;
  expect(await report({ code: null }, { authorization: used })).toBe(200);
  const before = await readStatus();
  for (const headers of [
    { authorization: used },
    { authorization: '' },
    { authorization: `Bearer ${proof()}`, 'x-forwarded-for': '127.0.0.1' },
    { authorization: `Bearer ${proof()}`, origin: server.origin },
  ])
    expect(await report({ code: 'upstream.changed' }, headers)).toBe(401);
  expect(await readStatus()).toEqual(before);
});
