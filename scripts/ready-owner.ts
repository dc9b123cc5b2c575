import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceFetch } from '../src/platform/fetch/service-fetch.ts';

const fileName = 'ready-owner.json';
const email = 'ada@example.org';

/**
 * Creates the first owner for development and the demo. The password is random, since others on the network
 * may reach the server. Returns how to sign in, or null if somebody else created the owner.
 * @param setupUrl null if there is an owner
 */
export async function ensureOwner(
  origin: string,
  setupUrl: string | null,
  dataDir: string,
): Promise<string | null> {
  const file = join(dataDir, fileName);
  if (setupUrl) {
    const password = randomBytes(12).toString('base64url');
    const token = new URL(setupUrl).searchParams.get('token') ?? '';
    const response = await serviceFetch(`${origin}/admin/set-up`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin },
      body: new URLSearchParams({ token, name: 'Ada', email, 'new-password': password }),
    });
    if (response.status !== 303) return `Create the first owner with this one-time link: ${setupUrl}`;
    writeFileSync(file, JSON.stringify({ password }), { mode: 0o600 });
  }
  if (!existsSync(file)) return null;
  const { password } = JSON.parse(readFileSync(file, 'utf8')) as { password: string };
  return `Blog administration: ${origin}/admin/blog (owner ${email}, password ${password})`;
}
