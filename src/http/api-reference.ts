import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Hono } from 'hono';
import { createApiDocument } from './api-document.ts';
import { apiPage } from './api-page.ts';
import { apiPageStyle } from './api-page-style.ts';
import { entityTagOf } from './entity-tag.ts';
import { type Stored, sendStored } from './send-stored.ts';

const cacheControl = 'public, max-age=3600';

const styleHash = createHash('sha256').update(apiPageStyle).digest('base64');
const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `/openapi.json` and `/api`: what the routes of `app` say about themselves. Made when first asked for, and kept. */
export function addApiReference(app: Hono, publicOrigin: string): void {
  let made: Promise<{ document: Stored; page: Stored }> | undefined;

  async function make() {
    const document = await createApiDocument(app, publicOrigin);
    return {
      document: stored(JSON.stringify(document, null, 1), {
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': '*',
      }),
      page: stored(apiPage(document), {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': pagePolicy,
      }),
    };
  }

  app.get('/openapi.json', async (context) => {
    made ??= make();
    return sendStored(context, (await made).document);
  });
  app.get('/api', async (context) => {
    made ??= make();
    return sendStored(context, (await made).page);
  });
}

function stored(text: string, headers: Record<string, string>): Stored {
  const body = Buffer.from(text);
  return {
    body,
    encodings: { br: brotliCompressSync(body), gzip: gzipSync(body) },
    headers: { ...headers, etag: entityTagOf(body), 'cache-control': cacheControl },
  };
}
