import { eq } from 'drizzle-orm';
import { imageLimits } from '#blog/contract.ts';
import { mediaFile } from '#database/schema.ts';
import type { ImportDeps } from './import-content.ts';

export interface ArchiveImages {
  /** null if the image is missing or invalid. */
  resolveUrl(id: string): Promise<string | null>;
  rewriteImageUrls(html: string): Promise<string>;
  missing(): number;
}

/** Per post; further images keep their URLs. */
const maxImages = 10_000;
const imageUrlPattern = /\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/\d{1,5}\.webp/g;

/** Untrusted images: unknown ones are decoded and encoded again. */
export function createArchiveImages(
  { database, writer }: Pick<ImportDeps, 'database' | 'writer'>,
  read: (id: string, maxBytes: number) => Promise<Uint8Array | null>,
): ArchiveImages {
  const urlCache = new Map<string, Promise<string | null>>();
  let missing = 0;

  async function importImage(id: string): Promise<string | null> {
    const [existing] = await database.query
      .select({ width: mediaFile.width })
      .from(mediaFile)
      .where(eq(mediaFile.id, id));
    if (existing) return `/files/${id}/${existing.width}.webp`;
    const bytes = await read(id, imageLimits.bytes);
    const stored = bytes && (await writer.storeImage(bytes));
    if (stored?.ok) return stored.value.src;
    missing += 1;
    return null;
  }

  function resolveUrl(id: string): Promise<string | null> {
    const pendingUrl = urlCache.get(id) ?? importImage(id);
    urlCache.set(id, pendingUrl);
    return pendingUrl;
  }

  return {
    resolveUrl,
    async rewriteImageUrls(html) {
      const ids = new Set<string>();
      for (const [, id = ''] of html.matchAll(imageUrlPattern)) if (ids.size < maxImages) ids.add(id);
      const urls = new Map<string, string>();
      for (const id of ids) {
        const url = await resolveUrl(id);
        if (url) urls.set(id, url);
      }
      return html.replace(imageUrlPattern, (oldUrl, id: string) => urls.get(id) ?? oldUrl);
    },
    missing: () => missing,
  };
}
