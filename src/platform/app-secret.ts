import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { unwritableCode } from './unwritable.ts';

const bytesMin = 32;

function pathOf(dataDir: string): string {
  return join(dataDir, 'app-secret');
}

/** What to do about a secret in `dataDir` that cannot be used; null where there is none yet, or a sound one. */
export function secretFault(dataDir: string): string | null {
  const path = pathOf(dataDir);
  let secret = '';
  try {
    secret = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (unwritableCode(error) === null) throw error;
    return `${path} can't be read (${code}). Give this process the right to.`;
  }
  return secret.length < bytesMin
    ? `${path} is damaged: put it back from a backup, or delete it and a new secret is made; open pages then ask for their links again.`
    : null;
}

/** The secret kept in `dataDir`, made on the first call; only its owner may read the file. */
export function readOrCreateSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const path = pathOf(dataDir);
  create(path);
  const fault = secretFault(dataDir);
  if (fault !== null) throw new Error(fault);
  return readFileSync(path, 'utf8').trim();
}

/** Nothing where there is one already. */
function create(path: string): void {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return;
  }
  try {
    writeSync(file, randomBytes(48).toString('base64url'));
  } catch (error) {
    // On a full disk it would stay empty, and count as damaged once there is room.
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}
