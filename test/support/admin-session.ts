import type { BrowserContextOptions } from 'playwright';
import { enterBy, sendForm } from './enter-admin.ts';
import type { RunningApp } from './start-app.ts';

/** What makes a visitor of `openProduct` the one with this cookie of `enterBy`. */
export function asSignedIn(cookie: string): BrowserContextOptions {
  const [name = '', value = ''] = cookie.split('=');
  const kept = { name, value, domain: '127.0.0.1', path: '/', expires: -1, httpOnly: true, secure: false };
  return { storageState: { cookies: [{ ...kept, sameSite: 'Lax' as const }], origins: [] } };
}

/** Someone the owner has invited, signed in. */
export async function enterInvited(
  app: RunningApp,
  owner: string,
  role: 'owner' | 'editor' | 'author',
): Promise<string> {
  const fields = { intent: 'invite', email: `${role}@example.org`, role };
  const invited = await (await sendForm(app, '/admin/people', { cookie: owner, fields })).text();
  const path = /\/admin\/invitation\?token=[\w-]+/.exec(invited)?.[0] ?? '';
  return enterBy(app, path, { name: role });
}

/** A call below `/api/admin`, as the pages send it. Throws what was refused. */
export async function askDesk<T>(
  app: RunningApp,
  cookie: string,
  line: string,
  options: { version?: number; body?: unknown } = {},
): Promise<T> {
  const [method = '', path = ''] = line.split(' ');
  const answer = await fetch(`${app.origin}/api/admin${path}`, {
    method,
    headers: {
      origin: app.origin,
      cookie,
      ...(options.version !== undefined && { 'if-match': `"${options.version}"` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  });
  if (!answer.ok) throw new Error(`${line}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
