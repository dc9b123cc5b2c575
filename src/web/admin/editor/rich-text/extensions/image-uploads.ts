import type { StoredImage } from '#blog/contract.ts';

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

export interface ImageUpload {
  source: ImageSource;
  image: Promise<StoredImage | null>;
}

/** Uploads by the id that their placeholder nodes have. */
export interface ImageUploads {
  start(source: ImageSource): string;
  find(id: string): ImageUpload | null;
  restart(id: string, source: ImageSource): ImageUpload;
}

export function createImageUploads(uploader: ImageUploader): ImageUploads {
  const jobs = new Map<string, ImageUpload>();
  const restart = (id: string, source: ImageSource) => {
    const job = { source, image: uploadImage(uploader, source) };
    jobs.set(id, job);
    return job;
  };
  return {
    start(source) {
      const id = crypto.randomUUID();
      restart(id, source);
      return id;
    },
    find: (id) => jobs.get(id) ?? null,
    restart,
  };
}

function uploadImage(uploader: ImageUploader, source: ImageSource): Promise<StoredImage | null> {
  if (source.kind === 'file') return uploader.upload(source.file);
  if (source.kind === 'url') return uploader.fetchImage(source.url);
  return Promise.resolve(null);
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
  const [, type = '', data = ''] = /^data:([^;,]+)[^,]*;base64,(.*)$/is.exec(dataUrl) ?? [];
  const clean = data.replace(/%2b/gi, '+').replace(/%2f/gi, '/').replace(/%3d/gi, '=').replace(/\s+/g, '');
  if (!/^[a-z0-9+/]+={0,2}$/i.test(clean) || clean.length % 4 === 1) return null;
  return new Blob([Uint8Array.from(atob(clean), (character) => character.charCodeAt(0))], { type });
}
