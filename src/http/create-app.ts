import { Hono } from 'hono';
import type { Services } from '#services.ts';
import { canonicalAddress } from './canonical-address.ts';
import { createFunctions } from './functions.ts';
import { createPages, type WebHandler } from './pages.ts';
import { inertContentPolicy, securityHeaders } from './security-headers.ts';
import { sendStored } from './send-stored.ts';
import type { StaticFile } from './static-files.ts';

export interface AppOptions {
  services: Services;
  web: WebHandler;
  publicOrigin: string;
  publicAnonKey: string | null;
  staticFile: (path: string) => StaticFile | null;
  isReady: () => boolean;
}

/** Everything but the media stream: health, functions, static files, pages. */
export function createApp(options: AppOptions): Hono {
  const app = new Hono();
  const everywhere = Object.entries(securityHeaders(options.publicOrigin));
  const pages = createPages(options.web);

  app.use('*', async (context, next) => {
    await next();
    for (const [name, value] of everywhere) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
    if (!context.res.headers.has('content-security-policy')) {
      context.res.headers.set('content-security-policy', inertContentPolicy);
    }
  });

  app.get('/livez', (context) => context.json({ alive: true }, 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', (context) => {
    const ready = options.isReady();
    return context.json({ ready }, ready ? 200 : 503, { 'cache-control': 'no-store' });
  });
  app.route('/functions/v1', createFunctions(options.services, options.publicAnonKey));

  app.all('*', async (context) => {
    const { method, path } = context.req;
    if (method === 'GET' || method === 'HEAD') {
      const canonical = canonicalAddress(new URL(context.req.url), options.services.localePrefixes);
      if (canonical)
        return context.body(null, 308, { location: canonical, 'cache-control': 'public, max-age=3600' });
      const file = options.staticFile(path);
      if (file) return sendStored(context, file);
    } else if (method !== 'POST') {
      return context.text('', 405, { allow: 'GET, HEAD, POST' });
    }
    return pages(context);
  });

  app.onError((error, context) => {
    options.services.log.error({ error }, 'a request failed');
    return context.json(
      { success: false, code: 'server.failed', error: 'Something went wrong on our side.' },
      500,
    );
  });
  return app;
}
