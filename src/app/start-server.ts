import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseError } from '#database/database.ts';
import type { AppOptions } from '#http/app.ts';
import type { Services, WebHandler } from '#http/context.ts';
import { createHttpServer, createStartupServer } from '#http/server.ts';
import { monitorEventLoop } from '#platform/limits/event-loop.ts';
import { redactPath } from '#platform/logger.ts';
import type { WebServices } from '#web/services.ts';
import type { Config } from './config.ts';
import { isUnavailableError } from './contact-messages.ts';
import { drain, stopLimits } from './lifecycle.ts';
import { createServices } from './services.ts';

/** Between two attempts to open an unreachable database. */
const databasePauseMs = 1500;

/** The pages come from the build, or from Vite in development. */
export interface WebEntry {
  createHandler: (services: WebServices) => WebHandler;
  staticFile: AppOptions['staticFile'];
  front?: AppOptions['front'];
}

/** The message says what to do. */
export class DatabaseUnavailableError extends Error {
  readonly isUnusable: boolean;

  constructor({ code, hint, cause }: DatabaseError) {
    super(hint, { cause });
    this.isUnusable = code === 'folder.unreadable';
  }
}

export interface RunningServer {
  url: string;
  /** For creating the first owner; null if there is one. */
  setupUrl: string | null;
  stop(): Promise<void>;
  /** The last step of a start: whoever waits for this line may then read what was printed, or stop the process cleanly. */
  logReady(): void;
}

/** Resolves when the server accepts requests. */
export async function startServer(config: Config, web: WebEntry): Promise<RunningServer> {
  const services = await openServices(config);
  exitOnUncaughtException(services);
  if (!web.front) silenceConsole(services);
  if (config.database.kind === 'server' && config.appSecret === null)
    services.log.warn(
      'APP_SECRET is not set: another node on this database would generate a different secret',
    );
  let isStopping = false;
  const delays = monitorEventLoop();
  const isReady = () => !isStopping && services.isDatabaseReachable();
  const server = createHttpServer({
    services,
    web: web.createHandler({
      ...services,
      publicOrigin: config.http.publicOrigin,
      isUnavailable: isUnavailableError,
      onMissingPath: (path) => services.log.info({ path: redactPath(path) }, 'page not found'),
      onRenderError: (error) => services.log.error({ error }, 'page failed to render'),
    }),
    staticFile: web.staticFile,
    ...(web.front && { front: web.front }),
    publicOrigin: config.http.publicOrigin,
    trustedProxies: config.http.trustedProxies,
    publicAnonKey: config.http.publicAnonKey,
    isReady,
    metricsToken: config.metricsToken,
    isStopping: () => isStopping,
    isOverloaded: delays.isOverloaded,
  });
  services.metrics.watchReadiness(isReady);
  const port = await listen(server, config);
  const url = `http://localhost:${port}`;

  const token = await services.accounts.firstOwnerToken();
  // With a random port, `publicOrigin` has the wrong port.
  const origin = config.http.port === 0 ? url : config.http.publicOrigin;
  const setupUrl = token === null ? null : `${origin}/admin/set-up?token=${token}`;

  void services.start();

  const stop = async () => {
    isStopping = true;
    services.startShutdown();
    await drain(server, stopLimits);
    delays.close();
    await services.stop();
    services.log.info('stopped');
  };
  return { url, setupUrl, stop, logReady: () => services.log.info({ port }, 'ready') };
}

/**
 * Waits for an unreachable database. Meanwhile a startup server reports that the process is alive but not
 * ready. Throws on any other database error.
 */
async function openServices(config: Config): Promise<Services> {
  let created = await createServices(config);
  if (!created.ok && created.error.code === 'server.unreachable') {
    process.stderr.write(`${created.error.hint} Waiting for the database.\n`);
    const waiting = createStartupServer(config.http.publicOrigin);
    await listen(waiting, config);
    while (!created.ok && created.error.code === 'server.unreachable') {
      await wait(databasePauseMs);
      created = await createServices(config);
    }
    waiting.closeAllConnections();
    await new Promise((resolve) => waiting.close(resolve));
  }
  if (!created.ok) throw new DatabaseUnavailableError(created.error);
  return created.value;
}

/** The error's message may contain a URL, so only our own log line is written. */
function exitOnUncaughtException(services: Services): void {
  process.on('uncaughtException', (error) => {
    services.log.fatal({ error }, 'uncaught exception');
    process.exit(1);
  });
}

/** Libraries may print paths or URLs: their output becomes a log line without its text. */
function silenceConsole(services: Services): void {
  for (const level of ['log', 'info', 'warn', 'error'] as const) {
    console[level] = () => services.log.warn({ console: level }, 'console output of a library suppressed');
  }
}

function listen(server: Server, config: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.http.port, config.http.host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : config.http.port);
    });
  });
}
