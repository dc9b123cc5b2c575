import type { StoredImage } from '#blog/contract.ts';
import { createId } from '../../../../../browser/create-id.ts';

export type ImageSource =
  | { kind: 'file'; file: Blob }
  | { kind: 'url'; url: string }
  /** An image that only the source application can read. */
  | { kind: 'lost' };

/** Stores images in the blog; resolves to null if that fails. */
export interface ImageUploader {
  upload(file: Blob): Promise<StoredImage | null>;
  fetchImage(url: string): Promise<StoredImage | null>;
}

export type ImageUploads = ReturnType<typeof createImageUploads>;

/** Uploads by the id that their placeholder nodes have. */
export function createImageUploads({ upload, fetchImage }: ImageUploader) {
  const jobs = new Map<string, { source: ImageSource; image: Promise<StoredImage | null> }>();
  const uploadImage = async (source: ImageSource) => {
    if (source.kind === 'file') return upload(source.file);
    return source.kind === 'url' ? fetchImage(source.url) : null;
  };
  const restart = (id: string, source: ImageSource) => {
    jobs.set(id, { source, image: uploadImage(source) });
  };
  return {
    start(source: ImageSource): string {
      const id = createId();
      restart(id, source);
      return id;
    },
    find: (id: string) => jobs.get(id) ?? null,
    restart,
  };
}

export function imageSourceFromUrl(url: string): ImageSource {
  const file = /^data:image\//i.test(url) ? decodeDataUrl(url) : null;
  if (file) return { kind: 'file', file };
  const absoluteUrl = url.startsWith('//') ? `https:${url}` : url;
  return /^https?:/i.test(absoluteUrl) && URL.canParse(absoluteUrl)
    ? { kind: 'url', url: absoluteUrl }
    : { kind: 'lost' };
}

function decodeDataUrl(dataUrl: string): Blob | null {
  const [, type = '', data = ''] = /^data:([^;,]+)(?:;[^;,]*)*;base64,(.*)$/is.exec(dataUrl) ?? [];
  const clean = data.replace(/%2b/gi, '+').replace(/%2f/gi, '/').replace(/%3d/gi, '=').replace(/\s+/g, '');
  if (!/^[a-z0-9+/]+={0,2}$/i.test(clean) || clean.length % 4 === 1) return null;
  return new Blob([Uint8Array.from(atob(clean), (character) => character.charCodeAt(0))], { type });
}
