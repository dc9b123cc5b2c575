import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import {
  assertLoopbackOrigins,
  type FetchTarget,
  isWithinDomain,
  validateFetchUrl,
} from '#platform/fetch/fetch-policy.ts';
import { reuseReadBuffers } from './upstream/socket-buffers.ts';

export type ValidateMediaUrl = (url: string) => FetchTarget | null;

/** `allowedHosts`: domains with their subdomains (`fbcdn.net`) and, only with `loopback`, `host:port`. */
export function createMediaUrlValidator(
  allowedHosts: readonly string[],
  loopback: boolean,
): ValidateMediaUrl {
  const domains: string[] = [];
  const loopbackOrigins: string[] = [];
  for (const entry of allowedHosts) {
    if (/:\d+$/.test(entry)) loopbackOrigins.push(`http://${entry}`);
    else if (/^[a-z\d-]+(\.[a-z\d-]+)+$/.test(entry)) domains.push(entry);
    else throw new TypeError(`neither a domain nor host:port: ${entry}`);
  }
  assertLoopbackOrigins(loopbackOrigins);
  const rules = {
    isAllowed: (url: URL) => domains.some((domain) => isWithinDomain(url.hostname, domain)),
    loopbackOrigins: loopback ? loopbackOrigins : [],
  };
  return (url) => {
    const result = validateFetchUrl(url, rules);
    return result.ok ? result.value : null;
  };
}

export interface UpstreamRequest {
  method: 'GET' | 'HEAD';
  range: string | null;
  ifRange?: string;
}

/** Resolves with any status, the body unread. Rejects on network errors. */
export type RequestUpstream = (
  target: FetchTarget,
  request: UpstreamRequest,
  signal: AbortSignal,
) => Promise<IncomingMessage>;

// 2026-08: the CDN throttled a script's user agent to 39 KB/s and answered some with 403.
const fixedHeaders = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  accept: '*/*',
  'accept-encoding': 'identity',
  referer: 'https://www.threads.com/',
};

/** Forwards nothing of the client's request except the range. */
export function createUpstreamClient(lookup: LookupFunction): {
  requestUpstream: RequestUpstream;
  close(): void;
} {
  const agentOptions = { keepAlive: true, maxSockets: 2_048, maxFreeSockets: 64, timeout: 30_000 };
  const httpsAgent = new https.Agent({ ...agentOptions, lookup });
  const loopbackAgent = new http.Agent(agentOptions);
  reuseReadBuffers(httpsAgent);
  reuseReadBuffers(loopbackAgent);

  const requestUpstream: RequestUpstream = ({ url, isLoopback }, upstreamRequest, signal) =>
    new Promise((resolve, reject) => {
      const headers = {
        ...fixedHeaders,
        ...(upstreamRequest.range !== null && { range: upstreamRequest.range }),
        ...(upstreamRequest.range !== null &&
          upstreamRequest.ifRange !== undefined && { 'if-range': upstreamRequest.ifRange }),
      };
      const options = { method: upstreamRequest.method, headers, signal, maxHeaderSize: 16_384 };
      const request = isLoopback
        ? http.request(url, { ...options, agent: loopbackAgent })
        : https.request(url, { ...options, agent: httpsAgent });
      request.on('error', reject);
      // On a protocol switch, Node emits no `response`.
      request.on('upgrade', (_response, socket) => {
        socket.destroy();
        reject(new Error('unexpected protocol upgrade'));
      });
      // Some requests end without an error event.
      request.on('close', () => reject(new Error('connection closed before a response')));
      request.on('response', (response) => {
        // The stream keeps the error in `errored`, even if nobody has read from it yet.
        response.on('error', () => request.destroy());
        resolve(response);
      });
      request.end();
    });

  return {
    requestUpstream,
    close() {
      httpsAgent.destroy();
      loopbackAgent.destroy();
    },
  };
}

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
