import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cheapHashing } from '#accounts/fixtures/open-accounts.ts';
import { readConfig } from '#app/config.ts';
import { createServices, type ServiceOverrides } from '#app/services.ts';
import { createBlogChangeEvents } from '#blog/changes.ts';
import { createSeeder } from '#blog/fixtures/seed-posts.ts';
import type { AppOptions } from '#http/app.ts';
import type { Services, WebHandler } from '#http/context.ts';
import { createHttpServer } from '#http/server.ts';
import type { Locale } from '#i18n/locales.ts';
import { emptyDatabase } from './databases.ts';

export interface TestServer extends AsyncDisposable {
  origin: string;
  services: Services;
  httpServer: Server;
}

export interface TestServerOptions {
  environment?: Record<string, string>;
  overrides?: ServiceOverrides;
  parts?: Partial<Services>;
  app?: Pick<AppOptions, 'isOverloaded' | 'isStopping'>;
  web?: WebHandler;
}

/** The real server in the process of the test, so that tests can inject time and randomness. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'unspool-edge-'));
  const config = readConfig({
    LOG_LEVEL: 'silent',
    LIMITS_SCALE: '1000',
    DATA_DIR: dataDir,
    ...options.environment,
  });
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const created = await createServices(config.value, {
    database: options.overrides?.database ?? (await emptyDatabase()),
    throttleBackground: async () => undefined,
    passwordHashing: cheapHashing,
    ...options.overrides,
  });
  if (!created.ok) throw new Error(created.error.hint);
  const services = { ...created.value, ...options.parts };
  const server = createHttpServer({
    services,
    web: options.web ?? (async () => new Response('no pages in this test', { status: 404 })),
    staticFile: () => null,
    publicOrigin: config.value.http.publicOrigin,
    trustedProxies: config.value.http.trustedProxies,
    publicAnonKey: config.value.http.publicAnonKey,
    isReady: () => true,
    metricsToken: config.value.metricsToken,
    ...options.app,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    services,
    httpServer: server,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await services.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function startBlogTestServer(options: TestServerOptions = {}) {
  const database = await emptyDatabase();
  const server = await startTestServer({ ...options, overrides: { ...options.overrides, database } });
  return {
    ...server,
    ...createSeeder(database.query),
    request: (path: string, init?: RequestInit) =>
      fetch(server.origin + path, { redirect: 'manual', ...init }),
    /** Invalidates caches after rows were inserted directly. */
    change: (locales: Locale[]) => createBlogChangeEvents(database).emitChange({ articleId: null, locales }),
  };
}
