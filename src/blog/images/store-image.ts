import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database, Queries } from '#database/database.ts';
import { mediaFile } from '#database/schema.ts';
import { ok, type Result } from '#platform/result.ts';
import type { FileStore } from '#platform/storage/file-store.ts';
import { uuidFromDigest } from '#platform/uuid.ts';
import type { StoredImage } from '../contract.ts';
import { type EncodedImage, encodeImage, encodeSvg, type ImageError } from './encode-image.ts';
import { toStoredImage } from './image-urls.ts';

export interface ImageStoreDeps {
  database: Pick<Database, 'query'>;
  files: FileStore;
}

/** The same bytes are stored once. */
export async function storeImage(
  deps: ImageStoreDeps,
  bytes: Uint8Array,
): Promise<Result<StoredImage, ImageError>> {
  const digest = sha256Hex(bytes);
  const existing = await findByDigest(deps, digest);
  if (existing) return ok(existing);
  const encoded = await encodeImage(bytes);
  return encoded.ok ? ok(await storeVariants(deps, digest, encoded.value)) : encoded;
}

export async function storeSvg(deps: ImageStoreDeps, svg: string): Promise<StoredImage> {
  const bytes = new TextEncoder().encode(svg);
  const digest = sha256Hex(bytes);
  return (await findByDigest(deps, digest)) ?? storeVariants(deps, digest, await encodeSvg(bytes));
}

export function imageFileKey(id: string, name: string): string {
  return `pictures/${id}/${name}`;
}

/** Writes the files before the row, so that every row has its files. */
async function storeVariants(
  { database, files }: ImageStoreDeps,
  digest: string,
  { width, height, files: variants }: EncodedImage,
): Promise<StoredImage> {
  // Concurrent stores of the same image write the same files.
  const row = { id: uuidFromDigest(digest), width, height };
  let bytes = 0;
  for (const [name, data] of variants) {
    await files.put(imageFileKey(row.id, name), data);
    bytes += data.length;
  }
  await database.query
    .insert(mediaFile)
    .values({ ...row, digest, bytes })
    .onConflictDoNothing();
  return toStoredImage(row);
}

export async function findStoredImage(queries: Queries, id: string): Promise<StoredImage | null> {
  const [row] = await queries.select().from(mediaFile).where(eq(mediaFile.id, id));
  return row ? toStoredImage(row) : null;
}

async function findByDigest({ database }: ImageStoreDeps, digest: string): Promise<StoredImage | null> {
  const [row] = await database.query.select().from(mediaFile).where(eq(mediaFile.digest, digest));
  return row ? toStoredImage(row) : null;
}

function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
