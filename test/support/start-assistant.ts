import type { GenerateAnswer } from '#assistant/contract.ts';
import { modelCall } from '#database/schema.ts';
import type { Services } from '#services.ts';
import type { FakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { emptyDatabase } from './databases.ts';
import { type EdgeOptions, type RunningEdge, startEdge } from './start-edge.ts';

const content = `<p>${'Pictures and videos of a public post are yours to keep. '.repeat(12)}</p>`;

/** A body of each kind, to which the rules' answer is known. */
export const generateBodies = {
  slug: { type: 'slug', title: 'How to keep a picture' },
  excerpt: { type: 'excerpt', content },
  seo: { type: 'seo', locale: 'en', title: 'How to keep a picture', content },
  image: { type: 'image', title: 'How to keep a picture', content },
};
export const memberHeaders = { cookie: 'session=member' };
/** Whose role allows nothing. */
export const guestHeaders = { cookie: 'session=guest' };

const doorkeeper = {
  signedIn: async (headers: Headers) => {
    const cookie = headers.get('cookie');
    return [memberHeaders.cookie, guestHeaders.cookie].includes(cookie ?? '') ? { user: { cookie } } : null;
  },
  allows: ({ cookie }: { cookie: string | null }, action: string) =>
    cookie === memberHeaders.cookie && action === 'assistant.use',
} as unknown as Services['accounts'];

const modelLimits = { pauseMs: 1, wholeMs: 15_000, idleMs: 100 };

export interface AssistantEdge extends RunningEdge {
  /** The ledger. */
  notedCalls(): Promise<(typeof modelCall.$inferSelect)[]>;
  ask(body: unknown, headers?: Record<string, string>, signal?: AbortSignal): Promise<Response>;
  answer<T = GenerateAnswer>(body: unknown): Promise<T>;
}

/** The edge with a model's stand-in, if any; whoever sends `memberHeaders` is signed in and may use it. */
export async function startAssistant(
  fake: FakeModel | null,
  { environment, overrides }: Pick<EdgeOptions, 'environment' | 'overrides'> = {},
): Promise<AssistantEdge> {
  const database = await emptyDatabase();
  const edge = await startEdge({
    environment: { ...fake?.environment, ...environment },
    overrides: { database, modelLimits, ...overrides },
    parts: { accounts: doorkeeper },
  });
  const ask: AssistantEdge['ask'] = (body, headers = {}, signal) =>
    fetch(`${edge.origin}/functions/v1/generate-content`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: edge.origin, ...memberHeaders, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal: signal ?? null,
    });
  return {
    ...edge,
    notedCalls: () => database.query.select().from(modelCall),
    ask,
    answer: async (body) => (await ask(body)).json(),
  };
}
