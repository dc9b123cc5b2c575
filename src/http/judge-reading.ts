import { isbot } from 'isbot';
import { isSameOrigin } from './own-origin.ts';

/**
 * Whether a view request comes from a person who has a page of this site open. Browsers without Sec-Fetch
 * headers (old ones, and all on plain HTTP) are checked by Origin or Referer, and trusted if they send
 * neither.
 */
export function isPageView(method: string, headers: Headers, publicOrigin: string): boolean {
  const agent = headers.get('user-agent');
  const isGuess = ['sec-purpose', 'purpose'].some((name) =>
    /prefetch|prerender/i.test(headers.get(name) ?? ''),
  );
  if (method === 'HEAD' || !agent || isbot(agent) || isGuess) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const from = headers.get('origin') ?? headers.get('referer');
  return from === null || isSameOrigin(URL.parse(from)?.origin ?? from, headers, publicOrigin);
}
