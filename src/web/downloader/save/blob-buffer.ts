import { blobChunkBytes } from '../../contract.ts';

export type BlobBuffer = ReturnType<typeof createBlobBuffer>;

/** Collects bytes in blobs of a few megabytes, which the browser may store outside memory. */
export function createBlobBuffer() {
  let blobs: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let pending = 0;
  let sealed = 0;
  const seal = () => {
    blobs.push(new Blob(chunks));
    chunks = [];
    sealed += pending;
    pending = 0;
  };
  return {
    size: () => sealed + pending,
    add(chunk: Uint8Array<ArrayBuffer>) {
      chunks.push(chunk);
      pending += chunk.byteLength;
      if (pending >= blobChunkBytes) seal();
    },
    clear() {
      blobs = [];
      chunks = [];
      pending = 0;
      sealed = 0;
    },
    join: (type: string) => new Blob([...blobs, ...chunks], { type }),
  };
}
