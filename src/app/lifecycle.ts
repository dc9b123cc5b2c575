import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { secretFileError } from '#platform/crypto/app-secret.ts';
import { type Config, readConfig } from './config.ts';
import { explainDataDir } from './unusable-settings.ts';

/** `EX_CONFIG` of sysexits.h: a restart doesn't help until somebody changes the configuration. */
export const configErrorExitCode = 78;

/**
 * Every orchestrator probes at least once within `acceptMs`. Transfers have until `transfersMs`, then jobs and the
 * database end. All count from the signal.
 */
export const stopLimits = { acceptMs: 5_000, transfersMs: 16_000, totalMs: 19_500 };

const pollIntervalMs = 25;

/** Keeps accepting connections for `acceptMs`, so that health checks see the shutdown. */
export async function drain(
  server: Server,
  { acceptMs, transfersMs }: { acceptMs: number; transfersMs: number },
): Promise<void> {
  const startedAt = performance.now();
  const endsAt = startedAt + transfersMs;
  for (;;) {
    server.closeIdleConnections();
    if (
      (await countConnections(server)) === 0 ||
      performance.now() >= startedAt + Math.min(acceptMs, transfersMs)
    )
      break;
    await pause(pollIntervalMs);
  }
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const force = setTimeout(() => server.closeAllConnections(), Math.max(0, endsAt - performance.now()));
  await closed;
  clearTimeout(force);
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

/** Exits with a hint for each error on standard error if the configuration is invalid. */
export function readConfigOrExit(env: Record<string, string | undefined>): Config {
  const config = readConfig(env);
  if (config.ok) {
    const { appSecret, dataDir } = config.value;
    const error = explainDataDir(dataDir) ?? (appSecret === null ? secretFileError(dataDir) : null);
    if (error === null) return config.value;
    exitWithMessage(error, configErrorExitCode);
  }
  const errors = config.error.map(({ name, hint }) => `  ${name}: ${hint}`);
  exitWithMessage(['These settings are invalid:', ...errors].join('\n'), configErrorExitCode);
}

/** The first signal stops, the second exits at once, and so does the end of `withinMs`: no written row is lost. */
export function stopOnSignal(stop: () => Promise<void>, withinMs = stopLimits.totalMs): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), withinMs).unref();
    stop().then(() => process.exit(0));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

export function exitWithMessage(message: string, code = 1): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}
