import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright';
import { ownerProofLabel } from '#accounts/contract.ts';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import type { RunningApp } from './start-app.ts';

/** A sign-up link for the first owner, later a password reset link, as from `npm run owner:create`. */
export async function ownerPath(app: RunningApp): Promise<string> {
  const secret = readFileSync(join(app.dataDir, 'app-secret'), 'utf8').trim();
  const proof = createSealer(secret, ownerProofLabel).seal(Date.now());
  const response = await fetch(`${app.origin}/api/accounts/owner-link`, {
    method: 'POST',
    headers: { authorization: `Bearer ${proof}` },
  });
  if (!response.ok) throw new Error(`no owner link: status ${response.status}`);
  return ((await response.json()) as { path: string }).path;
}

/** Submits a form as a browser without scripts does, with a cookie of `signInByLink`. */
export function sendForm(
  app: RunningApp,
  path: string,
  options: { cookie?: string; fields?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<Response> {
  return fetch(app.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: app.origin,
      cookie: options.cookie ?? '',
      'content-type': 'application/x-www-form-urlencoded',
      ...options.headers,
    },
    body: new URLSearchParams(options.fields).toString(),
  });
}

/** Submits the form of a one-time link. Returns the cookie of the new session. */
export async function signInByLink(
  app: RunningApp,
  path: string,
  fields: Record<string, string>,
): Promise<string> {
  const token = new URL(path, app.origin).searchParams.get('token') ?? '';
  const form = { token, 'new-password': 'correct horse battery', ...fields };
  const response = await sendForm(app, path, { fields: form });
  if (response.status !== 303) throw new Error(`the link was rejected: ${response.status}`);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

export async function signInAsOwner(app: RunningApp): Promise<string> {
  return signInByLink(app, await ownerPath(app), { name: 'Ada', email: 'ada@example.org' });
}

/** Signs in a page of `openProduct` with a cookie of `signInByLink`. */
export function asSignedIn(cookie: string): BrowserContextOptions {
  const [name = '', value = ''] = cookie.split('=');
  const storedCookie = {
    name,
    value,
    domain: '127.0.0.1',
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
  };
  return { storageState: { cookies: [{ ...storedCookie, sameSite: 'Lax' as const }], origins: [] } };
}

/** `line`: `GET /posts`, below `/api/admin`. Throws unless the response is ok. */
export async function callAdminApi<T>(
  app: RunningApp,
  cookie: string,
  line: string,
  options: { version?: number; body?: unknown } = {},
): Promise<T> {
  const [method = '', path = ''] = line.split(' ');
  const response = await fetch(`${app.origin}/api/admin${path}`, {
    method,
    headers: {
      origin: app.origin,
      cookie,
      ...(options.version !== undefined && { 'if-match': `"${options.version}"` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  });
  if (!response.ok) throw new Error(`${line}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
