import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { jsonBytesMax } from '../contract.ts';
import { ForeignFileError } from './foreign-site.ts';

/** Each call reads the file from its start. */
export type OpenSource = () => AsyncIterable<Uint8Array>;

export type SourceKind = 'zip' | 'json' | 'xml';

export interface SourceFile {
  kind: SourceKind;
  open: OpenSource;
}

const headBytes = 1024;

/** By the first bytes, also of what is inside a gzip file. Null for all other files. */
export async function openSourceFile(path: string): Promise<SourceFile | null> {
  const head = await readHead(path);
  if (head === null) return null;
  if (head[0] === 0x50 && head[1] === 0x4b) return { kind: 'zip', open: () => createReadStream(path) };
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const source: OpenSource = isGzip ? () => gunzip(path) : () => createReadStream(path);
  const kind = detectText(isGzip ? await firstChunk(source) : head);
  return kind && { kind, open: source };
}

export function detectText(bytes: Uint8Array): 'json' | 'xml' | null {
  const text = new TextDecoder().decode(bytes.subarray(0, headBytes)).trimStart();
  if (text.startsWith('{')) return 'json';
  return text.startsWith('<') && !/^<(?:!doctype )?html/i.test(text) ? 'xml' : null;
}

async function readHead(path: string): Promise<Buffer | null> {
  try {
    await using file = await open(path, 'r');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if (['ENOENT', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

async function firstChunk(source: OpenSource): Promise<Uint8Array> {
  for await (const chunk of source()) return chunk;
  return new Uint8Array();
}

async function* gunzip(path: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path);
  const inflated = file.pipe(createGunzip());
  file.on('error', (error) => inflated.destroy(error));
  let bytes = 0;
  try {
    for await (const chunk of inflated as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > jsonBytesMax) throw new ForeignFileError('archive.too_large');
      yield chunk;
    }
  } catch (error) {
    // zlib's codes, such as Z_DATA_ERROR and Z_BUF_ERROR.
    if (/^Z_/.test(String((error as NodeJS.ErrnoException).code)))
      throw new ForeignFileError('archive.unreadable');
    throw error;
  } finally {
    file.destroy();
  }
}
