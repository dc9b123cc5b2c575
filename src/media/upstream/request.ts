import type { IncomingMessage } from 'node:http';
import type { FetchTarget } from '#platform/fetch/url-policy.ts';
import type { ValidateMediaUrl } from '../allowed-hosts.ts';
import type { RequestUpstream, UpstreamRequest } from '../upstream-client.ts';

class RedirectError extends Error {}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Validates every hop before its request. `onHop` may throw. */
export async function followRedirects(
  initialTarget: FetchTarget,
  request: UpstreamRequest,
  maxRedirects: number,
  options: {
    requestUpstream: RequestUpstream;
    validateUrl: ValidateMediaUrl;
    signal: AbortSignal;
    onHop(host: string): void;
  },
): Promise<{ response: IncomingMessage; target: FetchTarget }> {
  let target = initialTarget;
  for (let hop = 0; ; hop += 1) {
    options.onHop(target.url.host);
    const response = await options.requestUpstream(target, request, options.signal);
    if (!redirectStatuses.has(response.statusCode ?? 0)) return { response, target };
    response.destroy();
    const location = response.headers.location ?? '';
    if (hop === maxRedirects) throw new RedirectError('too many redirects');
    const next = URL.canParse(location, target.url)
      ? options.validateUrl(new URL(location, target.url).href)
      : null;
    if (location === '' || !next) throw new RedirectError('redirect to a disallowed URL');
    target = next;
  }
}
