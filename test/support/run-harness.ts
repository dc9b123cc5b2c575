import { eq } from 'drizzle-orm';
import { vi } from 'vitest';
import type { Database } from '#database/database.ts';
import { translationRun } from '#database/schema.ts';
import type { RunState, RunStep } from '#translation/contract.ts';
import { startFakeModel } from '../fakes/language-model/start-fake-model.ts';
import { type AdminResponse, createSaveRequest, startAdminTestServer } from './start-admin-server.ts';

export type RunTestServer = Awaited<ReturnType<typeof startRunTestServer>>;

let isRunning = false;

/** The server with a fake model and running jobs. One at a time: two would take each other's jobs. */
export async function startRunTestServer(
  database: Database,
  environment: Record<string, string> = {},
  throttleBackground: () => Promise<void> = async () => undefined,
) {
  if (isRunning) throw new Error('another run test server is running on the shared database');
  const fake = await startFakeModel();
  const limits = { pauseMs: 1, timeoutMs: 15_000, longTimeoutMs: 15_000, idleMs: 15_000 };
  const server = await startAdminTestServer({
    environment: {
      ...fake.environment,
      AI_DAILY_BUDGET: '900000000',
      AI_RUN_BUDGET: '90000000',
      // One language after another, so that a test knows which one is being translated.
      AI_CONCURRENCY: '1',
      ...environment,
    },
    overrides: { database, modelLimits: limits, pollSeconds: 0.5, throttleBackground },
  });
  await server.services.start();
  isRunning = true;
  const request = (call: string, body?: object, version?: number): Promise<AdminResponse> =>
    server.request('editor', call, { ...(body && { body }), ...(version !== undefined && { version }) });
  const start = async (id: string, body: object = {}): Promise<RunState> =>
    (await request(`POST /posts/${id}/translations`, body)).body;
  const ended = (id: string): Promise<RunState> =>
    waitForRunEnd(async () => (await request(`GET /runs/${id}`)).body);
  return {
    adminServer: server,
    fake,
    request,
    start,
    ended,
    write: async (fields: object, locale = 'en'): Promise<AdminResponse['body']> =>
      (await request('POST /posts', createSaveRequest(fields, { locale }))).body,
    async save(id: string, change: (fields: AdminResponse['body']) => object) {
      const { fields, version } = (await request(`GET /posts/${id}`)).body;
      return request(`PUT /posts/${id}`, createSaveRequest({ ...fields, ...change(fields) }), version);
    },
    run: async (id: string, body?: object) => ended((await start(id, body)).id),
    async calls(more: number) {
      const target = fake.calls.length + more;
      while (fake.calls.length < target) await fake.nextChange();
    },
    play: fake.playFor,
    async [Symbol.asyncDispose]() {
      isRunning = false;
      await server[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
    },
  };
}

export function findStep(run: RunState, locale: string): RunStep {
  const step = run.steps.find((candidate) => candidate.locale === locale);
  if (!step) throw new Error(`the run has no step for ${locale}`);
  return step;
}

export function waitForRunEnd(read: () => Promise<RunState>, timeout = 60_000): Promise<RunState> {
  return vi.waitUntil(
    async () => {
      const run = await read();
      return run.ended_at === null ? null : run;
    },
    { timeout, interval: 100 },
  ) as Promise<RunState>;
}

export async function countRuns({ query }: Pick<Database, 'query'>, postId: string): Promise<number> {
  const rows = await query.select().from(translationRun).where(eq(translationRun.postId, postId));
  return rows.length;
}
