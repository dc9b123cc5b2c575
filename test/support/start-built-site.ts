import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cheapHashing } from '#accounts/fixtures/open-accounts.ts';
import { createStaticFiles } from '#http/static-files.ts';
import type { WebServices } from '#web/services.ts';
import { freePort } from './local-servers.ts';
import { type ProcessServer, serveInProcess } from './serve-in-process.ts';
import { filledDataDir } from './start-app.ts';

export interface BuiltSite extends ProcessServer {
  /** Of renders. */
  errors: unknown[];
}

/** The built pages in the process of the test, so that tests can call the services. */
export async function startBuiltSite(environment: Record<string, string> = {}): Promise<BuiltSite> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const errors: unknown[] = [];
  const { createWebHandler } = await import(pathToFileURL(resolve('build/server/handler.js')).href);
  const server = await serveInProcess({
    environment: { SEED: 'none', ...environment, PUBLIC_ORIGIN: origin },
    data: await filledDataDir('none'),
    overrides: { passwordHashing: cheapHashing },
    port,
    createWeb: (services) =>
      createWebHandler({
        ...services,
        publicOrigin: origin,
        isUnavailable: () => false,
        onMissingPath: () => undefined,
        onRenderError: (error) => errors.push(error),
      } satisfies WebServices),
    app: { staticFile: createStaticFiles('build/client') },
  });
  return { ...server, errors };
}
