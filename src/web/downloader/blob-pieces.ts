import { blobPieceBytes } from '../contract.ts';

export type BlobPieces = ReturnType<typeof createBlobPieces>;

/** Collects bytes in blobs of some megabytes, which a browser may keep outside memory. */
export function createBlobPieces() {
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
      if (pending >= blobPieceBytes) seal();
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
