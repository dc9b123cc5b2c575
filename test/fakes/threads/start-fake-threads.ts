import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMediaHost, type MediaHost } from './media-host.ts';
import { createPagesHost, type PagesHost } from './pages-host.ts';
import { createUrlSigner, type UrlSigner } from './url-signer.ts';

export interface RecordedRequest {
  host: 'pages' | 'media';
  method: string;
  /** Includes the query. */
  path: string;
  headers: IncomingHttpHeaders;
}

export interface FakeThreadsOptions {
  /** 0, the default, picks a free port. */
  port?: number;
  mediaPort?: number;
  /** Unix time in milliseconds, for signatures and expiry. */
  now?: () => number;
  /** A media URL expires after this many requests or bytes. */
  expireUrlsAfter?: { requests?: number; bytes?: number };
}

export interface FakeThreads extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, in place of https://www.threads.com. */
  origin: string;
  /** `127.0.0.1:PORT`, in place of every media host. */
  mediaHost: string;
  environment: { THREADS_ORIGIN: string; MEDIA_HOSTS: string; UPSTREAM_LOOPBACK: 'allow' };
  /** The last 2,000 requests, oldest first. */
  requests: RecordedRequest[];
  /** Number of media responses that are still being sent. */
  openMediaResponses(): number;
  /** Makes every media URL issued so far return 403. */
  expireUrls(): void;
  /** Resets the state of all scenes and the recorded requests. */
  reset(): void;
}

const maxRecordedRequests = 2000;

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: assignedPort } = server.address() as AddressInfo;
  return `127.0.0.1:${assignedPort}`;
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

/** Starts both hosts on loopback. The shortcode in a link selects the scene (see scenes.ts). */
export async function startFakeThreads(options: FakeThreadsOptions = {}): Promise<FakeThreads> {
  const requests: RecordedRequest[] = [];
  const recording =
    (host: RecordedRequest['host'], handler: RequestListener): RequestListener =>
    (request, response) => {
      requests.push({
        host,
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
      });
      if (requests.length > maxRecordedRequests) requests.shift();
      handler(request, response);
    };
  let media: MediaHost | null = null;
  let pages: PagesHost | null = null;
  const mediaServer = createServer(
    recording('media', (request, response) => media?.handle(request, response)),
  );
  const pagesServer = createServer(
    recording('pages', (request, response) => {
      pages?.handle(request, response).catch((cause: unknown) => {
        response.destroy();
        const hasClientLeft = request.errored !== null;
        if (!hasClientLeft) throw cause;
      });
    }),
  );
  const mediaHost = await listen(mediaServer, options.mediaPort ?? 0);
  const origin = `http://${await listen(pagesServer, options.port ?? 0)}`;
  const urlSigner: UrlSigner = createUrlSigner({
    origin: `http://${mediaHost}`,
    now: options.now ?? Date.now,
    expireAfter: options.expireUrlsAfter ?? {},
  });
  media = createMediaHost(urlSigner);
  pages = createPagesHost(origin, urlSigner);
  return {
    origin,
    mediaHost,
    environment: { THREADS_ORIGIN: origin, MEDIA_HOSTS: mediaHost, UPSTREAM_LOOPBACK: 'allow' },
    requests,
    openMediaResponses: () => media?.openResponses() ?? 0,
    expireUrls: () => urlSigner.expireIssued(),
    reset() {
      pages?.reset();
      urlSigner.reset();
      requests.length = 0;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([close(pagesServer), close(mediaServer)]);
    },
  };
}
