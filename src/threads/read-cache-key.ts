/** Threads' id of a medium, which the CDN address carries in `ig_cache_key` (base64, then `.2-ccb…`). */
export function readCacheKeyId(address: string): string | null {
  const key = URL.parse(address)?.searchParams.get('ig_cache_key') ?? '';
  const text = Buffer.from(key.split('.', 1)[0]?.slice(0, 64) ?? '', 'base64').toString('latin1');
  return /^\d{10,24}$/.test(text) ? text : null;
}
