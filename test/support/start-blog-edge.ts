import { createBlogChanges } from '#blog/blog-changes.ts';
import { createSower } from '#blog/fixtures/sow-posts.ts';
import type { Locale } from '#i18n/locales.ts';
import { emptyDatabase } from './databases.ts';
import { type EdgeOptions, type RunningEdge, startEdge } from './start-edge.ts';

export interface BlogEdge extends RunningEdge, ReturnType<typeof createSower> {
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Rows were sown past the product's own writing: its caches hear of it. */
  change(locales: Locale[]): Promise<void>;
}

/** The edge on a blog without posts, and means to put some into it. */
export async function startBlogEdge(options: EdgeOptions = {}): Promise<BlogEdge> {
  const database = await emptyDatabase();
  const edge = await startEdge({ ...options, overrides: { ...options.overrides, database } });
  return {
    ...edge,
    ...createSower(database.query),
    ask: (path, init) => fetch(edge.origin + path, { redirect: 'manual', ...init }),
    change: (locales) => createBlogChanges(database).announce({ articleId: null, locales }),
  };
}
