import { cheapHashing } from '#accounts/fixtures/open-accounts.ts';
import { createBlogChangeEvents } from '#blog/changes.ts';
import { createSeeder } from '#blog/fixtures/seed-posts.ts';
import type { WebHandler } from '#http/context.ts';
import type { Locale } from '#i18n/locales.ts';
import { emptyDatabase } from './databases.ts';
import { type ProcessServer, type ProcessServerOptions, serveInProcess } from './serve-in-process.ts';

export type TestServer = ProcessServer;

export interface TestServerOptions extends Omit<ProcessServerOptions, 'port' | 'createWeb'> {
  web?: WebHandler;
}

/** On the shared test database. */
export async function startTestServer({ web, ...options }: TestServerOptions = {}): Promise<TestServer> {
  return serveInProcess({
    ...options,
    ...(web && { createWeb: () => web }),
    overrides: {
      database: options.overrides?.database ?? (await emptyDatabase()),
      throttleBackground: async () => undefined,
      passwordHashing: cheapHashing,
      ...options.overrides,
    },
  });
}

export async function startBlogTestServer(options: TestServerOptions = {}) {
  const database = await emptyDatabase();
  const server = await startTestServer({ ...options, overrides: { ...options.overrides, database } });
  return {
    ...server,
    ...createSeeder(database.query),
    request: (path: string, init?: RequestInit) =>
      fetch(server.origin + path, { redirect: 'manual', ...init }),
    /** Invalidates caches after rows were inserted directly. */
    change: (locales: Locale[]) => createBlogChangeEvents(database).emitChange({ articleId: null, locales }),
  };
}
