import { createHash, webcrypto } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#database/database.ts';
import { clip } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { FileStore } from '#platform/storage/file-store.ts';
import { uuidFromDigest } from '#platform/uuid.ts';
import { type ClipFormat, clipBytesMax, type StoredClip } from './clip-contract.ts';
import { detectClipFormat } from './images/detect-format.ts';

/** Stored in parts, so that a range takes little memory, with any file store. */
const partBytes = 2 * 1024 * 1024;

export interface ClipError {
  code: 'clip.unreadable' | 'clip.too_large';
}

export interface ClipInfo {
  format: ClipFormat;
  bytes: number;
}

export interface ClipStore {
  /** The same bytes are stored once, or again if a part is missing or damaged. Accepts untrusted input and stores it unchanged. */
  store(bytes: Uint8Array): Promise<Result<StoredClip, ClipError>>;
  find(id: string): Promise<ClipInfo | null>;
  /** From `from` to `to` inclusive or the end of the part. null if the file is missing. */
  read(id: string, from: number, to: number): Promise<Uint8Array | null>;
}

export interface ClipStoreDeps {
  database: Pick<Database, 'query'>;
  files: Pick<FileStore, 'get' | 'put'>;
}

export function createClipStore({ database: { query }, files }: ClipStoreDeps): ClipStore {
  return {
    async store(bytes) {
      const inspected = await inspectClip(bytes);
      if (!inspected.ok) return inspected;
      const { id, digest, format, src } = inspected.value;
      const stored = ok({ src });
      const [existing] = await query.select().from(clip).where(eq(clip.id, id));
      if (existing && (await isIntactClip(files, existing))) return stored;
      // The files before the row, so that every row has its files.
      for (let from = 0; from < bytes.length; from += partBytes)
        await files.put(partKey(id, from), bytes.subarray(from, from + partBytes));
      await query.insert(clip).values({ id, digest, format, bytes: bytes.length }).onConflictDoNothing();
      return stored;
    },
    async find(id) {
      const [row] = await query.select().from(clip).where(eq(clip.id, id));
      return row ? { format: row.format, bytes: row.bytes } : null;
    },
    async read(id, from, to) {
      const part = await files.get(partKey(id, from));
      const start = from % partBytes;
      return part ? part.subarray(start, start + to - from + 1) : null;
    },
  };
}

/** What storing would return, without storing. */
export async function inspectClip(
  bytes: Uint8Array,
): Promise<Result<StoredClip & { id: string; digest: string; format: ClipFormat }, ClipError>> {
  if (bytes.length > clipBytesMax) return fail({ code: 'clip.too_large' });
  const format = detectClipFormat(bytes);
  if (format === null) return fail({ code: 'clip.unreadable' });
  const hash = await webcrypto.subtle.digest('SHA-256', new Uint8Array(bytes));
  const digest = Buffer.from(hash).toString('hex');
  const id = uuidFromDigest(digest);
  return ok({ id, digest, format, src: `/files/${id}/clip.${format}` });
}

/** All bytes, for an export. */
export async function readClip(
  files: Pick<FileStore, 'get'>,
  { id, bytes }: { id: string; bytes: number },
): Promise<Uint8Array | null> {
  const parts = await Promise.all(listClipFileKeys({ id, bytes }).map((key) => files.get(key)));
  return parts.every((part) => part !== null) ? Buffer.concat(parts) : null;
}

/** Whether the stored parts are what was uploaded. */
export async function isIntactClip(files: Pick<FileStore, 'get'>, row: ClipRow): Promise<boolean> {
  const hash = createHash('sha256');
  let bytes = 0;
  for (const key of listClipFileKeys(row)) {
    const part = await files.get(key);
    if (part === null) return false;
    hash.update(part);
    bytes += part.length;
  }
  return bytes === Number(row.bytes) && hash.digest('hex') === row.digest;
}

type ClipRow = Partial<Record<'id' | 'bytes' | 'digest', unknown>>;

/** `row` is a `clip` row, also as the database serializes it to JSON, or of a forged backup. */
export function listClipFileKeys({ id, bytes }: ClipRow): string[] {
  const count = Math.ceil(Math.min(Number(bytes), clipBytesMax) / partBytes);
  return Array.from({ length: count }, (_, index) => partKey(String(id), index * partBytes));
}

function partKey(id: string, at: number): string {
  return `clips/${id}/${Math.floor(at / partBytes)}`;
}
