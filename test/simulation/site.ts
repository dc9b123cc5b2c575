import { cheapHashing } from '#accounts/fixtures/open-accounts.ts';
import type { Services } from '#http/context.ts';
import { createLogger } from '#platform/logger.ts';
import type { FakeModel } from '../fakes/language-model/start-fake-model.ts';
import { type ProcessServer, serveInProcess } from '../support/serve-in-process.ts';
import type { Crash } from './plan.ts';

/** Tokens. No call of the simulation can cost more than `call`. */
export const budgets = { day: 150_000, run: 40_000, call: 8_000 };

/** No timeouts: how long something takes depends on the machine. */
const modelLimits = { pauseMs: 1, timeoutMs: 3_600_000, longTimeoutMs: 3_600_000, idleMs: 3_600_000 };

export interface SiteOptions {
  now(): number;
  random(): number;
  /** Replaces services, to show that the simulation finds faults. */
  tamper(services: Services): Partial<Services>;
  /** The disk reports a flush without doing it. */
  losesFlushes: boolean;
}

export interface SimulatedSite extends AsyncDisposable {
  readonly nodes: number;
  /** Of the node in use, as the services. */
  readonly origin: string;
  readonly services: Services;
  readonly model: FakeModel;
  /** What the logs of the running processes have at level `error`. */
  readonly errors: readonly string[];
  /** The following requests go to this node. */
  selectNode(index: number): void;
  /** Call it when the clock has been set. */
  followClock(): Promise<void>;
  /** Does at once what timers of the services do every few seconds. */
  runTimers(): Promise<void>;
  /** Number of changes of the disk since the process started; 0 if the disk isn't recorded. */
  countWrites(): number;
  /** The same when the last response had been sent. */
  countAnsweredWrites(): number;
  /** Stops the process of the node in use in order and starts it again. */
  restart(): Promise<void>;
  /** Ends the process after so many writes, and starts it with what is on the disk. */
  crash(loss: Crash['loss'], writes: number): Promise<void>;
}

/** A process of the site, as far as it doesn't depend on the database. */
export async function serveNode(
  { now, random, tamper }: SiteOptions,
  environment: Record<string, string>,
  logged: string[],
): Promise<ProcessServer> {
  const server = await serveInProcess({
    environment: {
      SEED: 'none',
      AI_CONCURRENCY: '1',
      AI_DAILY_BUDGET: String(budgets.day),
      AI_RUN_BUDGET: String(budgets.run),
      ...environment,
    },
    overrides: {
      now,
      random,
      log: createLogger('error', { write: (line) => void logged.push(line.trim()) }),
      modelLimits,
      throttleBackground: async () => undefined,
      pollSeconds: 0.5,
      passwordHashing: cheapHashing,
    },
    tamper,
  });
  // Otherwise a client could use a connection that the server is about to close.
  server.httpServer.keepAliveTimeout = 0;
  return server;
}
