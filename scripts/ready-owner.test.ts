import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureOwner } from './ready-owner.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unspool-owner-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Responds to every form with `status`, and records the forms. */
async function startFormServer(status: number) {
  const forms: URLSearchParams[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    forms.push(new URLSearchParams(body));
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    forms,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

test('creates the owner with a random password, and prints the same one at the next start', async () => {
  await using form = await startFormServer(303);
  const output = await ensureOwner(form.origin, 'https://blog.example/admin/set-up?token=once', folder);
  const password = form.forms[0]?.get('new-password') ?? '';
  expect(form.forms[0]?.get('token')).toBe('once');
  expect(password.length).toBeGreaterThanOrEqual(16);
  expect(output).toContain(`${form.origin}/admin/blog`);
  expect(output).toContain(password);
  expect(statSync(join(folder, 'ready-owner.json')).mode & 0o077).toBe(0);
  expect(await ensureOwner(form.origin, null, folder)).toBe(output);
  expect(form.forms).toHaveLength(1);
});

test('prints the setup link if the owner cannot be created', async () => {
  await using form = await startFormServer(200);
  const link = `${form.origin}/admin/set-up?token=once`;
  expect(await ensureOwner(form.origin, link, folder)).toContain(link);
  expect(await ensureOwner(form.origin, null, folder)).toBeNull();
});
