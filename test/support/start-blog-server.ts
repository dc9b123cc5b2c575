import { createBlogChangeEvents } from '#blog/changes.ts';
import { createSeeder } from '#blog/fixtures/seed-posts.ts';
import type { Locale } from '#i18n/locales.ts';
import { emptyDatabase } from './databases.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './start-server.ts';

export interface BlogTestServer extends TestServer, ReturnType<typeof createSeeder> {
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Invalidates caches after rows were inserted directly. */
  change(locales: Locale[]): Promise<void>;
}

export async function startBlogTestServer(options: TestServerOptions = {}): Promise<BlogTestServer> {
  const database = await emptyDatabase();
  const server = await startTestServer({ ...options, overrides: { ...options.overrides, database } });
  return {
    ...server,
    ...createSeeder(database.query),
    request: (path, init) => fetch(server.origin + path, { redirect: 'manual', ...init }),
    change: (locales) => createBlogChangeEvents(database).emitChange({ articleId: null, locales }),
  };
}
