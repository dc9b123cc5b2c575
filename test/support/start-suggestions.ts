import type { GenerateResponse } from '#ai/contract.ts';
import type { ModelLimits } from '#ai/language-model.ts';
import { modelCall } from '#database/schema.ts';
import type { Services } from '#http/context.ts';
import type { FakeModel } from '../fakes/language-model/start-fake-model.ts';
import { emptyDatabase } from './databases.ts';
import { startTestServer, type TestServerOptions } from './start-server.ts';

const content = `<p>${'Pictures and videos of a public post are yours to keep. '.repeat(12)}</p>`;

/** One body for each type; the rule-based response is known. */
export const generateBodies = {
  slug: { type: 'slug', title: 'How to keep a picture' },
  excerpt: { type: 'excerpt', content },
  seo: { type: 'seo', locale: 'en', title: 'How to keep a picture', content },
  image: { type: 'image', title: 'How to keep a picture', content },
};
export const memberHeaders = { cookie: 'session=member' };
export const guestHeaders = { cookie: 'session=guest' };

const fakeAccounts = {
  getSession: async (headers: Headers) => {
    const cookie = headers.get('cookie');
    return [memberHeaders.cookie, guestHeaders.cookie].includes(cookie ?? '') ? { user: { cookie } } : null;
  },
  can: ({ cookie }: { cookie: string | null }, action: string) =>
    cookie === memberHeaders.cookie && action === 'assistant.use',
} as unknown as Services['accounts'];

const modelLimits = { pauseMs: 1, timeoutMs: 15_000, idleMs: 15_000 };

/** The server with a fake model, if any. Clients with `memberHeaders` are signed in and may use it. */
export async function startSuggestionTestServer(
  fake: FakeModel | null,
  {
    environment,
    overrides,
    limits,
  }: Pick<TestServerOptions, 'environment' | 'overrides'> & { limits?: Partial<ModelLimits> } = {},
) {
  const database = await emptyDatabase();
  const server = await startTestServer({
    environment: { ...fake?.environment, ...environment },
    overrides: { database, modelLimits: { ...modelLimits, ...limits }, ...overrides },
    parts: { accounts: fakeAccounts },
  });
  const request = (body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(`${server.origin}/functions/v1/generate-content`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.origin, ...memberHeaders, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal: signal ?? null,
    });
  return {
    ...server,
    listModelCalls: () => database.query.select().from(modelCall),
    request,
    generate: async <T = GenerateResponse>(body: unknown): Promise<T> => (await request(body)).json(),
  };
}
