import type { LookupFunction } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createUnzip } from 'node:zlib';
import { Agent, request as send } from 'undici';
import { fail, ok, type Result } from '../result.ts';
import { acceptedEncodings, rejectedEncodingCode, rejectOtherEncodings } from './content-encoding.ts';
import {
  assertLoopbackOrigins,
  createCodedError,
  createSafeLookup,
  type UrlPolicy,
  validateFetchUrl,
} from './fetch-policy.ts';

export interface SafeRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  maxBytes: number;
  /** From the call to the last byte. */
  timeoutMs: number;
  signal: AbortSignal;
  /** A body that was cut off is returned with `cutOff`, instead of a failure. */
  acceptsPartial?: boolean;
}

interface SafeBytes {
  status: number;
  location: string | null;
  retryAfterSeconds: number | null;
  cookies: string[];
  bytes: Uint8Array;
  cutOff?: SafeFetchFailure;
}

type SafeResponse = Omit<SafeBytes, 'bytes'> & { text: string };

interface SafeFetchFailure {
  /** `refused`: by our rules; `timeout`: ours or the caller's signal. */
  code: 'refused' | 'unreachable' | 'timeout' | 'too_large';
  cause?: unknown;
}

export interface SafeFetchOptions extends UrlPolicy {
  lookup?: LookupFunction;
  headersTimeoutMs?: number;
  /** Between two chunks of a body. */
  idleTimeoutMs?: number;
  now?: () => number;
}

export interface SafeFetch {
  fetch(request: SafeRequest): Promise<Result<SafeResponse, SafeFetchFailure>>;
  fetchBytes(request: SafeRequest): Promise<Result<SafeBytes, SafeFetchFailure>>;
  close(): Promise<void>;
}

const connectTimeoutMs = 5_000;

type ResponseHeaders = Record<string, string | string[] | undefined>;

const firstValue = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value[0] : value) ?? null;

function readCookies(headers: ResponseHeaders): string[] {
  const setCookie = headers['set-cookie'] ?? [];
  return (Array.isArray(setCookie) ? setCookie : [setCookie])
    .slice(0, 32)
    .map((line) => (line.split(';', 1)[0] ?? '').trim())
    .filter((pair) => pair.indexOf('=') > 0);
}

function readRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  const seconds = /^\d{1,9}$/.test(value.trim())
    ? Number(value)
    : Math.ceil((Date.parse(value) - now) / 1000);
  return Number.isFinite(seconds) ? Math.min(86_400, Math.max(0, seconds)) : null;
}

const chunkSize = 64 * 1024;

/** Adds to `chunks`, which has what was read if the body is cut off. */
async function readBody(
  body: Readable,
  isCompressed: boolean,
  maxBytes: number,
  chunks: Buffer[],
): Promise<void> {
  const decoder = isCompressed ? createUnzip({ chunkSize }) : new PassThrough();
  await pipeline(body, decoder, async (decoded) => {
    let length = 0;
    for await (const chunk of decoded) {
      length += chunk.length;
      if (length > maxBytes) throw createCodedError(`more than ${maxBytes} bytes`, 'ERR_BODY_TOO_LARGE');
      chunks.push(chunk);
    }
  });
}

function toFailure(cause: unknown, signal: AbortSignal): SafeFetchFailure {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ERR_BODY_TOO_LARGE' || code === 'UND_ERR_HEADERS_OVERFLOW')
    return { code: 'too_large', cause };
  if (code === rejectedEncodingCode || code === 'ERR_FORBIDDEN_ADDRESS') return { code: 'refused', cause };
  if (signal.aborted || code.includes('TIMEOUT')) return { code: 'timeout', cause };
  return { code: 'unreachable', cause };
}

export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  assertLoopbackOrigins(options.loopbackOrigins);
  const { lookup = createSafeLookup(), now = Date.now } = options;
  const limits = {
    headersTimeout: options.headersTimeoutMs ?? 10_000,
    bodyTimeout: options.idleTimeoutMs ?? 10_000,
    connections: 64,
    pipelining: 1,
  };
  const publicAgent = new Agent({ ...limits, connect: { lookup, timeout: connectTimeoutMs } });
  const loopbackAgent = new Agent({ ...limits, connect: { timeout: connectTimeoutMs } });
  const publicDispatcher = publicAgent.compose(rejectOtherEncodings);
  const loopbackDispatcher = loopbackAgent.compose(rejectOtherEncodings);

  async function fetchBytes(request: SafeRequest): Promise<Result<SafeBytes, SafeFetchFailure>> {
    const target = validateFetchUrl(request.url, options);
    if (!target.ok) return fail({ code: 'refused', cause: target.error });
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(request.timeoutMs)]);
    try {
      const response = await send(target.value.url, {
        dispatcher: target.value.isLoopback ? loopbackDispatcher : publicDispatcher,
        method: request.method,
        headers: { 'accept-encoding': acceptedEncodings, ...request.headers },
        body: request.body ?? null,
        signal,
      });
      const { headers } = response;
      const isCompressed = /gzip|deflate/i.test(firstValue(headers['content-encoding']) ?? '');
      const chunks: Buffer[] = [];
      const cutOff = await readBody(response.body, isCompressed, request.maxBytes, chunks).then(
        () => null,
        (cause: unknown) => toFailure(cause, signal),
      );
      if (cutOff && (chunks.length === 0 || !request.acceptsPartial)) return fail(cutOff);
      return ok({
        status: response.statusCode,
        location: firstValue(headers.location),
        retryAfterSeconds: readRetryAfter(firstValue(headers['retry-after']), now()),
        cookies: readCookies(headers),
        bytes: Buffer.concat(chunks),
        ...(cutOff && { cutOff }),
      });
    } catch (cause) {
      return fail(toFailure(cause, signal));
    }
  }

  return {
    async fetch(request) {
      const fetched = await fetchBytes(request);
      if (!fetched.ok) return fetched;
      const { bytes, ...rest } = fetched.value;
      return ok({ ...rest, text: new TextDecoder().decode(bytes) });
    },
    fetchBytes,
    async close() {
      await Promise.all([publicAgent.destroy(), loopbackAgent.destroy()]);
    },
  };
}
