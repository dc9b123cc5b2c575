import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { generateSpecs } from 'hono-openapi';
import type { Settings } from '#settings/contract.ts';
import { getSiteIcons } from '#web/site-icons.ts';
import { themeStylesheetPath } from '#web/theme-stylesheet.ts';
import type { AppEnv } from '../../context.ts';
import { type CachedResponse, createEtag, respondCached } from '../../responses/cached-response.ts';
import { describeFileRoute, describeZipRoute } from './describe-media.ts';
import { originPlaceholder } from './describe-route.ts';
import { type OpenApiDocument, referencePageStyle, renderReferencePage } from './reference-page.ts';

const cacheControl = 'public, max-age=3600';

const styleHash = createHash('sha256').update(referencePageStyle).digest('base64');
const pagePolicy = (stylesheet: string | null) =>
  [
    "default-src 'none'",
    `style-src ${stylesheet === null ? '' : "'self' "}'sha256-${styleHash}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export function addOpenApiRoutes(
  app: Hono<AppEnv>,
  publicOrigin: string,
  settings: Pick<Settings, 'site' | 'onChange'>,
): void {
  let responses: Promise<{ document: CachedResponse; page: CachedResponse }> | undefined;
  settings.onChange(() => {
    responses = undefined;
  });

  async function createResponses() {
    const { siteName, icon, accentColor } = settings.site();
    const stylesheet = accentColor === null ? null : themeStylesheetPath(accentColor);
    const document = await createOpenApiDocument(app, publicOrigin, siteName);
    return {
      document: toCachedResponse(JSON.stringify(document, null, 1), {
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': '*',
      }),
      page: toCachedResponse(
        renderReferencePage(document, { favicon: getSiteIcons(icon).favicon, stylesheet }),
        {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': pagePolicy(stylesheet),
        },
      ),
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

async function createOpenApiDocument(
  app: Hono<AppEnv>,
  publicOrigin: string,
  siteName: string,
): Promise<OpenApiDocument> {
  const described = new Hono<AppEnv>();
  described.route('/', app);
  // http/server.ts serves these two outside the app.
  described.get('/media/:ticket', describeFileRoute);
  described.get('/media/zip/:ticket', describeZipRoute);
  const specs = await generateSpecs(described, {
    documentation: {
      openapi: '3.1.0',
      info: {
        title: siteName,
        version: '1.0.0',
        description:
          'Read the blog, and extract the media of Threads posts. No key or account is required. An API key of this ' +
          'site has its own limits.',
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
              'An API key is optional for every call. The owner of the site creates it, and it starts with `unspool_`. ' +
              'Each key has its own limits, independent of the IP address, and never needs a proof of work. Keep the ' +
              'key on your server, and never put it in a page.',
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
