import { statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listen } from '#test/support/local-servers.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureOwner } from './ready-owner.ts';

/** Responds to every form with `status`, and records the forms. */
async function startFormServer(status: number) {
  const forms: URLSearchParams[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    forms.push(new URLSearchParams(body));
    response.writeHead(status).end();
  });
  const { origin, close } = await listen(server);
  return { origin, forms, [Symbol.asyncDispose]: close };
}

test('creates the owner with a random password, and prints the same one at the next start', async () => {
  const folder = temporaryFolder();
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
  const folder = temporaryFolder();
  await using form = await startFormServer(200);
  const link = `${form.origin}/admin/set-up?token=once`;
  expect(await ensureOwner(form.origin, link, folder)).toContain(link);
  expect(await ensureOwner(form.origin, null, folder)).toBeNull();
});
