import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AddressBook, createAddressBook } from './address-book.ts';
import { createMediaHost, type MediaHost } from './media-host.ts';
import { createPagesHost, type PagesHost } from './pages-host/pages-host.ts';

export interface SeenRequest {
  host: 'pages' | 'media';
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
}

export interface FakeThreadsOptions {
  /** 0, the default, takes any free one. */
  port?: number;
  mediaPort?: number;
  /** Milliseconds since 1970; signs and judges expiry. */
  now?: () => number;
  /** One media address answers as expired once it was asked so often, or gave so many bytes. */
  expireAddressesAfter?: { requests?: number; bytes?: number };
}

export interface FakeThreads extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, stands for https://www.threads.com. */
  origin: string;
  /** `127.0.0.1:PORT`, stands for every media host. */
  mediaHost: string;
  environment: { THREADS_ORIGIN: string; MEDIA_HOSTS: string; UPSTREAM_LOOPBACK: 'allow' };
  /** What was seen, oldest first; the last two thousand. */
  requests: SeenRequest[];
  /** Media responses still being sent. */
  openMediaResponses(): number;
  /** Every media address given out until now answers 403, as after its expiry. */
  expireAddresses(): void;
  /** Forgets what scenes remember, and the requests seen. */
  reset(): void;
}

const keptRequests = 2000;

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return `127.0.0.1:${taken}`;
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

/** Starts both hosts on loopback. The post code in a link picks the scene, see scenes.ts. */
export async function startFakeThreads(options: FakeThreadsOptions = {}): Promise<FakeThreads> {
  const requests: SeenRequest[] = [];
  const recording =
    (host: SeenRequest['host'], answer: RequestListener): RequestListener =>
    (request, response) => {
      requests.push({
        host,
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
      });
      if (requests.length > keptRequests) requests.shift();
      answer(request, response);
    };
  let media: MediaHost | null = null;
  let pages: PagesHost | null = null;
  const mediaServer = createServer(
    recording('media', (request, response) => media?.answer(request, response)),
  );
  const pagesServer = createServer(
    recording('pages', (request, response) => {
      pages?.answer(request, response).catch((cause: unknown) => {
        response.destroy();
        const hasClientLeft = request.errored !== null;
        if (!hasClientLeft) throw cause;
      });
    }),
  );
  const mediaHost = await listen(mediaServer, options.mediaPort ?? 0);
  const origin = `http://${await listen(pagesServer, options.port ?? 0)}`;
  const book: AddressBook = createAddressBook({
    origin: `http://${mediaHost}`,
    now: options.now ?? Date.now,
    expireAfter: options.expireAddressesAfter ?? {},
  });
  media = createMediaHost(book);
  pages = createPagesHost(origin, book);
  return {
    origin,
    mediaHost,
    environment: { THREADS_ORIGIN: origin, MEDIA_HOSTS: mediaHost, UPSTREAM_LOOPBACK: 'allow' },
    requests,
    openMediaResponses: () => media?.openResponses() ?? 0,
    expireAddresses: () => book.expireIssued(),
    reset() {
      pages?.reset();
      book.reset();
      requests.length = 0;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([close(pagesServer), close(mediaServer)]);
    },
  };
}
