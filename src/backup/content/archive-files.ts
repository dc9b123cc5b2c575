import { eq } from 'drizzle-orm';
import { clipBytesMax } from '#blog/clip-contract.ts';
import { imageLimits } from '#blog/contract.ts';
import { clip, mediaFile } from '#database/schema.ts';
import type { ImportDeps } from './import-content.ts';

/** Per post; further files keep their URLs. */
const maxFiles = 10_000;
const fileUrlPattern =
  /\/files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/(?:\d{1,5}\.webp|clip\.(?:mp4|webm|mp3|m4a|ogg|wav))/g;

export type ArchiveFiles = ReturnType<typeof createArchiveFiles>;

/** Untrusted files: unknown images are decoded and encoded again, and clips are recognized by their bytes. */
export function createArchiveFiles(
  { database, writer }: Pick<ImportDeps, 'database' | 'writer'>,
  read: (name: string, maxBytes: number) => Promise<Uint8Array | null>,
) {
  const urlCache = new Map<string, Promise<string | null>>();
  let storedImages = 0;
  let missing = 0;

  async function importImage(id: string): Promise<string | null> {
    const [existing] = await database.query
      .select({ width: mediaFile.width })
      .from(mediaFile)
      .where(eq(mediaFile.id, id));
    if (existing) return `/files/${id}/${existing.width}.webp`;
    const bytes = await read(`${id}.webp`, imageLimits.bytes);
    const stored = bytes && (await writer.storeImage(bytes));
    return stored?.ok ? stored.value.src : null;
  }

  async function importClip(id: string, format: string): Promise<string | null> {
    const [existing] = await database.query.select({ format: clip.format }).from(clip).where(eq(clip.id, id));
    if (existing) return `/files/${id}/clip.${existing.format}`;
    const bytes = await read(`${id}.${format}`, clipBytesMax);
    const stored = bytes && (await writer.storeClip(bytes));
    return stored?.ok ? stored.value.src : null;
  }

  /** null if the file is missing or invalid. */
  function resolve(name: string, load: () => Promise<string | null>): Promise<string | null> {
    const cached = urlCache.get(name);
    if (cached) return cached;
    const pendingUrl = load().then((url) => {
      if (url === null) missing += 1;
      return url;
    });
    urlCache.set(name, pendingUrl);
    return pendingUrl;
  }

  const resolveImageUrl = (id: string) =>
    resolve(id, async () => {
      const url = await importImage(id);
      if (url !== null) storedImages += 1;
      return url;
    });

  function resolveUrl(url: string): Promise<string | null> {
    const [, , id = '', name = ''] = url.split('/');
    const format = name.replace('clip.', '');
    return format === name ? resolveImageUrl(id) : resolve(`${id}.${format}`, () => importClip(id, format));
  }

  return {
    resolveImageUrl,
    async rewriteUrls(html: string): Promise<string> {
      const found = [...new Set(html.match(fileUrlPattern))].slice(0, maxFiles);
      const urls = new Map<string, string | null>();
      for (const url of found) urls.set(url, await resolveUrl(url));
      return html.replace(fileUrlPattern, (url) => urls.get(url) ?? url);
    },
    storedImages: () => storedImages,
    missing: () => missing,
  };
}
