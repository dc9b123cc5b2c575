import { createApp } from '#http/app.ts';
import { createIdentifyClient } from '#http/middleware/client.ts';
import { createPages } from '#http/pages/pages.ts';
import type { TestServer } from './start-server.ts';

/** All routes of the Hono app, with their patterns. */
export function listRoutes({ services, origin }: Pick<TestServer, 'services' | 'origin'>): {
  method: string;
  path: string;
}[] {
  const options = {
    services,
    web: async () => new Response(),
    publicOrigin: origin,
    trustedProxies: [],
    publicAnonKey: null,
    staticFile: () => null,
    isReady: () => true,
  };
  return createApp(options, createPages(options), createIdentifyClient([], services.accounts)).routes;
}
