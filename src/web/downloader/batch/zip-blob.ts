import { writeZip } from '#platform/zip-writer.ts';
import type { BatchZip } from './batch-zip.ts';

/** Rejects if the browser lacks the space for it. */
export function createZipBlob(entries: BatchZip['entries']): Promise<Blob> {
  const chunks = writeZip(
    entries.map(({ name, input, lastModified }) => {
      const blob = typeof input === 'string' ? new Blob([input]) : input;
      return { name, bytes: blob.size, modified: lastModified, open: () => readBlob(blob) };
    }),
    crc32,
  );
  const stream = new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return new Response(stream, { headers: { 'content-type': 'application/zip' } }).blob();
}

/** Not every browser can iterate over a stream. */
async function* readBlob(blob: Blob) {
  const reader = blob.stream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

const polynomial = 0xedb88320;
const table = Int32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? polynomial : 0);
  return value;
});

/** As `crc32` of `node:zlib`. */
export function crc32(bytes: Uint8Array, crc: number): number {
  let value = ~crc;
  // Several times faster than an iterator.
  for (let at = 0; at < bytes.length; at += 1)
    value = (value >>> 8) ^ (table[(value ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  return ~value >>> 0;
}
