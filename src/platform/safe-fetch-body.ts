import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliDecompress, createUnzip, createZstdDecompress } from 'node:zlib';

/** Encodings `readBody` can undo; what we ask for where the caller does not say. */
export const acceptEncoding = 'gzip, deflate, br, zstd';

export class BodyTooLarge extends Error {}
export class UnknownEncoding extends Error {}

const chunkSize = 64 * 1024;

function createDecoder(encoding: string) {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      return createUnzip({ chunkSize });
    case 'br':
      return createBrotliDecompress({ chunkSize });
    case 'zstd':
      return createZstdDecompress({ chunkSize, params: { [constants.ZSTD_d_windowLogMax]: 23 } });
    default:
      // Also a list of several: nobody sends one but to make us inflate many times.
      throw new UnknownEncoding(encoding.slice(0, 40));
  }
}

/**
 * Reads a body and undoes its encoding; ends as soon as more than `maxBytes` decoded bytes came out.
 * Throws BodyTooLarge, UnknownEncoding, and what the stream or the decoder threw.
 */
export async function readBody(body: Readable, contentEncoding: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const collect = new Writable({
    write(chunk: Buffer, _encoding, done) {
      length += chunk.length;
      chunks.push(chunk);
      done(length > maxBytes ? new BodyTooLarge(`more than ${maxBytes} bytes`) : null);
    },
  });
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') await pipeline(body, collect);
  else await pipeline(body, createDecoder(encoding), collect);
  return Buffer.concat(chunks, length);
}
