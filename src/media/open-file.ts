import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import {
  type CallOutcome,
  type CircuitBreaker,
  type CircuitBreakerOptions,
  createCircuitBreaker,
  createRetryBudget,
  defaultCircuitBreakerOptions,
} from '#platform/limits/circuit-breaker.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { MediaError, Ticket } from './contract.ts';
import { type EntityTagger, parseStrongETag, type ResponseHead, validateHead } from './range.ts';
import { detectType, type MediaFileType, sniffBytes } from './upstream/sniff.ts';
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
  /** Behind the body. Not from the host. */
  lastBytes: Buffer;
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

/** Enough to learn the length and the type of a file. */
export const probeRequest = { range: `bytes=0-${sniffBytes - 1}` };

/** The caller reads the body to its end or destroys it. Aborting the signal also destroys it. */
export type OpenFile = (
  ticket: Ticket,
  request: UpstreamRequest,
  signal: AbortSignal,
) => Promise<Result<UpstreamFile, MediaError>>;

/** Retries once after a connection reset, and once with a fresh URL if the old one is gone. */
export function createFileOpener(deps: OpenFileDeps): OpenFile {
  const { limits, now, renewMediaUrl } = deps;
  const { guard } = createHostBreakers(now, limits.breaker);
  const failedRenewals = new LRUCache<string, true>({
    max: 1_000,
    ttl: 60_000,
    ttlResolution: 0,
    perf: { now },
  });
  const retries = createRetryBudget();

  function openWithRetry(
    url: string,
    request: UpstreamRequest,
    signal: AbortSignal,
  ): Promise<Result<UpstreamFile, MediaError>> {
    return withTimeout(limits.firstByteMs, signal, async (combinedSignal) => {
      const attempt = () =>
        guard({ clientSignal: signal, signal: combinedSignal }, (onHop) =>
          openOnce(deps, url, request, combinedSignal, onHop),
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

  async function openWithRenewal(ticket: Ticket, request: UpstreamRequest, signal: AbortSignal) {
    retries.recordCall();
    const opened = await openWithRetry(ticket.url, request, signal);
    if (opened.ok || opened.error.code !== 'media.gone') return opened;
    const { postUrl } = ticket.item;
    if (signal.aborted || failedRenewals.has(postUrl)) return opened;
    const freshUrl = await resolveNullOnAbort(renewUrl(ticket.item), signal);
    if (freshUrl === null || signal.aborted) return opened;
    const reopened = await openWithRetry(freshUrl, request, signal);
    if (!reopened.ok && reopened.error.code === 'media.gone') failedRenewals.set(postUrl, true);
    return reopened;
  }

  async function renewUrl(item: Ticket['item']): Promise<string | null> {
    const freshUrl = await renewMediaUrl(item);
    if (freshUrl === null) failedRenewals.set(item.postUrl, true);
    return freshUrl;
  }

  return (ticket, request, signal) =>
    withTimeout(limits.openMs, signal, (combinedSignal) => openWithRenewal(ticket, request, combinedSignal));
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

function isReset(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && ['ECONNRESET', 'EPIPE'].includes(String(cause.code));
}

async function openOnce(
  deps: OpenFileDeps,
  url: string,
  request: UpstreamRequest,
  signal: AbortSignal,
  onHop: CheckHost,
): Promise<Result<UpstreamFile, MediaError>> {
  const target = deps.validateUrl(url);
  if (!target) return fail({ code: 'media.gone', cause: 'host' });
  const found = await followRedirects(target, request, deps.limits.redirects, { ...deps, signal, onHop });
  const { response: body } = found;
  const source = {
    url: found.target.url.href,
    peer: formatPeer(body),
    validator: parseStrongETag(body.headers.etag),
  };
  const head = validateHead(body, request);
  const detection = head.ok ? await detectType(body, head.value) : head;
  if (!head.ok || !detection.ok) {
    body.destroy();
    return detection.ok ? fail({ code: 'media.unreachable' }) : detection;
  }
  const { totalBytes } = head.value;
  const entityTag = totalBytes === null ? null : deps.tagger.create(url, totalBytes);
  return ok({ ...head.value, ...detection.value, entityTag, body, lastBytes: Buffer.alloc(0), source });
}

function formatPeer({ socket }: IncomingMessage): string | null {
  const { remoteAddress, remotePort, remoteFamily } = socket;
  if (!remoteAddress || !remotePort) return null;
  return remoteFamily === 'IPv6'
    ? `[${remoteAddress.split('%')[0]}]:${remotePort}`
    : `${remoteAddress}:${remotePort}`;
}

const maxHosts = 500;
const hostErrorCodes: readonly MediaError['code'][] = ['media.unreachable', 'media.timeout'];

interface HostState {
  breaker: CircuitBreaker;
  lastError: MediaError['code'];
}

class HostUnavailableError extends Error {
  readonly code: MediaError['code'];

  constructor(code: MediaError['code']) {
    super('media host unavailable');
    this.code = code;
  }
}

/** Called with each host before a request. Throws if the host is unavailable. */
type CheckHost = (host: string) => void;

interface HostAttempt {
  clientSignal: AbortSignal;
  signal: AbortSignal;
}

/** Only opening a file counts: an interrupted transfer may not be the host's fault. */
export function createHostBreakers(now: () => number, limits: CircuitBreakerOptions) {
  const hosts = new LRUCache<string, HostState>({ max: maxHosts });

  function getHostState(host: string): HostState {
    const existing = hosts.get(host);
    if (existing) return existing;
    const state: HostState = { breaker: createCircuitBreaker(now, limits), lastError: 'media.unreachable' };
    hosts.set(host, state);
    return state;
  }

  async function guard<T>(
    { clientSignal, signal }: HostAttempt,
    open: (onHop: CheckHost) => Promise<Result<T, MediaError>>,
  ): Promise<Result<T, MediaError>> {
    let current: { state: HostState; report: (outcome: CallOutcome) => void } | null = null;
    const onHop = (host: string) => {
      current?.report('worked');
      current = null;
      const state = getHostState(host);
      const report = state.breaker.start();
      if (!report) throw new HostUnavailableError(state.lastError);
      current = { state, report };
    };
    const reportLast = (outcome: CallOutcome, code?: MediaError['code']) => {
      if (current && code) current.state.lastError = code;
      current?.report(outcome);
    };
    try {
      const opened = await open(onHop);
      if (clientSignal.aborted) reportLast('neither');
      else if (opened.ok || !hostErrorCodes.includes(opened.error.code)) reportLast('worked');
      else reportLast('failed', opened.error.code);
      return opened;
    } catch (cause) {
      if (cause instanceof HostUnavailableError) return fail({ code: cause.code, cause });
      if (clientSignal.aborted) reportLast('neither');
      else reportLast('failed', signal.aborted ? 'media.timeout' : 'media.unreachable');
      throw cause;
    }
  }
  return { guard };
}
