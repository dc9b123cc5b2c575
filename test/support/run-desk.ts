import type { RunState, RunStep } from '#assistant/contract.ts';
import type { Database } from '#database/connect.ts';
import type { SceneName } from '#test/fakes/language-model/scenes.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { type DeskAnswer, type DeskEdge, deskSave, startDeskEdge } from './start-desk-edge.ts';
import { waitForRunEnd } from './wait-for-run.ts';

export interface RunDesk extends AsyncDisposable {
  edge: DeskEdge;
  fake: FakeModel;
  ask(call: string, body?: object, version?: number): Promise<DeskAnswer>;
  write(fields: object, locale?: string): Promise<DeskAnswer['body']>;
  save(id: string, change: (fields: DeskAnswer['body']) => object): Promise<DeskAnswer>;
  start(id: string, body?: object): Promise<RunState>;
  ended(id: string): Promise<RunState>;
  /** Starts a run and gives its end. */
  run(id: string, body?: object): Promise<RunState>;
  /** Resolves when so many more calls have come to the model. */
  calls(more: number): Promise<void>;
  play(locale: Parameters<FakeModel['playFor']>[0], scenes: SceneName[], afterwards?: SceneName): void;
}

/** The desk with a model that stands in, at work. `rest`: what it does between the pieces of a run. */
export async function startRunDesk(
  database: Database,
  environment: Record<string, string> = {},
  rest: () => Promise<void> = async () => undefined,
): Promise<RunDesk> {
  const fake = await startFakeModel();
  const limits = { pauseMs: 1, wholeMs: 15_000, longMs: 15_000, idleMs: 100 };
  const edge = await startDeskEdge({
    environment: {
      ...fake.environment,
      ...{ AI_DAILY_BUDGET: '900000000', AI_RUN_BUDGET: '90000000' },
      ...environment,
    },
    overrides: { database, modelLimits: limits, pollSeconds: 0.5, rest },
  });
  await edge.services.startWork();
  const ask = (call: string, body?: object, version?: number) =>
    edge.ask('editor', call, { ...(body && { body }), ...(version !== undefined && { version }) });
  const start = async (id: string, body: object = {}): Promise<RunState> =>
    (await ask(`POST /posts/${id}/translations`, body)).body;
  const ended = (id: string): Promise<RunState> =>
    waitForRunEnd(async () => (await ask(`GET /runs/${id}`)).body);
  return {
    ...{ edge, fake, ask, start, ended },
    write: async (fields, locale = 'en') => (await ask('POST /posts', deskSave(fields, { locale }))).body,
    async save(id, change) {
      const { fields, version } = (await ask(`GET /posts/${id}`)).body;
      return ask(`PUT /posts/${id}`, deskSave({ ...fields, ...change(fields) }), version);
    },
    run: async (id, body) => ended((await start(id, body)).id),
    async calls(more) {
      const wanted = fake.calls.length + more;
      while (fake.calls.length < wanted) await fake.nextChange();
    },
    play: (...args) => fake.playFor(...args),
    async [Symbol.asyncDispose]() {
      await edge[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
    },
  };
}

export function stepOf(run: RunState, locale: string): RunStep {
  const step = run.steps.find((each) => each.locale === locale);
  if (!step) throw new Error(`the run has no ${locale}`);
  return step;
}
