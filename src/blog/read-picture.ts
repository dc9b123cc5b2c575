import type { FileStore } from '#platform/file-store.ts';
import { pictureAddress } from './picture-address.ts';
import { pictureKey } from './store-picture.ts';

/** A variant of a stored picture, `480.webp` or `og.jpg`; null where there is none. Any text may be asked for. */
export async function readPicture(
  files: Pick<FileStore, 'get'>,
  id: string,
  name: string,
): Promise<{ bytes: Uint8Array; type: string } | null> {
  const isPreview = name === 'og.jpg';
  if (!pictureAddress.test(`/files/${id}/${isPreview ? '1.webp' : name}`)) return null;
  const bytes = await files.get(pictureKey(id, name));
  return bytes && { bytes, type: isPreview ? 'image/jpeg' : 'image/webp' };
}
