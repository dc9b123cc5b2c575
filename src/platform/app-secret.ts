import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const bytesMin = 32;

function pathOf(dataDir: string): string {
  return join(dataDir, 'app-secret');
}

/** What to do about a secret in `dataDir` that cannot be used; null where there is none yet, or a sound one. */
export function secretFault(dataDir: string): string | null {
  const path = pathOf(dataDir);
  const isShort = existsSync(path) && readFileSync(path, 'utf8').trim().length < bytesMin;
  return isShort
    ? `${path} is damaged: put it back from a backup, or delete it and a new secret is made; open pages then ask for their links again.`
    : null;
}

/** The secret kept in `dataDir`, made on the first call; only its owner may read the file. */
export function readOrCreateSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const path = pathOf(dataDir);
  try {
    writeFileSync(path, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const fault = secretFault(dataDir);
  if (fault !== null) throw new Error(fault);
  return readFileSync(path, 'utf8').trim();
}
