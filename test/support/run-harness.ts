import type { Database } from '#database/database.ts';
import type { RunState, RunStep } from '#translation/contract.ts';
import type { SceneName } from '../fakes/language-model/scenes.ts';
import { type FakeModel, startFakeModel } from '../fakes/language-model/start-fake-model.ts';
import {
  type AdminResponse,
  type AdminTestServer,
  createSaveRequest,
  startAdminTestServer,
} from './start-admin-server.ts';
import { waitForRunEnd } from './wait-for-run.ts';

export interface RunTestServer extends AsyncDisposable {
  adminServer: AdminTestServer;
  fake: FakeModel;
  request(call: string, body?: object, version?: number): Promise<AdminResponse>;
  write(fields: object, locale?: string): Promise<AdminResponse['body']>;
  save(id: string, change: (fields: AdminResponse['body']) => object): Promise<AdminResponse>;
  start(id: string, body?: object): Promise<RunState>;
  ended(id: string): Promise<RunState>;
  run(id: string, body?: object): Promise<RunState>;
  calls(more: number): Promise<void>;
  play(locale: Parameters<FakeModel['playFor']>[0], scenes: SceneName[], afterwards?: SceneName): void;
}

/** The server with a fake model and running jobs. */
export async function startRunTestServer(
  database: Database,
  environment: Record<string, string> = {},
  throttleBackground: () => Promise<void> = async () => undefined,
): Promise<RunTestServer> {
  const fake = await startFakeModel();
  const limits = { pauseMs: 1, timeoutMs: 15_000, longTimeoutMs: 15_000, idleMs: 100 };
  const server = await startAdminTestServer({
    environment: {
      ...fake.environment,
      AI_DAILY_BUDGET: '900000000',
      AI_RUN_BUDGET: '90000000',
      ...environment,
    },
    overrides: { database, modelLimits: limits, pollSeconds: 0.5, throttleBackground },
  });
  await server.services.start();
  const request = (call: string, body?: object, version?: number) =>
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
    write: async (fields, locale = 'en') =>
      (await request('POST /posts', createSaveRequest(fields, { locale }))).body,
    async save(id, change) {
      const { fields, version } = (await request(`GET /posts/${id}`)).body;
      return request(`PUT /posts/${id}`, createSaveRequest({ ...fields, ...change(fields) }), version);
    },
    run: async (id, body) => ended((await start(id, body)).id),
    async calls(more) {
      const target = fake.calls.length + more;
      while (fake.calls.length < target) await fake.nextChange();
    },
    play: (...args) => fake.playFor(...args),
    async [Symbol.asyncDispose]() {
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
