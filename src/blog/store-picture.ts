import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { mediaFile } from '#database/schema.ts';
import type { FileStore } from '#platform/file-store.ts';
import { ok, type Result } from '#platform/result.ts';
import type { Picture } from './contract.ts';
import { type EncodedPicture, encodeDrawing, encodePicture, type PictureError } from './encode-picture.ts';
import { pictureOf } from './picture-address.ts';

export interface PictureShelf {
  database: Pick<Database, 'query'>;
  files: FileStore;
}

/** Checks a picture, keeps it in all its widths, and says where. The same bytes are kept once. */
export async function storePicture(
  shelf: PictureShelf,
  bytes: Uint8Array,
): Promise<Result<Picture, PictureError>> {
  const digest = digestOf(bytes);
  const known = await findByDigest(shelf, digest);
  if (known) return ok(known);
  const encoded = await encodePicture(bytes);
  return encoded.ok ? ok(await keep(shelf, digest, encoded.value)) : encoded;
}

/** An SVG of our own, kept as a picture. Never one that came from outside. */
export async function storeDrawing(shelf: PictureShelf, svg: string): Promise<Picture> {
  const bytes = new TextEncoder().encode(svg);
  const digest = digestOf(bytes);
  return (await findByDigest(shelf, digest)) ?? keep(shelf, digest, await encodeDrawing(bytes));
}

/** Where the file store has a variant of a picture. */
export function pictureKey(id: string, name: string): string {
  return `pictures/${id}/${name}`;
}

/** The files come before the row: whoever finds the row finds them too. */
async function keep(
  { database, files }: PictureShelf,
  digest: string,
  { width, height, files: variants }: EncodedPicture,
): Promise<Picture> {
  const row = { id: idFrom(digest), width, height };
  let bytes = 0;
  for (const [name, data] of variants) {
    await files.put(pictureKey(row.id, name), data);
    bytes += data.length;
  }
  await database.query
    .insert(mediaFile)
    .values({ ...row, digest, bytes })
    .onConflictDoNothing();
  return pictureOf(row);
}

async function findByDigest({ database }: PictureShelf, digest: string): Promise<Picture | null> {
  const [row] = await database.query.select().from(mediaFile).where(eq(mediaFile.digest, digest));
  return row ? pictureOf(row) : null;
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A UUID of version 8: two that store the same picture at the same time write the same files. */
function idFrom(digest: string): string {
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 3) | 8).toString(16);
  const hex = `${digest.slice(0, 12)}8${digest.slice(13, 16)}${variant}${digest.slice(17, 32)}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
