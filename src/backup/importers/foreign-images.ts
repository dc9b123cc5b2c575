import { imageLimits } from '#blog/contract.ts';
import type { FetchImage } from '#blog/images.ts';
import { runTextTask } from '#blog/text-tasks.ts';
import type { BlogWriter } from '#blog/write.ts';
import { fetchedBytesMax, fetchedPicturesMax } from '../contract.ts';

/** From the file of an import, by the path or URL of the image. */
export type ReadImage = (url: string, maxBytes: number) => Promise<Uint8Array | null>;

interface ForeignImagesDeps {
  writer: Pick<BlogWriter, 'storeImage'>;
  read: ReadImage;
  /** Null: an import must not make this server send requests to other sites unless its owner asks for it. */
  fetchImage: FetchImage | null;
  /** In a dry run, an image that would be requested isn't missing. */
  isDryRun: boolean;
}

const keyLength = 4000;
/** After so many failures in a row, no further image of the host is requested. */
const failuresMax = 5;

export type ForeignImages = ReturnType<typeof createForeignImages>;

export function createForeignImages({ writer, read, fetchImage, isDryRun }: ForeignImagesDeps) {
  const cache = new Map<string, Promise<string | null>>();
  const failuresByHost = new Map<string, number>();
  const stored = new Set<string>();
  const missing = new Set<string>();
  let fetched = 0;
  let fetchedBytes = 0;

  async function load(url: string): Promise<Uint8Array | null> {
    if (/^data:/i.test(url)) return (await runTextTask('readImageSource', url, url.length)).bytes ?? null;
    return (await read(url, imageLimits.bytes)) ?? fetchFromSite(url);
  }

  async function fetchFromSite(url: string): Promise<Uint8Array | null> {
    const host = hostOf(url);
    if (!fetchImage || isDryRun || host === null) return null;
    const failures = failuresByHost.get(host) ?? 0;
    if (failures >= failuresMax || fetched >= fetchedPicturesMax || fetchedBytes >= fetchedBytesMax)
      return null;
    fetched += 1;
    const result = await fetchImage(withScheme(url));
    failuresByHost.set(host, result.ok ? 0 : failures + 1);
    if (!result.ok) return null;
    fetchedBytes += result.value.length;
    return result.value;
  }

  async function store(url: string): Promise<string | null> {
    const bytes = await load(url);
    const result = bytes && (await writer.storeImage(bytes));
    if (result?.ok) {
      stored.add(url);
      return result.value.src;
    }
    if (!isDryRun || !fetchImage || hostOf(url) === null) missing.add(url.slice(0, keyLength));
    return null;
  }

  return {
    /** The stored URL; null if the image stays where it is. */
    resolve(url: string): Promise<string | null> {
      const pending = cache.get(url) ?? store(url);
      // Inline images are too long to be keys.
      if (url.length < keyLength) cache.set(url, pending);
      return pending;
    },
    stored: () => stored.size,
    missing: () => missing.size,
    isMissing: (url: string) => missing.has(url.slice(0, keyLength)),
  };
}

function withScheme(url: string): string {
  return url.startsWith('//') ? `https:${url}` : url;
}

function hostOf(url: string): string | null {
  const address = withScheme(url);
  return /^https?:/i.test(address) ? (URL.parse(address)?.host ?? null) : null;
}
