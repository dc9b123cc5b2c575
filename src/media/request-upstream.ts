import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Target } from '#platform/safe-fetch-target.ts';
import { recycleReads } from './recycled-reads.ts';

export interface UpstreamAsk {
  method: 'GET' | 'HEAD';
  /** Value of the Range header, or null for the whole file. */
  range: string | null;
  /** With a range: the whole file instead, where this validator is no longer that of the file. */
  ifRange?: string;
}

/** Rejects with the socket's error, or where no answer comes; an answer of any status resolves, its body not yet read. */
export type RequestUpstream = (
  target: Target,
  ask: UpstreamAsk,
  signal: AbortSignal,
) => Promise<IncomingMessage>;

// 2026-08: a script's user agent was throttled to 39 KB/s by the CDN, and some are answered 403.
const fixedHeaders = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  accept: '*/*',
  'accept-encoding': 'identity',
  referer: 'https://www.threads.com/',
};

/** Nothing of the visitor's request goes out but the range. */
export function createUpstreamRequester(lookup: LookupFunction): {
  requestUpstream: RequestUpstream;
  close(): void;
} {
  const kept = { keepAlive: true, maxSockets: 2_048, maxFreeSockets: 64, timeout: 30_000 };
  const outside = new https.Agent({ ...kept, lookup });
  const loopback = new http.Agent(kept);
  recycleReads(outside);
  recycleReads(loopback);

  const requestUpstream: RequestUpstream = ({ url, isLoopback }, ask, signal) =>
    new Promise((resolve, reject) => {
      const headers = {
        ...fixedHeaders,
        ...(ask.range !== null && { range: ask.range }),
        ...(ask.range !== null && ask.ifRange !== undefined && { 'if-range': ask.ifRange }),
      };
      const options = { method: ask.method, headers, signal, maxHeaderSize: 16_384 };
      const request = isLoopback
        ? http.request(url, { ...options, agent: loopback })
        : https.request(url, { ...options, agent: outside });
      request.on('error', reject);
      // Nobody asked for another protocol, and Node gives such an answer no 'response'.
      request.on('upgrade', (_response, socket) => {
        socket.destroy();
        reject(new Error('an upgrade nobody asked for'));
      });
      // Whatever else ends a request without an error; after an answer this changes nothing.
      request.on('close', () => reject(new Error('closed before an answer')));
      request.on('response', (response) => {
        // A cut between here and the first reader: the stream keeps it in `errored`.
        response.on('error', () => request.destroy());
        resolve(response);
      });
      request.end();
    });

  return {
    requestUpstream,
    close() {
      outside.destroy();
      loopback.destroy();
    },
  };
}
