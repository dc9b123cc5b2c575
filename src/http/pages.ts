import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Services } from '#services.ts';
import { refusalOf } from './refusal.ts';
import { sendStored } from './send-stored.ts';

export type WebHandler = (request: Request) => Promise<Response>;

export interface PagesOptions {
  web: WebHandler;
  publicOrigin: string;
  services: Pick<Services, 'preferredLocale' | 'wordError'>;
  /** In development the build tool stands in front, and nothing is remembered. */
  front?: unknown;
}

interface StoredPage {
  body: Buffer;
  encodings: { br: Buffer; gzip: Buffer };
  headers: Record<string, string>;
}

const pageLifetimeMs = 60_000;
const pagesKept = 500;

/** Public pages are rendered once a minute and kept with their compressed forms; everything else goes through. */
export function createPages({
  web,
  publicOrigin,
  services,
  front,
}: PagesOptions): (context: Context) => Promise<Response> {
  const isRemembering = front === undefined;
  const kept = new LRUCache<string, StoredPage>({ max: pagesKept, ttl: pageLifetimeMs });
  const underWay = new Map<string, Promise<Response | StoredPage>>();

  async function render(path: string, request: Request): Promise<Response | StoredPage> {
    const answer = await web(request);
    if (!isPublicPage(answer)) return answer;
    const page = await store(answer);
    kept.set(path, page);
    return page;
  }

  return async (context) => {
    const { method, path } = context.req;
    const request = rootedRequest(context, publicOrigin);
    if (request === null) {
      return context.json(refusalOf(services, context.req.header('accept-language'), 'request.foreign'), 403);
    }
    const isPlain = (method === 'GET' || method === 'HEAD') && !context.req.url.includes('?');
    if (!isPlain || !isRemembering) return web(request);
    const stored = kept.get(path);
    if (stored) return sendStored(context, stored);
    const job = underWay.get(path) ?? render(path, new Request(request, { method: 'GET' }));
    underWay.set(path, job);
    try {
      const result = await job;
      return result instanceof Response ? result.clone() : sendStored(context, result);
    } finally {
      underWay.delete(path);
    }
  };
}

/**
 * The request as the pages see it: rooted on the configured origin, whatever scheme a proxy spoke and whatever Host
 * was sent. null for a form that another site sends.
 */
function rootedRequest(context: Context, publicOrigin: string): Request | null {
  const { raw, method } = context.req;
  const { pathname, search } = new URL(raw.url);
  const headers = new Headers(raw.headers);
  const origin = headers.get('origin');
  if (origin !== null && !isOwn(origin, headers, publicOrigin)) return null;
  if (origin !== null) headers.set('origin', publicOrigin);
  const url =
    publicOrigin + (isDecodable(pathname) ? pathname.replace(/^\/{2,}/, '/') : '/undecodable') + search;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(url, {
    method,
    headers,
    signal: raw.signal,
    ...(hasBody && raw.body && { body: raw.body, duplex: 'half' }),
  });
}

function isOwn(origin: string, headers: Headers, publicOrigin: string): boolean {
  if (origin === publicOrigin || headers.get('sec-fetch-site') === 'same-origin') return true;
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}

/** The router warns about other paths on the console, and quotes them. */
function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

function isPublicPage(answer: Response): boolean {
  return (
    answer.status === 200 &&
    !answer.headers.has('set-cookie') &&
    (answer.headers.get('content-type') ?? '').startsWith('text/html')
  );
}

async function store(answer: Response): Promise<StoredPage> {
  const body = Buffer.from(await answer.arrayBuffer());
  const headers = Object.fromEntries(answer.headers);
  delete headers['content-length'];
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return {
    body,
    encodings: {
      br: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
      gzip: gzipSync(body),
    },
    headers: { ...headers, etag, 'cache-control': 'public, max-age=0, must-revalidate' },
  };
}
