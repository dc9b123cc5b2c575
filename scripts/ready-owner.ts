import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileName = 'ready-owner.json';
const email = 'ada@example.org';

/**
 * For development and the demo: makes the first owner, with a password of chance that is kept in the data folder, since
 * others on the network may reach the server too. `setUpAddress`: null where there is an owner. Says how to sign in;
 * null: the owner is somebody else's making.
 */
export async function readyOwner(
  address: string,
  setUpAddress: string | null,
  dataDir: string,
): Promise<string | null> {
  const file = join(dataDir, fileName);
  if (setUpAddress) {
    const password = randomBytes(12).toString('base64url');
    const token = new URL(setUpAddress).searchParams.get('token') ?? '';
    const answer = await fetch(`${address}/admin/set-up`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: address },
      body: new URLSearchParams({ token, name: 'Ada', email, 'new-password': password }),
    });
    if (answer.status !== 303) return `Make the first owner of the blog (once): ${setUpAddress}`;
    writeFileSync(file, JSON.stringify({ password }), { mode: 0o600 });
  }
  if (!existsSync(file)) return null;
  const { password } = JSON.parse(readFileSync(file, 'utf8')) as { password: string };
  return `The blog's administration: ${address}/admin/blog (owner ${email}, password ${password})`;
}
