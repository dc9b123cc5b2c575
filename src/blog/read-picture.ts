import type { FileStore } from '#platform/file-store.ts';
import { imageUrlPattern } from './picture-address.ts';
import { imageFileKey } from './store-picture.ts';

/** `name` is `480.webp` or `og.jpg`, for example. Accepts untrusted input; null if there is no such file. */
export async function readStoredImage(
  files: Pick<FileStore, 'get'>,
  id: string,
  name: string,
): Promise<{ bytes: Uint8Array; type: string } | null> {
  const isPreview = name === 'og.jpg';
  if (!imageUrlPattern.test(`/files/${id}/${isPreview ? '1.webp' : name}`)) return null;
  const bytes = await files.get(imageFileKey(id, name));
  return bytes && { bytes, type: isPreview ? 'image/jpeg' : 'image/webp' };
}
