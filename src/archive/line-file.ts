import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Longest line that is read: a picture of ours in base64 is far below. */
const lineLengthMax = 200_000_000;
const endMark = '{"end":';

export interface LineSink {
  line(value: object): Promise<void>;
}

/**
 * Writes lines of JSON, packed with gzip, and after them one that says how many there are and what their SHA-256 is.
 * The file has its name only when it is whole and flushed; where `run` fails there is none.
 */
export async function writeLines(path: string, run: (sink: LineSink) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.unfinished`;
  // Most of it is pictures, which do not get smaller; and the embedded database waits meanwhile.
  const gzip = createGzip({ level: 3 });
  const written = pipeline(gzip, createWriteStream(unfinished, { mode: 0o600, flush: true }));
  written.catch(() => undefined); // it is awaited below, and by every line that waits for room
  const hash = createHash('sha256');
  let lines = 0;
  const write = async (text: string) => {
    if (gzip.write(`${text}\n`)) return;
    const drained = Promise.withResolvers<void>();
    gzip.once('drain', drained.resolve);
    await Promise.race([drained.promise, written]);
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
    await write(`${endMark}${JSON.stringify({ lines, sha256: hash.digest('hex') })}}`);
    gzip.end();
    await written;
    await rename(unfinished, path);
    await using folder = await open(dirname(path), 'r');
    await folder.sync();
  } catch (error) {
    gzip.destroy();
    await written.catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** The file is cut, changed, or something else. */
export class DamagedFile extends Error {}

/** The lines before the last; a file that is not exactly as it was written ends with `DamagedFile`. */
export async function* readLines(path: string): AsyncGenerator<object> {
  const hash = createHash('sha256');
  let lines = 0;
  let end: { lines: number; sha256: string } | null = null;
  for await (const text of textLines(path)) {
    if (end) throw new DamagedFile('there is something behind its end');
    if (text.startsWith(endMark)) {
      end = (parse(text) as { end: { lines: number; sha256: string } }).end;
      continue;
    }
    hash.update(`${text}\n`);
    lines += 1;
    yield parse(text);
  }
  if (!end) throw new DamagedFile('it ends early');
  if (end.lines !== lines || end.sha256 !== hash.digest('hex'))
    throw new DamagedFile('its content is not what was written');
}

async function* textLines(path: string): AsyncGenerator<string> {
  const source = createReadStream(path);
  const gunzip = createGunzip();
  const piped = pipeline(source, gunzip);
  piped.catch(() => undefined); // the loop below ends with the same error
  let parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        parts.push(chunk.subarray(from, at));
        yield Buffer.concat(parts).toString('utf8');
        parts = [];
        length = 0;
        from = at + 1;
      }
      parts.push(chunk.subarray(from));
      length += chunk.length - from;
      if (length > lineLengthMax) throw new DamagedFile('a line has no end');
    }
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE')
      throw new DamagedFile('it can not be unpacked', { cause });
    throw cause;
  } finally {
    source.destroy();
  }
  if (length > 0) throw new DamagedFile('it ends in the middle of a line');
}

function parse(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch (cause) {
    throw new DamagedFile('a line is damaged', { cause });
  }
  throw new DamagedFile('a line is damaged');
}
