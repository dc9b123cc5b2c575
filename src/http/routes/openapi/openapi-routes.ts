import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Hono } from 'hono';
import type { AppEnv } from '../../context.ts';
import { type CachedResponse, createEtag, respondCached } from '../../responses/cached-response.ts';
import { createOpenApiDocument } from './document.ts';
import { renderReferencePage } from './reference-page.ts';
import { referencePageStyle } from './reference-page-style.ts';

const cacheControl = 'public, max-age=3600';

const styleHash = createHash('sha256').update(referencePageStyle).digest('base64');
const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function addOpenApiRoutes(app: Hono<AppEnv>, publicOrigin: string): void {
  let responses: Promise<{ document: CachedResponse; page: CachedResponse }> | undefined;

  async function createResponses() {
    const document = await createOpenApiDocument(app, publicOrigin);
    return {
      document: toCachedResponse(JSON.stringify(document, null, 1), {
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': '*',
      }),
      page: toCachedResponse(renderReferencePage(document), {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': pagePolicy,
      }),
    };
  }

  app.get('/openapi.json', async (context) => {
    responses ??= createResponses();
    return respondCached(context, (await responses).document);
  });
  app.get('/api', async (context) => {
    responses ??= createResponses();
    return respondCached(context, (await responses).page);
  });
}

function toCachedResponse(text: string, headers: Record<string, string>): CachedResponse {
  const body = Buffer.from(text);
  return {
    body,
    encodings: { br: brotliCompressSync(body), gzip: gzipSync(body) },
    headers: { ...headers, etag: createEtag(body), 'cache-control': cacheControl },
  };
}
