import { createHash } from 'node:crypto';
import { createServer, request as send } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { MediaError, Ticket } from '#media/contract.ts';
import { createMedia, type Media, type MediaOptions } from '#media/create-media.ts';
import type { TransferLimits } from '#media/limits.ts';
import type { Transfer } from '#media/serve-media.ts';
import { type Scene, startFaultUpstream } from './fault-media-upstream.ts';

interface RelayAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** false where the connection ended before the body did. */
  isComplete: boolean;
}

export interface MediaRelay extends AsyncDisposable {
  media: Media;
  origin: string;
  transfers: Transfer[];
  /** Settles with the next transfer that ends. */
  nextTransfer(): Promise<Transfer>;
  refusals: MediaError[];
  renewals: Ticket['item'][];
  ticketFor(url: string, overrides?: Partial<Ticket>): string;
  get(path: string, headers?: Record<string, string>, method?: string): Promise<RelayAnswer>;
}

/** The relay behind a real server; refused requests are answered with the code as a 599, so that none is mistaken. */
export async function startMediaRelay(
  options: Partial<MediaOptions> & Pick<MediaOptions, 'allowedHosts'>,
): Promise<MediaRelay> {
  const transfers: Transfer[] = [];
  const waiting: ((transfer: Transfer) => void)[] = [];
  const refusals: MediaError[] = [];
  const renewals: Ticket['item'][] = [];
  const { renew } = options;
  const media = createMedia({
    secret: 'a secret of at least thirty-two bytes',
    loopback: true,
    now: Date.now,
    ...options,
    renew: async (item) => {
      renewals.push(item);
      return renew ? renew(item) : null;
    },
    onTransfer(transfer) {
      transfers.push(transfer);
      for (const resolve of waiting.splice(0)) resolve(transfer);
    },
  });
  const sockets = new Set<Socket>();
  const bugs: unknown[] = [];
  const server = createServer((request, response) => {
    media
      .serve(request, response, (request.url ?? '').slice('/media/'.length), (_request, answer, error) => {
        refusals.push(error);
        answer.writeHead(599, { 'content-type': 'text/plain' }).end(error.code);
      })
      .catch((error: unknown) => {
        bugs.push(error);
        response.destroy();
      });
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    media,
    origin,
    transfers,
    refusals,
    renewals,
    nextTransfer: () => new Promise((resolve) => waiting.push(resolve)),
    ticketFor(url, overrides = {}) {
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
    get: (path, headers = {}, method = 'GET') => fetchRaw(`${origin}${path}`, headers, method),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await media.close();
      if (bugs.length > 0) throw bugs[0];
    },
  };
}

export function fetchRaw(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RelayAnswer> {
  return new Promise((resolve, reject) => {
    const request = send(url, { headers, method, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', () => undefined);
      answer.on('close', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks),
          isComplete: answer.complete,
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

/** A relay in front of one faulty media host. */
export async function startFaultyRelay(limits: Partial<TransferLimits> = {}, now: () => number = Date.now) {
  const upstream = await startFaultUpstream();
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
