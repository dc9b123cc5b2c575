import { createHash } from 'node:crypto';
import {
  CorruptFileError,
  parseJsonLine,
  readGzipLines,
  writeGzipLines,
} from '#platform/storage/atomic-file.ts';

const trailerPrefix = '{"end":';
/** Fast: most bytes are images, which don't compress, and the embedded database is blocked meanwhile. */
const level = 3;

export type WriteLine = (value: object) => Promise<void>;

/** The last line has their count and SHA-256. */
export function writeJsonLines(path: string, run: (writeLine: WriteLine) => Promise<void>): Promise<void> {
  return writeGzipLines(path, { tempPath: `${path}.unfinished`, level }, async (write) => {
    const hash = createHash('sha256');
    let lines = 0;
    await run(async (value) => {
      const text = JSON.stringify(value);
      hash.update(`${text}\n`);
      lines += 1;
      await write(text);
    });
    await write(`${trailerPrefix}${JSON.stringify({ lines, sha256: hash.digest('hex') })}}`);
  });
}

/** Yields all lines but the last; throws `CorruptFileError` if the file was modified, truncated or too large. */
export async function* readJsonLines(
  path: string,
  bytesMax = Number.POSITIVE_INFINITY,
): AsyncGenerator<Record<string, unknown>> {
  const hash = createHash('sha256');
  let lines = 0;
  let bytes = 0;
  let trailer: { lines: number; sha256: string } | null = null;
  for await (const text of readGzipLines(path)) {
    if (trailer) throw new CorruptFileError('data after the end line');
    bytes += text.length;
    if (bytes > bytesMax) throw new CorruptFileError('too large when decompressed');
    if (text.startsWith(trailerPrefix)) {
      trailer = (parseJsonLine(text) as { end: { lines: number; sha256: string } }).end;
      continue;
    }
    hash.update(`${text}\n`);
    lines += 1;
    yield parseJsonLine(text) as Record<string, unknown>;
  }
  if (!trailer) throw new CorruptFileError('missing end line');
  if (trailer.lines !== lines || trailer.sha256 !== hash.digest('hex'))
    throw new CorruptFileError('checksum mismatch');
}
