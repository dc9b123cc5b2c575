import { cpSync, mkdtempDisposableSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#app/config.ts';
import { createServices, type ServiceOverrides } from '#app/services.ts';
import type { AppOptions } from '#http/app.ts';
import type { Services, WebHandler } from '#http/context.ts';
import { createHttpServer } from '#http/server.ts';
import { listen } from './local-servers.ts';

export interface ProcessServer extends AsyncDisposable {
  origin: string;
  services: Services;
  httpServer: Server;
}

export interface ProcessServerOptions {
  environment?: Record<string, string>;
  /** Data of an earlier start, which is copied: a first start is slow. */
  data?: string;
  overrides?: ServiceOverrides;
  parts?: Partial<Services>;
  /** Returns services that replace those it gets. */
  tamper?(services: Services): Partial<Services>;
  app?: Partial<Pick<AppOptions, 'isOverloaded' | 'isStopping' | 'staticFile'>>;
  port?: number;
  createWeb?: (services: Services) => WebHandler;
}

/** The real server in this process, so that the caller can inject time and use the services. Without pages by default. */
export async function serveInProcess(options: ProcessServerOptions): Promise<ProcessServer> {
  const dataDir = mkdtempDisposableSync(join(tmpdir(), 'unspool-server-'));
  if (options.data) cpSync(options.data, dataDir.path, { recursive: true });
  const config = readConfig({
    LOG_LEVEL: 'silent',
    LIMITS_SCALE: '1000',
    DATA_DIR: dataDir.path,
    ...options.environment,
  });
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const created = await createServices(config.value, options.overrides);
  if (!created.ok) throw new Error(created.error.hint, { cause: created.error.cause });
  const services = { ...created.value, ...options.parts, ...options.tamper?.(created.value) };
  const noPages = async () => new Response('no pages in this test', { status: 404 });
  const { publicOrigin, trustedProxies, publicAnonKey } = config.value.http;
  const httpServer = createHttpServer({
    services,
    web: options.createWeb?.(services) ?? noPages,
    staticFile: () => null,
    publicOrigin,
    trustedProxies,
    publicAnonKey,
    isReady: () => true,
    metricsToken: config.value.metricsToken,
    ...options.app,
  });
  const { origin, close } = await listen(httpServer, options.port);
  return {
    origin,
    services,
    httpServer,
    async [Symbol.asyncDispose]() {
      await close();
      await services.stop();
      dataDir.remove();
    },
  };
}
