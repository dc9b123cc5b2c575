import { existsSync, readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupProofLabel, backupProofMaxAgeMs } from '#backup/contract.ts';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import { startTestServer } from '#test/support/start-server.ts';

const secret = 'a-secret-of-this-test-0123456789abcdef';
const sealer = createSealer(secret, backupProofLabel);

async function start() {
  const clock = { now: 1_800_000_000_000 };
  const server = await startTestServer({
    environment: { APP_SECRET: secret },
    overrides: { now: () => clock.now },
  });
  const request = async (body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.origin}/api/local/archive`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sealer.seal(clock.now)}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
    });
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { server, clock, request, folder: server.services.backup.folder };
}

test('the server writes a backup for a caller with the secret', async () => {
  const { server, request, folder } = await start();
  await using _ = server;
  const created = await request({ work: 'backup' });
  expect(created).toMatchObject({ status: 200, body: { report: { missingFiles: 0 } } });
  expect(existsSync(join(folder, String(created.body.name)))).toBe(true);
  const content = await request({ work: 'export' });
  expect(content).toMatchObject({ status: 200, body: { report: { posts: 0 } } });
  expect(await request({ work: 'import', name: content.body.name, replace: false })).toMatchObject({
    status: 200,
    body: { result: { ok: true, value: { posts: [] } } },
  });
});

test('only an authorized backup request disables the idle timeout of its connection', async () => {
  const { server, request } = await start();
  await using _ = server;
  const limits: (number | undefined)[] = [];
  const sockets: Socket[] = [];
  server.httpServer.on('connection', (socket) => sockets.push(socket));
  const { backup } = server.services;
  const { createBackup } = backup;
  backup.createBackup = (path) => {
    limits.push(sockets.at(-1)?.timeout);
    return createBackup(path);
  };
  server.httpServer.on('request', () => limits.push(sockets.at(-1)?.timeout));
  expect((await request({ work: 'backup' })).status).toBe(200);
  expect((await request({ work: 'backup' }, { authorization: 'Bearer x' })).status).toBe(401);
  expect(limits).toEqual([server.httpServer.timeout, 0, server.httpServer.timeout]);
});

test('missing, expired, foreign and used proofs are rejected, and nothing is written', async () => {
  const { server, clock, request, folder } = await start();
  await using _ = server;
  const singleUseProof = sealer.seal(clock.now);
  const proofs = [
    '',
    'x',
    createSealer('another-secret-0123456789abcdefghij', backupProofLabel).seal(clock.now),
    createSealer(secret, 'owner-proof').seal(clock.now),
    sealer.seal(clock.now - backupProofMaxAgeMs - 1),
    sealer.seal(clock.now + backupProofMaxAgeMs + 1),
    sealer.seal(String(clock.now)),
  ];
  for (const proof of proofs)
    expect((await request({ work: 'backup' }, { authorization: `Bearer ${proof}` })).status).toBe(401);
  expect((await request({ work: 'nothing' }, { authorization: `Bearer ${singleUseProof}` })).status).toBe(
    400,
  );
  expect((await request({ work: 'backup' }, { authorization: `Bearer ${singleUseProof}` })).status).toBe(401);
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
});

test('requests through a proxy or from a page are rejected even with a proof', async () => {
  const { server, request } = await start();
  await using _ = server;
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'origin'])
    expect((await request({ work: 'backup' }, { [name]: '127.0.0.1' })).status).toBe(401);
});

test('file names that are not archive ids are rejected', async () => {
  const { server, request } = await start();
  await using _ = server;
  for (const name of [
    '../../etc/passwd',
    '/etc/passwd',
    'a.zip',
    '../00000000-0000-0000-0000-000000000000.zip',
  ])
    expect((await request({ work: 'import', name, replace: false })).status).toBe(400);
});
