import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

const lineLengthMax = 200_000_000;
const trailerPrefix = '{"end":';

export interface JsonLinesWriter {
  line(value: object): Promise<void>;
}

/** The last line has their count and SHA-256. The file gets its name only when complete and flushed. */
export async function writeJsonLines(
  path: string,
  run: (sink: JsonLinesWriter) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const tempPath = `${path}.unfinished`;
  // Fast: most bytes are images, which don't compress, and the embedded database is blocked meanwhile.
  const gzip = createGzip({ level: 3 });
  const completion = pipeline(gzip, createWriteStream(tempPath, { mode: 0o600, flush: true }));
  completion.catch(() => undefined); // awaited below
  const hash = createHash('sha256');
  let lines = 0;
  const write = async (text: string) => {
    if (gzip.write(`${text}\n`)) return;
    const drained = Promise.withResolvers<void>();
    gzip.once('drain', drained.resolve);
    await Promise.race([drained.promise, completion]);
  };
  try {
    await run({
      async line(value) {
        const text = JSON.stringify(value);
        hash.update(`${text}\n`);
        lines += 1;
        await write(text);
      },
    });
    await write(`${trailerPrefix}${JSON.stringify({ lines, sha256: hash.digest('hex') })}}`);
    gzip.end();
    await completion;
    await rename(tempPath, path);
    await using folder = await open(dirname(path), 'r');
    await folder.sync();
  } catch (error) {
    gzip.destroy();
    await completion.catch(() => undefined);
    await rm(tempPath, { force: true });
    throw error;
  }
}

export class CorruptFileError extends Error {}

/** Yields all lines but the last; throws `CorruptFileError` if the file was modified or truncated. */
export async function* readJsonLines(path: string): AsyncGenerator<object> {
  const hash = createHash('sha256');
  let lines = 0;
  let trailer: { lines: number; sha256: string } | null = null;
  for await (const text of textLines(path)) {
    if (trailer) throw new CorruptFileError('data after the end line');
    if (text.startsWith(trailerPrefix)) {
      trailer = (parse(text) as { end: { lines: number; sha256: string } }).end;
      continue;
    }
    hash.update(`${text}\n`);
    lines += 1;
    yield parse(text);
  }
  if (!trailer) throw new CorruptFileError('missing end line');
  if (trailer.lines !== lines || trailer.sha256 !== hash.digest('hex'))
    throw new CorruptFileError('checksum mismatch');
}

async function* textLines(path: string): AsyncGenerator<string> {
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

function parse(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch (cause) {
    throw new CorruptFileError('invalid JSON line', { cause });
  }
  throw new CorruptFileError('invalid JSON line');
}
