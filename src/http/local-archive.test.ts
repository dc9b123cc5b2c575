import { existsSync, readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { archiveProofLabel, archiveProofMs } from '#archive/contract.ts';
import { createSealer } from '#platform/sealed-token.ts';
import { startEdge } from '#test/support/start-edge.ts';

const secret = 'a-secret-of-this-test-0123456789abcdef';
const sealer = createSealer(secret, archiveProofLabel);

async function start() {
  const clock = { now: 1_800_000_000_000 };
  const edge = await startEdge({ environment: { APP_SECRET: secret }, overrides: { now: () => clock.now } });
  const ask = async (body: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${edge.origin}/api/local/archive`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sealer.seal(clock.now)}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
    });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return { edge, clock, ask, folder: edge.services.archive.folder };
}

test('the running product writes a backup into its folder for who has its secret', async () => {
  const { edge, ask, folder } = await start();
  await using _ = edge;
  const made = await ask({ work: 'backup' });
  expect(made).toMatchObject({ status: 200, body: { report: { missingFiles: 0 } } });
  expect(existsSync(join(folder, String(made.body.name)))).toBe(true);
  const content = await ask({ work: 'export' });
  expect(content).toMatchObject({ status: 200, body: { report: { posts: 0 } } });
  expect(await ask({ work: 'import', name: content.body.name, replace: false })).toMatchObject({
    ...{ status: 200, body: { result: { ok: true, value: { posts: [] } } } },
  });
});

test('a backup may take longer than any connection may stand still, and nobody else is let', async () => {
  const { edge, ask } = await start();
  await using _ = edge;
  const limits: (number | undefined)[] = [];
  const sockets: Socket[] = [];
  edge.server.on('connection', (socket) => sockets.push(socket));
  const { archive } = edge.services;
  const { backUp } = archive;
  archive.backUp = (path) => {
    limits.push(sockets.at(-1)?.timeout);
    return backUp(path);
  };
  edge.server.on('request', () => limits.push(sockets.at(-1)?.timeout));
  expect((await ask({ work: 'backup' })).status).toBe(200);
  expect((await ask({ work: 'backup' }, { authorization: 'Bearer x' })).status).toBe(401);
  expect(limits).toEqual([edge.server.timeout, 0, edge.server.timeout]);
});

test('who has no proof, an old one, one for something else or one that was used is refused, and nothing is written', async () => {
  const { edge, clock, ask, folder } = await start();
  await using _ = edge;
  const once = sealer.seal(clock.now);
  const proofs = [
    '',
    'x',
    createSealer('another-secret-0123456789abcdefghij', archiveProofLabel).seal(clock.now),
    createSealer(secret, 'owner-proof').seal(clock.now),
    sealer.seal(clock.now - archiveProofMs - 1),
    sealer.seal(clock.now + archiveProofMs + 1),
    sealer.seal(String(clock.now)),
  ];
  for (const proof of proofs)
    expect((await ask({ work: 'backup' }, { authorization: `Bearer ${proof}` })).status).toBe(401);
  expect((await ask({ work: 'nothing' }, { authorization: `Bearer ${once}` })).status).toBe(400);
  expect((await ask({ work: 'backup' }, { authorization: `Bearer ${once}` })).status).toBe(401);
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
});

test('what came through a proxy or from a page is refused, even with a proof', async () => {
  const { edge, ask } = await start();
  await using _ = edge;
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'origin'])
    expect((await ask({ work: 'backup' }, { [name]: '127.0.0.1' })).status).toBe(401);
});

test('no path is taken from a request', async () => {
  const { edge, ask } = await start();
  await using _ = edge;
  for (const name of [
    '../../etc/passwd',
    '/etc/passwd',
    'a.zip',
    '../00000000-0000-0000-0000-000000000000.zip',
  ])
    expect((await ask({ work: 'import', name, replace: false })).status).toBe(400);
});
