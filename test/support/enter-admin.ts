import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownerProofLabel } from '#accounts/contract.ts';
import { createSealer } from '#platform/sealed-token.ts';
import type { RunningApp } from './start-app.ts';

/** The path of the link to the first owner, or, where there is one, to a new password, as `npm run owner:create` asks for it. */
export async function ownerPath(app: RunningApp): Promise<string> {
  const secret = readFileSync(join(app.dataDir, 'app-secret'), 'utf8').trim();
  const proof = createSealer(secret, ownerProofLabel).seal(Date.now());
  const answer = await fetch(`${app.origin}/api/accounts/owner-link`, {
    method: 'POST',
    headers: { authorization: `Bearer ${proof}` },
  });
  if (!answer.ok) throw new Error(`the product gave no link: ${answer.status}`);
  return ((await answer.json()) as { path: string }).path;
}

/** Sends a form as a browser does that runs no scripts, with a cookie of `enterBy`. */
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

/** Fills the form behind a link that works once, and gives the cookie of the session it begins. */
export async function enterBy(
  app: RunningApp,
  path: string,
  fields: Record<string, string>,
): Promise<string> {
  const token = new URL(path, app.origin).searchParams.get('token') ?? '';
  const form = { token, 'new-password': 'correct horse battery', ...fields };
  const answer = await sendForm(app, path, { fields: form });
  if (answer.status !== 303) throw new Error(`the link was refused: ${answer.status}`);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** The first owner, signed in. */
export async function enterAsOwner(app: RunningApp): Promise<string> {
  return enterBy(app, await ownerPath(app), { name: 'Ada', email: 'ada@example.org' });
}
