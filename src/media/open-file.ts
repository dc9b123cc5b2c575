import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import {
  type CircuitBreakerOptions,
  createRetryBudget,
  defaultCircuitBreakerOptions,
  type RetryBudget,
} from '#platform/limits/circuit-breaker.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { MediaError, Ticket } from './contract.ts';
import { type EntityTagger, parseStrongETag, type ResponseHead, validateHead } from './range.ts';
import { type CheckHost, createHostBreakers } from './upstream/host-breaker.ts';
import {
  allowedContentType,
  type MediaFileType,
  readFirstBytes,
  sniffBytes,
  sniffMediaType,
} from './upstream/sniff.ts';
import {
  followRedirects,
  type RequestUpstream,
  type UpstreamRequest,
  type ValidateMediaUrl,
} from './upstream-client.ts';

export interface TransferLimits {
  firstByteMs: number;
  openMs: number;
  idleMs: number;
  /** Long: a socket buffer holds megabytes, and we see progress only once a third is empty. */
  clientIdleMs: number;
  wholeFileMs: number;
  wholeFileConcurrency: number;
  redirects: number;
  breaker: CircuitBreakerOptions;
}

export const defaultLimits: TransferLimits = {
  firstByteMs: 10_000,
  openMs: 15_000,
  idleMs: 20_000,
  clientIdleMs: 600_000,
  wholeFileMs: 60_000,
  wholeFileConcurrency: 4,
  redirects: 2,
  breaker: defaultCircuitBreakerOptions,
};

/** Status, length, type and first bytes have been validated. */
export interface UpstreamFile extends ResponseHead {
  type: MediaFileType;
  entityTag: string | null;
  firstBytes: Buffer;
  body: IncomingMessage;
  source: FileSource;
}

export interface FileSource {
  url: string;
  /** `address:port`; null if the connection is already closed. */
  peer: string | null;
  validator: string | null;
}

export interface OpenFileDeps {
  requestUpstream: RequestUpstream;
  validateUrl: ValidateMediaUrl;
  renewMediaUrl: (item: Ticket['item']) => Promise<string | null>;
  tagger: EntityTagger;
  limits: TransferLimits;
  now: () => number;
}

type GuardedOptions = OpenFileDeps & ReturnType<typeof createHostBreakers>;

/** Enough to learn the length and the type of a file. */
export const probeRequest = { method: 'GET', range: `bytes=0-${sniffBytes - 1}` } as const;

/** The caller reads the body to its end or destroys it. Aborting the signal also destroys it. */
export type OpenFile = (
  ticket: Ticket,
  request: UpstreamRequest,
  signal: AbortSignal,
) => Promise<Result<UpstreamFile, MediaError>>;

/** Retries once after a connection reset, and once with a fresh URL if the old one is gone. */
export function createFileOpener(deps: OpenFileDeps): OpenFile {
  const options: GuardedOptions = { ...deps, ...createHostBreakers(deps.now, deps.limits.breaker) };
  const failedRenewals = new LRUCache<string, true>({
    max: 1_000,
    ttl: 60_000,
    ttlResolution: 0,
    perf: { now: options.now },
  });
  const retries = createRetryBudget();

  async function openWithRenewal(ticket: Ticket, request: UpstreamRequest, signal: AbortSignal) {
    retries.recordCall();
    const opened = await openWithRetry(options, ticket.url, request, signal, retries);
    if (opened.ok || opened.error.code !== 'media.gone' || request.method === 'HEAD') return opened;
    const { postUrl } = ticket.item;
    if (signal.aborted || failedRenewals.has(postUrl)) return opened;
    const freshUrl = await resolveNullOnAbort(renewUrl(ticket.item), signal);
    if (freshUrl === null || signal.aborted) return opened;
    const reopened = await openWithRetry(options, freshUrl, request, signal, retries);
    if (!reopened.ok && reopened.error.code === 'media.gone') failedRenewals.set(postUrl, true);
    return reopened;
  }

  async function renewUrl(item: Ticket['item']): Promise<string | null> {
    const freshUrl = await options.renewMediaUrl(item);
    if (freshUrl === null) failedRenewals.set(item.postUrl, true);
    return freshUrl;
  }

  return (ticket, request, signal) =>
    withTimeout(options.limits.openMs, signal, (combinedSignal) =>
      openWithRenewal(ticket, request, combinedSignal),
    );
}

export async function withTimeout<T>(
  milliseconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result<T, MediaError>>,
): Promise<Result<T, MediaError>> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), milliseconds);
  try {
    const done = await work(AbortSignal.any([signal, deadline.signal]));
    return done.ok || !deadline.signal.aborted ? done : fail({ code: 'media.timeout', cause: done.error });
  } finally {
    clearTimeout(timer);
  }
}

function resolveNullOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(null);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function openWithRetry(
  options: GuardedOptions,
  url: string,
  request: UpstreamRequest,
  signal: AbortSignal,
  retries: RetryBudget,
): Promise<Result<UpstreamFile, MediaError>> {
  return withTimeout(options.limits.firstByteMs, signal, async (combinedSignal) => {
    const attempt = () =>
      options.guard({ clientSignal: signal, signal: combinedSignal }, (onHop) =>
        openOnce(options, url, request, combinedSignal, onHop),
      );
    try {
      return await attempt().catch((cause: unknown) => {
        if (!isReset(cause) || combinedSignal.aborted || !retries.consume()) throw cause;
        return attempt();
      });
    } catch (cause) {
      return fail({ code: 'media.unreachable', cause });
    }
  });
}

function isReset(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && ['ECONNRESET', 'EPIPE'].includes(String(cause.code));
}

async function openOnce(
  options: OpenFileDeps,
  url: string,
  request: UpstreamRequest,
  signal: AbortSignal,
  onHop: CheckHost,
): Promise<Result<UpstreamFile, MediaError>> {
  const target = options.validateUrl(url);
  if (!target) return fail({ code: 'media.gone', cause: 'host' });
  const { redirects } = options.limits;
  const found = await followRedirects(target, request, redirects, { ...options, signal, onHop });
  const { response: body } = found;
  const source = {
    url: found.target.url.href,
    peer: formatPeer(body),
    validator: parseStrongETag(body.headers.etag),
  };
  const head = validateHead(body, request);
  const detection = head.ok ? await detectType(body, head.value, request) : head;
  if (!head.ok || !detection.ok) {
    body.destroy();
    return detection.ok ? fail({ code: 'media.unreachable' }) : detection;
  }
  const { totalBytes } = head.value;
  const entityTag = totalBytes === null ? null : options.tagger.create(url, totalBytes);
  return ok({ ...head.value, ...detection.value, entityTag, body, source });
}

async function detectType(
  body: IncomingMessage,
  head: ResponseHead,
  request: UpstreamRequest,
): Promise<Result<{ type: MediaFileType; firstBytes: Buffer }, MediaError>> {
  const declared = body.headers['content-type'];
  const isFromStart = (head.range?.from ?? 0) === 0;
  const canSniff = head.length === null || head.length >= sniffBytes || head.length === head.totalBytes;
  if (request.method === 'HEAD' || !isFromStart || !canSniff) {
    const type = allowedContentType(declared);
    if (!type) return fail({ code: 'media.wrong_type', cause: declared });
    if (request.method === 'HEAD') return ok({ type, firstBytes: Buffer.alloc(0) });
    // A part is never empty: don't send a head for a body that won't come.
    const firstBytes = await readFirstBytes(body, 1);
    return firstBytes.length > 0
      ? ok({ type, firstBytes })
      : fail({ code: 'media.unreachable', cause: 'body ended early' });
  }
  const firstBytes = await readFirstBytes(body, sniffBytes);
  const type = sniffMediaType(firstBytes, declared);
  return type ? ok({ type, firstBytes }) : fail({ code: 'media.wrong_type', cause: declared });
}

function formatPeer({ socket }: IncomingMessage): string | null {
  const { remoteAddress, remotePort, remoteFamily } = socket;
  if (!remoteAddress || !remotePort) return null;
  return remoteFamily === 'IPv6'
    ? `[${remoteAddress.split('%')[0]}]:${remotePort}`
    : `${remoteAddress}:${remotePort}`;
}
