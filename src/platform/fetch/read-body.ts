import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliDecompress, createUnzip, createZstdDecompress } from 'node:zlib';

export const acceptEncoding = 'gzip, deflate, br, zstd';

export class BodyTooLargeError extends Error {}
export class UnknownEncodingError extends Error {}

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
      // Multiple encodings only serve decompression bombs.
      throw new UnknownEncodingError(encoding.slice(0, 40));
  }
}

/** Throws BodyTooLargeError, UnknownEncodingError and errors of the stream or the decoder. */
export async function readDecodedBody(
  body: Readable,
  contentEncoding: string,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const collect = new Writable({
    write(chunk: Buffer, _encoding, done) {
      length += chunk.length;
      chunks.push(chunk);
      done(length > maxBytes ? new BodyTooLargeError(`more than ${maxBytes} bytes`) : null);
    },
  });
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') await pipeline(body, collect);
  else await pipeline(body, createDecoder(encoding), collect);
  return Buffer.concat(chunks, length);
}
