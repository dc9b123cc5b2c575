import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from '#config.ts';
import type { DatabaseError } from '#database/connect.ts';
import type { AppOptions } from '#http/create-app.ts';
import { createHttpServer } from '#http/create-http-server.ts';
import { createWaitingServer } from '#http/create-waiting-server.ts';
import type { WebHandler } from '#http/pages.ts';
import { createStaticFiles } from '#http/static-files.ts';
import { secretFault } from '#platform/app-secret.ts';
import { drain } from '#platform/drain.ts';
import { loggablePath } from '#platform/logger.ts';
import { mendOfFolder, unwritableCode } from '#platform/unwritable.ts';
import { watchDelay } from '#platform/watch-delay.ts';
import { createServices, type Services } from '#services.ts';
import type { WebServices } from '#web/services.ts';

/** Probes of every orchestrator ask at least once within the first; the second is what a transfer has to end. */
const drainLimits = { acceptMs: 5_000, withinMs: 20_000 };
/** Between two tries to open a database that does not answer yet. */
const databasePauseMs = 1500;

/** How the pages come into the process: from the build, or from the build tool in development. */
export interface Web {
  createHandler: (services: WebServices) => WebHandler;
  staticFile: AppOptions['staticFile'];
  front?: AppOptions['front'];
}

/** The database can't be opened: the message says what to do. */
class DatabaseClosed extends Error {
  readonly isUnusable: boolean;

  constructor({ code, mend, cause }: DatabaseError) {
    super(mend, { cause });
    this.isUnusable = code === 'folder.unreadable';
  }
}

/** `EX_CONFIG` of sysexits.h: to start again helps nobody before somebody has mended something. */
const unusableExit = 78;

export interface Serving {
  address: string;
  /** Where the first owner makes an account; null where there is one. */
  setUpAddress: string | null;
  stop(): Promise<void>;
  /** Says in the log that requests are accepted: after whoever asked for it can end the process in order. */
  announce(): void;
}

/** Builds and listens. Resolves when it accepts requests. */
export async function serve(config: Config, web: Web): Promise<Serving> {
  const services = await openServices(config);
  endOnUncaught(services);
  if (!web.front) quietConsole(services);
  if (config.database.kind === 'server' && config.appSecret === null)
    services.log.warn('APP_SECRET is left out: another node on this database would have another secret');
  let isEnding = false;
  const delays = watchDelay();
  const isReady = () => !isEnding && services.databaseAnswers();
  const server = createHttpServer({
    services,
    web: web.createHandler(webServicesOf(services, config)),
    staticFile: web.staticFile,
    ...(web.front && { front: web.front }),
    publicOrigin: config.http.publicOrigin,
    trustedProxies: config.http.trustedProxies,
    publicAnonKey: config.http.publicAnonKey,
    isReady,
    metricsToken: config.metricsToken,
    isEnding: () => isEnding,
    isOverloaded: delays.isOverloaded,
  });
  services.measures.isReady(isReady);
  const port = await listen(server, config);
  const address = `http://localhost:${port}`;

  const token = await services.accounts.firstOwnerToken();
  // Where a free port was taken, only the address we listen on is sure.
  const origin = config.http.port === 0 ? address : config.http.publicOrigin;
  const setUpAddress = token === null ? null : `${origin}/admin/set-up?token=${token}`;

  void services.startWork();

  const stop = async () => {
    isEnding = true;
    services.beginStop();
    await drain(server, drainLimits);
    delays.close();
    await services.stop();
    services.log.info('stopped');
  };
  return { address, setUpAddress, stop, announce: () => services.log.info({ port }, 'ready') };
}

/**
 * A database that does not answer yet is waited for, so that nobody has to start the process again and again; meanwhile
 * it says that it lives and takes no work. Any other fault of the database ends it.
 */
async function openServices(config: Config): Promise<Services> {
  let created = await createServices(config);
  if (!created.ok && created.error.code === 'server.unreachable') {
    process.stderr.write(`${created.error.mend} Waiting for it.\n`);
    const waiting = createWaitingServer(config.http.publicOrigin);
    await listen(waiting, config);
    while (!created.ok && created.error.code === 'server.unreachable') {
      await wait(databasePauseMs);
      created = await createServices(config);
    }
    waiting.closeAllConnections();
    await new Promise((resolve) => waiting.close(resolve));
  }
  if (!created.ok) throw new DatabaseClosed(created.error);
  return created.value;
}

/** A bug ends the process, as it should; but its message may quote an address, so only our own line is written. */
function endOnUncaught(services: Services): void {
  process.on('uncaughtException', (error) => {
    services.log.fatal({ error }, 'a fault nobody caught');
    process.exit(1);
  });
}

/** What a library prints may quote a path or an address: it becomes one line of ours, without its words. */
function quietConsole(services: Services): void {
  for (const level of ['log', 'info', 'warn', 'error'] as const) {
    console[level] = () => services.log.warn({ console: level }, 'a library wrote to the console');
  }
}

function webServicesOf(services: Services, config: Config): WebServices {
  return {
    accounts: services.accounts,
    blog: services.blog,
    desk: services.desk,
    previews: services.previews,
    shelves: services.shelves,
    runs: services.runs,
    translationNotes: services.translationNotes,
    translationBooks: services.translationBooks,
    assistant: services.assistant,
    extractMedia: services.extractMedia,
    verification: services.verification,
    asksForProofs: services.proofs !== null,
    contactEmail: services.contactEmail,
    contactDelivery: services.contactDelivery,
    sendMessage: services.sendMessage,
    publicOrigin: config.http.publicOrigin,
    drawCard: services.drawCard,
    now: services.now,
    random: services.random,
    isUnwritable: (error) => unwritableCode(error) !== null,
    onMissingPath: (path) => services.log.info({ path: loggablePath(path) }, 'no such page'),
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

/** The configuration, or the end of the process with every fault and its mend on standard error. */
export function configOrExit(env: Record<string, string | undefined>): Config {
  const config = readConfig(env);
  if (config.ok) {
    const fault = config.value.appSecret === null ? secretFault(config.value.dataDir) : null;
    if (fault === null) return config.value;
    console.error(fault);
    process.exit(unusableExit);
  }
  console.error('These settings cannot be used:');
  for (const fault of config.error) console.error(`  ${fault.name}: ${fault.mend}`);
  process.exit(unusableExit);
}

/** The first signal drains, the second ends at once. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let asked = false;
  const onSignal = () => {
    if (asked) process.exit(1);
    asked = true;
    stop().then(() => process.exit(0));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

async function main(): Promise<void> {
  const config = configOrExit(process.env);
  const build = new URL('./', import.meta.url);
  const { createWebHandler } = await import(new URL('handler.js', build).href);
  try {
    const { address, setUpAddress, stop, announce } = await serve(config, {
      createHandler: createWebHandler,
      staticFile: createStaticFiles(fileURLToPath(new URL('../client', build))),
    });
    stopOnSignal(stop);
    announce();
    const setUp = setUpAddress ? `Make the first owner of the blog (once): ${setUpAddress}\n` : '';
    process.stderr.write(`Unspool is ready: ${address}\n${setUp}`);
  } catch (error) {
    if (error instanceof DatabaseClosed) endWith(error.message, error.isUnusable ? unusableExit : 1);
    const unwritable = unwritableCode(error);
    if (unwritable !== null) endWith(mendOfFolder(config.dataDir, unwritable), unusableExit);
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    endWith(
      `Port ${config.http.port} is taken. Stop what listens there, or choose another with PORT=3001 npm start.`,
    );
  }
}

function endWith(message: string, code = 1): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

// The build may keep all this in another file beside the one that is started.
if (process.argv[1] === join(import.meta.dirname, 'main.js')) await main();
