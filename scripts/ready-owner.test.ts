import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readyOwner } from './ready-owner.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unspool-owner-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A server that answers every form with `status`, and keeps what was sent. */
async function startForm(status: number) {
  const forms: URLSearchParams[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    forms.push(new URLSearchParams(body));
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    forms,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

test('the owner is made with a password of chance, and the next start says the same', async () => {
  await using form = await startForm(303);
  const said = await readyOwner(form.address, 'https://blog.example/admin/set-up?token=once', folder);
  const password = form.forms[0]?.get('new-password') ?? '';
  expect(form.forms[0]?.get('token')).toBe('once');
  expect(password.length).toBeGreaterThanOrEqual(16);
  expect(said).toContain(`${form.address}/admin/blog`);
  expect(said).toContain(password);
  expect(statSync(join(folder, 'ready-owner.json')).mode & 0o077).toBe(0);
  expect(await readyOwner(form.address, null, folder)).toBe(said);
  expect(form.forms).toHaveLength(1);
});

test('where the owner can not be made, the link to make one is told', async () => {
  await using form = await startForm(200);
  const link = `${form.address}/admin/set-up?token=once`;
  expect(await readyOwner(form.address, link, folder)).toContain(link);
  expect(await readyOwner(form.address, null, folder)).toBeNull();
});
