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
  const token = new URL(path, app.origin).searchParams.get('token');
  if (!token) throw new Error(`this is not a one-time link: “${path}”`);
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

export interface AdminRequestOptions {
  version?: number;
  body?: unknown;
  /** Override the headers of our pages. An empty value removes a header. */
  headers?: Record<string, string>;
}

/** `call`: `GET /posts`, below `/api/admin`. */
export function sendAdminRequest(
  origin: string,
  cookie: string,
  call: string,
  { version, body, headers = {} }: AdminRequestOptions = {},
): Promise<Response> {
  const [method = '', path = ''] = call.split(' ');
  const isRaw = body instanceof Uint8Array || typeof body === 'string';
  const sent: Record<string, string> = {
    origin,
    cookie,
    'sec-fetch-site': 'same-origin',
    ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
    ...(version !== undefined && { 'if-match': `"${version}"` }),
    ...headers,
  };
  return fetch(`${origin}/api/admin${path}`, {
    method,
    headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')),
    ...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
  });
}

/** Throws unless the response is ok. */
export async function callAdminApi<T>(
  app: RunningApp,
  cookie: string,
  call: string,
  options?: AdminRequestOptions,
): Promise<T> {
  const response = await sendAdminRequest(app.origin, cookie, call, options);
  if (!response.ok) throw new Error(`${call}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
