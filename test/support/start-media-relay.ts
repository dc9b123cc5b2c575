import { createHash } from 'node:crypto';
import { createServer, request as send } from 'node:http';
import type { MediaError, Ticket, TransferReport } from '#media/contract.ts';
import type { TransferLimits } from '#media/open-file.ts';
import { createMediaService, type MediaServiceOptions } from '#media/serve.ts';
import { type Scene, startFaultyUpstream } from './faulty-media-upstream.ts';
import { listen } from './local-servers.ts';

interface RelayResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** false if the connection ended before the body did. */
  isComplete: boolean;
}

/** A rejected request gets its error code with status 599, which nothing else uses. */
export async function startMediaRelay(
  options: Partial<MediaServiceOptions> & Pick<MediaServiceOptions, 'allowedHosts'>,
) {
  const transfers: TransferReport[] = [];
  const waiting: ((transfer: TransferReport) => void)[] = [];
  const errors: MediaError[] = [];
  const renewals: Ticket['item'][] = [];
  const { renewMediaUrl } = options;
  const media = createMediaService({
    secret: 'a secret of at least thirty-two bytes',
    loopback: true,
    now: Date.now,
    ...options,
    renewMediaUrl: async (item) => {
      renewals.push(item);
      return renewMediaUrl ? renewMediaUrl(item) : null;
    },
    onTransfer(transfer) {
      transfers.push(transfer);
      for (const resolve of waiting.splice(0)) resolve(transfer);
    },
  });
  const bugs: unknown[] = [];
  const server = createServer((request, response) => {
    const opened = media.openTicket(request, (request.url ?? '').slice('/media/'.length));
    media
      .serve(request, response, opened, (_request, errorResponse, error) => {
        errors.push(error);
        errorResponse.writeHead(599, { 'content-type': 'text/plain' }).end(error.code);
      })
      .catch((error: unknown) => {
        bugs.push(error);
        response.destroy();
      });
  });
  const { origin, sockets, close } = await listen(server);
  return {
    media,
    origin,
    /** Open connections of clients. */
    clients: sockets,
    transfers,
    errors,
    renewals,
    nextTransfer: () => new Promise<TransferReport>((resolve) => waiting.push(resolve)),
    ticketFor(url: string, overrides: Partial<Ticket> = {}) {
      const path = media.issueTicket({
        url,
        name: 'threads-video-1-1763715600000',
        format: 'MP4',
        purpose: 'attachment',
        item: { postUrl: 'https://www.threads.com/@a/post/b', itemId: '1', format: 'MP4', part: 'file' },
        ...overrides,
      });
      if (path === null) throw new Error(`no ticket for ${url}`);
      return path;
    },
    get: (path: string, headers?: Record<string, string>, method?: string) =>
      fetchRaw(`${origin}${path}`, headers, method),
    async [Symbol.asyncDispose]() {
      await close();
      await media.close();
      if (bugs.length > 0) throw bugs[0];
    },
  };
}

export function fetchRaw(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RelayResponse> {
  return new Promise((resolve, reject) => {
    const request = send(url, { headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => undefined);
      response.on('close', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          isComplete: response.complete,
        }),
      );
    });
    request.on('error', reject);
    request.end();
  });
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export async function startFaultyRelay(limits: Partial<TransferLimits> = {}, now: () => number = Date.now) {
  const upstream = await startFaultyUpstream();
  const relay = await startMediaRelay({ allowedHosts: [upstream.host], limits, now });
  return {
    upstream,
    relay,
    get: (scene: Scene, headers: Record<string, string> = {}) =>
      relay.get(relay.ticketFor(upstream.on('/a', scene)), headers),
    async [Symbol.asyncDispose]() {
      await relay[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}
