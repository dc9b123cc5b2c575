import { Hono } from 'hono';
import { generateSpecs } from 'hono-openapi';
import type { AppEnv } from '../../context.ts';
import { describeFileRoute, describeZipRoute } from './describe-media.ts';
import { originPlaceholder } from './describe-route.ts';

export type OpenApiDocument = Awaited<ReturnType<typeof generateSpecs>>;

export async function createOpenApiDocument(
  app: Hono<AppEnv>,
  publicOrigin: string,
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
