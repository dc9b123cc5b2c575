import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { flushSync } from '#platform/storage/flush.ts';

/** A setting that is well-formed, but can't work on this machine. */
export interface UnusableSetting {
  hint: string;
  /** False: another process stands in the way, so a restart may help. */
  isPermanent: boolean;
}

const hostCodes = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'];

/** null: another error than that of the address on which the server listens. */
export function explainListenError(
  error: unknown,
  { host, port }: { host: string | undefined; port: number },
): UnusableSetting | null {
  if (!(error instanceof Error)) return null;
  const { code = '', syscall, hostname } = error as NodeJS.ErrnoException & { hostname?: string };
  const isOfListening = syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === host);
  if (!isOfListening) return null;
  if (code === 'EADDRINUSE') {
    const hint = `Port ${port} is already in use. Stop the process that uses it, or choose another port: PORT=3001 npm start`;
    return { hint, isPermanent: false };
  }
  if (code === 'EACCES') {
    const hint = `PORT: this process may not use port ${port} (${code}). Choose a port above 1023, for example 3000.`;
    return { hint, isPermanent: true };
  }
  if (!hostCodes.includes(code)) return null;
  const hint = `HOST: this machine can't listen on ${host} (${code}). Use one of its own addresses, for example 127.0.0.1, or remove the variable to listen on all.`;
  return { hint, isPermanent: true };
}

const pathCodes = ['ENOTDIR', 'ELOOP', 'ENAMETOOLONG'];

/** null if it is a folder, or can be created as far as its path tells. */
export function explainDataDir(dataDir: string): string | null {
  const notAFolder = (code: string) =>
    `DATA_DIR: ${dataDir} can't be a folder (${code}). Choose another folder, for example ./data.`;
  try {
    if (statSync(dataDir).isDirectory()) return null;
    return `DATA_DIR: ${dataDir} is not a folder. Choose a folder, for example ./data.`;
  } catch (error) {
    const code = toCode(error);
    if (pathCodes.includes(code)) return notAFolder(code);
    const createCode = code === 'ENOENT' ? createFirstFolder(resolve(dataDir)) : null;
    return createCode && notAFolder(createCode);
  }
}

/**
 * The code if the path leads nowhere. Where the system answers ENOENT for a folder in an existing one, such as in
 * `/proc`, a recursive `mkdir` of Node never returns.
 */
function createFirstFolder(path: string): string | null {
  let first = path;
  while (!existsSync(dirname(first))) first = dirname(first);
  try {
    mkdirSync(first);
    // A folder that this process can't read can't be flushed by it.
    flushSync(dirname(first));
    return null;
  } catch (error) {
    const code = toCode(error);
    return ['ENOENT', 'EEXIST'].includes(code) && !existsSync(first) ? code : null;
  }
}

const toCode = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';
