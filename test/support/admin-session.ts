import type { BrowserContextOptions } from 'playwright';
import { sendForm, signInByLink } from './enter-admin.ts';
import type { RunningApp } from './start-app.ts';

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

export async function signInAsInvited(
  app: RunningApp,
  owner: string,
  role: 'owner' | 'editor' | 'author',
): Promise<string> {
  const fields = { intent: 'invite', email: `${role}@example.org`, role };
  const invited = await (await sendForm(app, '/admin/people', { cookie: owner, fields })).text();
  const path = /\/admin\/invitation\?token=[\w-]+/.exec(invited)?.[0] ?? '';
  return signInByLink(app, path, { name: role });
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
