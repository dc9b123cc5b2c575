import { randomUUID } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { createFolder, flush, flushSync } from './flush.ts';

/** Returns false if the file exists. */
export function createFileOnce(path: string, text: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(file, text);
    return true;
  } catch (error) {
    // On a full disk, an empty file would remain.
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/**
 * As `createFileOnce`, but the file gets its name only when it is flushed: neither a killed process nor a power failure
 * leaves it empty. On a file system without links, they may.
 */
export function createWholeFileOnce(path: string, text: string): boolean {
  if (existsSync(path)) return false;
  const tempPath = `${path}-${randomUUID()}`;
  try {
    createFileOnce(tempPath, text);
    flushSync(tempPath);
    linkSync(tempPath, path);
    return true;
  } catch {
    return createFileOnce(path, text);
  } finally {
    rmSync(tempPath, { force: true });
  }
}

/** The file gets its name only when `write` has flushed it completely. */
export async function writeAtomically(
  path: string,
  tempPath: string,
  write: () => Promise<void>,
): Promise<void> {
  try {
    await write();
    await rename(tempPath, path);
  } catch (error) {
    await rm(tempPath, { force: true });
    throw error;
  }
  await flush(dirname(path));
}

type WriteLine = (text: string) => Promise<void>;

export async function writeGzipLines(
  path: string,
  { tempPath, level }: { tempPath: string; level?: number },
  run: (write: WriteLine) => Promise<void>,
): Promise<void> {
  await createFolder(dirname(path), 0o700);
  await writeAtomically(path, tempPath, async () => {
    const gzip = createGzip(level === undefined ? {} : { level });
    const completion = pipeline(gzip, createWriteStream(tempPath, { mode: 0o600, flush: true }));
    completion.catch(() => undefined); // awaited below
    try {
      await run(async (text) => {
        if (gzip.write(`${text}\n`)) return;
        const drained = Promise.withResolvers<void>();
        gzip.once('drain', drained.resolve);
        await Promise.race([drained.promise, completion]);
      });
      gzip.end();
      await completion;
    } catch (error) {
      gzip.destroy();
      await completion.catch(() => undefined);
      throw error;
    }
  });
}

const lineLengthMax = 200_000_000;

export class CorruptFileError extends Error {}

export async function* readGzipLines(path: string): AsyncGenerator<string> {
  const source = createReadStream(path);
  const gunzip = createGunzip();
  const piped = pipeline(source, gunzip);
  piped.catch(() => undefined); // the loop below throws the same error
  let parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      let from = 0;
      for (let lineEnd = chunk.indexOf(10); lineEnd !== -1; lineEnd = chunk.indexOf(10, from)) {
        parts.push(chunk.subarray(from, lineEnd));
        yield Buffer.concat(parts).toString('utf8');
        parts = [];
        length = 0;
        from = lineEnd + 1;
      }
      parts.push(chunk.subarray(from));
      length += chunk.length - from;
      if (length > lineLengthMax) throw new CorruptFileError('line too long');
    }
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE')
      throw new CorruptFileError('cannot decompress', { cause });
    throw cause;
  } finally {
    source.destroy();
  }
  if (length > 0) throw new CorruptFileError('incomplete last line');
}

export function parseJsonLine(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch (cause) {
    throw new CorruptFileError('invalid JSON line', { cause });
  }
  throw new CorruptFileError('invalid JSON line');
}
