import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWholeFileOnce } from '../storage/atomic-file.ts';
import { createFolderSync, flushSync } from '../storage/flush.ts';
import { storageUnavailableCode } from '../storage/storage-errors.ts';

const minSecretLength = 32;

const getSecretPath = (dataDir: string) => join(dataDir, 'app-secret');

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
  createFolderSync(dataDir);
  const path = getSecretPath(dataDir);
  createWholeFileOnce(path, randomBytes(48).toString('base64url'));
  const error = secretFileError(dataDir);
  if (error !== null) throw new Error(error);
  // What is encrypted with it outlives a power failure, also if a killed process has created it.
  flushSync(path);
  flushSync(dataDir);
  return readFileSync(path, 'utf8').trim();
}
