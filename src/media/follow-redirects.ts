import type { IncomingMessage } from 'node:http';
import type { Target } from '#platform/safe-fetch-target.ts';
import type { JudgeMediaAddress } from './allowed-media-host.ts';
import type { RequestUpstream, UpstreamAsk } from './request-upstream.ts';

class RedirectRefused extends Error {}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/**
 * The answer, and the address it is of. Every hop is judged like the first one, and told to `onHop` before it is asked,
 * which throws where it is not to be. Throws RedirectRefused, or the socket's error.
 */
export async function followRedirects(
  first: Target,
  ask: UpstreamAsk,
  hops: number,
  options: {
    requestUpstream: RequestUpstream;
    judge: JudgeMediaAddress;
    signal: AbortSignal;
    onHop(host: string): void;
  },
): Promise<{ response: IncomingMessage; target: Target }> {
  let target = first;
  for (let hop = 0; ; hop += 1) {
    options.onHop(target.url.host);
    const response = await options.requestUpstream(target, ask, options.signal);
    if (!redirectStatuses.has(response.statusCode ?? 0)) return { response, target };
    response.destroy();
    const location = response.headers.location ?? '';
    if (hop === hops) throw new RedirectRefused('too many redirects');
    const next = URL.canParse(location, target.url)
      ? options.judge(new URL(location, target.url).href)
      : null;
    if (location === '' || !next) throw new RedirectRefused('a redirect to where we do not go');
    target = next;
  }
}
