import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { storageUnavailableCode } from '../storage/storage-errors.ts';

const minSecretLength = 32;

function getSecretPath(dataDir: string): string {
  return join(dataDir, 'app-secret');
}

/** Returns what to do about an unusable secret; null if it is valid or doesn't exist yet. */
export function secretFileError(dataDir: string): string | null {
  const path = getSecretPath(dataDir);
  let secret = '';
  try {
    secret = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (storageUnavailableCode(error) === null) throw error;
    return `${path} can't be read (${code}). Grant this process read access.`;
  }
  return secret.length < minSecretLength
    ? `${path} is damaged: restore it from a backup, or delete it to create a new one. Open pages then request new links.`
    : null;
}

export function readOrCreateSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const path = getSecretPath(dataDir);
  createIfMissing(path);
  const error = secretFileError(dataDir);
  if (error !== null) throw new Error(error);
  return readFileSync(path, 'utf8').trim();
}

function createIfMissing(path: string): void {
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
    // On a full disk an empty file would remain and count as damaged later.
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}
