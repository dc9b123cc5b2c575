const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];

/**
 * A sentence, or null without such a setting. A proxy would resolve names itself, so it could be led to addresses
 * that are not public.
 */
export function describeUnusedProxy(env: Record<string, string | undefined>): string | null {
  const name = names.find((candidate) => env[candidate]?.trim());
  return name === undefined ? null : `${name} is set, but Unspool connects directly and uses no proxy.`;
}
