import { isbot } from 'isbot';
import { isOwnOrigin } from './own-origin.ts';

/**
 * Whether a request to count a view comes from a page of ours that a person has open. Judged by this request alone;
 * nothing of it is kept. Old browsers, and all on plain HTTP, send no Sec-Fetch headers: these are taken at their word.
 */
export function isReading(method: string, headers: Headers, publicOrigin: string): boolean {
  const agent = headers.get('user-agent');
  const isGuess = ['sec-purpose', 'purpose'].some((name) =>
    /prefetch|prerender/i.test(headers.get(name) ?? ''),
  );
  if (method === 'HEAD' || !agent || isbot(agent) || isGuess) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const from = headers.get('origin') ?? headers.get('referer');
  return from === null || isOwnOrigin(URL.parse(from)?.origin ?? from, headers, publicOrigin);
}
