import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from '#app/config.ts';
import { drain } from '#app/lifecycle.ts';
import { createServices } from '#app/services.ts';
import type { DatabaseError } from '#database/database.ts';
import type { AppOptions } from '#http/app.ts';
import type { Services, WebHandler } from '#http/context.ts';
import { createHttpServer } from '#http/server.ts';
import { createStartupServer } from '#http/startup-server.ts';
import { createStaticFiles } from '#http/static-files.ts';
import { secretFileError } from '#platform/crypto/app-secret.ts';
import { monitorEventLoop } from '#platform/limits/event-loop.ts';
import { redactPath } from '#platform/logger.ts';
import { storageUnavailableCode, unavailableFolderHint } from '#platform/storage/storage-errors.ts';
import type { WebServices } from '#web/services.ts';

/** Every orchestrator probes at least once within `acceptMs`. Transfers have `withinMs` to end. */
const drainLimits = { acceptMs: 5_000, withinMs: 20_000 };
/** Between two attempts to open an unreachable database. */
const databasePauseMs = 1500;

/** The pages come from the build, or from Vite in development. */
export interface WebEntry {
  createHandler: (services: WebServices) => WebHandler;
  staticFile: AppOptions['staticFile'];
  front?: AppOptions['front'];
}

/** The message says what to do. */
class DatabaseUnavailableError extends Error {
  readonly isUnusable: boolean;

  constructor({ code, hint, cause }: DatabaseError) {
    super(hint, { cause });
    this.isUnusable = code === 'folder.unreadable';
  }
}

/** `EX_CONFIG` of sysexits.h: a restart doesn't help until somebody changes the configuration. */
const configErrorExitCode = 78;

export interface RunningServer {
  url: string;
  /** For creating the first owner; null if there is one. */
  setupUrl: string | null;
  stop(): Promise<void>;
  /** Call it when signals are handled: whoever waits for this log line may then stop the process cleanly. */
  logReady(): void;
}

/** Resolves when the server accepts requests. */
export async function startServer(config: Config, web: WebEntry): Promise<RunningServer> {
  const services = await openServices(config);
  exitOnUncaughtException(services);
  if (!web.front) silenceConsole(services);
  if (config.database.kind === 'server' && config.appSecret === null)
    services.log.warn('APP_SECRET is left out: another node on this database would have another secret');
  let isStopping = false;
  const delays = monitorEventLoop();
  const isReady = () => !isStopping && services.isDatabaseReachable();
  const server = createHttpServer({
    services,
    web: web.createHandler(toWebServices(services, config)),
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
    await drain(server, drainLimits);
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
    process.stderr.write(`${created.error.hint} Waiting for it.\n`);
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
    services.log.fatal({ error }, 'a fault nobody caught');
    process.exit(1);
  });
}

/** Libraries may print paths or URLs: their output becomes a log line without its text. */
function silenceConsole(services: Services): void {
  for (const level of ['log', 'info', 'warn', 'error'] as const) {
    console[level] = () => services.log.warn({ console: level }, 'a library wrote to the console');
  }
}

function toWebServices(services: Services, config: Config): WebServices {
  return {
    accounts: services.accounts,
    blog: services.blog,
    editor: services.editor,
    previews: services.previews,
    taxonomy: services.taxonomy,
    runs: services.runs,
    translationReview: services.translationReview,
    glossaryStore: services.glossaryStore,
    suggestions: services.suggestions,
    extractMedia: services.extractMedia,
    verification: services.verification,
    requiresProofOfWork: services.proofs !== null,
    contactEmail: services.contactEmail,
    contactDelivery: services.contactDelivery,
    sendMessage: services.sendMessage,
    publicOrigin: config.http.publicOrigin,
    renderShareCard: services.renderShareCard,
    now: services.now,
    random: services.random,
    isStorageUnavailable: (error) => storageUnavailableCode(error) !== null,
    onMissingPath: (path) => services.log.info({ path: redactPath(path) }, 'no such page'),
    onRenderError: (error) => services.log.error({ error }, 'a page failed'),
  };
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

/** Exits with a hint for each error on standard error if the configuration is invalid. */
export function readConfigOrExit(env: Record<string, string | undefined>): Config {
  const config = readConfig(env);
  if (config.ok) {
    const secretError = config.value.appSecret === null ? secretFileError(config.value.dataDir) : null;
    if (secretError === null) return config.value;
    console.error(secretError);
    process.exit(configErrorExitCode);
  }
  console.error('These settings cannot be used:');
  for (const error of config.error) console.error(`  ${error.name}: ${error.hint}`);
  process.exit(configErrorExitCode);
}

/** The first signal drains, the second exits at once. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stop().then(() => process.exit(0));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

async function main(): Promise<void> {
  const config = readConfigOrExit(process.env);
  const build = new URL('./', import.meta.url);
  const { createWebHandler } = await import(new URL('handler.js', build).href);
  try {
    const { url, setupUrl, stop, logReady } = await startServer(config, {
      createHandler: createWebHandler,
      staticFile: createStaticFiles(fileURLToPath(new URL('../client', build))),
    });
    stopOnSignal(stop);
    logReady();
    const setUp = setupUrl ? `Make the first owner of the blog (once): ${setupUrl}\n` : '';
    process.stderr.write(`Unspool is ready: ${url}\n${setUp}`);
  } catch (error) {
    if (error instanceof DatabaseUnavailableError)
      exitWithMessage(error.message, error.isUnusable ? configErrorExitCode : 1);
    const storageCode = storageUnavailableCode(error);
    if (storageCode !== null)
      exitWithMessage(unavailableFolderHint(config.dataDir, storageCode), configErrorExitCode);
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    exitWithMessage(
      `Port ${config.http.port} is taken. Stop what listens there, or choose another with PORT=3001 npm start.`,
    );
  }
}

function exitWithMessage(message: string, code = 1): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

// The build may put this module into a chunk beside main.js.
if (process.argv[1] === join(import.meta.dirname, 'main.js')) await main();
