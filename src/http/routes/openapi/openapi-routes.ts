import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { generateSpecs } from 'hono-openapi';
import type { AppEnv } from '../../context.ts';
import { type CachedResponse, createEtag, respondCached } from '../../responses/cached-response.ts';
import { describeFileRoute, describeZipRoute } from './describe-media.ts';
import { originPlaceholder } from './describe-route.ts';
import { type OpenApiDocument, referencePageStyle, renderReferencePage } from './reference-page.ts';

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

async function createOpenApiDocument(app: Hono<AppEnv>, publicOrigin: string): Promise<OpenApiDocument> {
  const described = new Hono<AppEnv>();
  described.route('/', app);
  // http/server.ts serves these two outside the app.
  described.get('/media/:ticket', describeFileRoute);
  described.get('/media/zip/:ticket', describeZipRoute);
  const specs = await generateSpecs(described, {
    documentation: {
      openapi: '3.1.0',
      info: {
        title: 'Unspool',
        version: '1.0.0',
        description:
          'The blog as data, and the function that reads a Threads post. No key, no account; with a key of this site, ' +
          'higher limits.',
      },
      servers: [{ url: publicOrigin }],
      security: [{}, { apiKey: [] }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'unspool_…',
            description:
              'Made by the owner of a site, begins with `unspool_`. Optional, for every call here: it has its own ' +
              'limits, whatever address it is sent from, and is never asked for a proof of work. Keep it on a server, ' +
              'out of pages.',
          },
        },
      },
    },
    excludeStaticFile: false,
    defaultValidationErrorResponse: false,
  });
  return JSON.parse(JSON.stringify(specs, tidy(publicOrigin)));
}

function tidy(publicOrigin: string) {
  return function replace(this: Record<string, unknown>, key: string, value: unknown): unknown {
    if (key === 'pattern' && this.format !== undefined) return undefined;
    if (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) return undefined;
    if (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) return undefined;
    return typeof value === 'string' ? value.replaceAll(originPlaceholder, publicOrigin) : value;
  };
}
