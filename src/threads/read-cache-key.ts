/** Parses the media id from `ig_cache_key` in a CDN URL (base64, then `.2-ccb…`). */
export function parseCacheKeyId(mediaUrl: string): string | null {
  const key = URL.parse(mediaUrl)?.searchParams.get('ig_cache_key') ?? '';
  const text = Buffer.from(key.split('.', 1)[0]?.slice(0, 64) ?? '', 'base64').toString('latin1');
  return /^\d{10,24}$/.test(text) ? text : null;
}
