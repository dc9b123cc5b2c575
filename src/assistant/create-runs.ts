import { desc, eq } from 'drizzle-orm';
import { post, translationRun } from '#database/schema.ts';
import { ok } from '#platform/result.ts';
import { cancelRun, retryRun } from './change-run.ts';
import type { RunState, TranslationRuns } from './contract.ts';
import { readRunState } from './run-state.ts';
import type { RunTools } from './run-tools.ts';
import { estimateRun, startRun } from './start-run.ts';
import { createRunWork } from './work-on-runs.ts';

/**
 * Runs of translations. `startWork`: goes on with what a process that is gone has left. Neither it nor `stopWork` fails.
 */
export function createRuns(parts: Omit<RunTools, 'changed'>): TranslationRuns & {
  startWork(): Promise<void>;
  stopWork(): void;
} {
  const listeners = new Map<string, Set<() => void>>();
  const tools: RunTools = {
    ...parts,
    changed: (id) => {
      for (const listener of listeners.get(id) ?? []) listener();
    },
  };
  const { query } = tools.database;
  const work = createRunWork(tools);

  const opened = async (id: string): Promise<RunState> => {
    const state = await readRunState(query, id);
    if (!state) throw new Error('a run that was there is gone');
    return state;
  };

  return {
    async start(wanted) {
      const started = await startRun(tools, wanted);
      if (!started.ok) return started;
      const { id, joined, locales } = started.value;
      await work.send(id, locales);
      return ok({ run: await opened(id), joined });
    },
    estimate: (postId, request) => estimateRun(tools, postId, request),
    open: (id) => readRunState(query, id),
    async lastOf(postId) {
      const [row] = await query
        .select({ id: translationRun.id })
        .from(translationRun)
        .innerJoin(post, eq(post.articleId, translationRun.articleId))
        .where(eq(post.id, postId))
        .orderBy(desc(translationRun.createdAt))
        .limit(1);
      return row ? readRunState(query, row.id) : null;
    },
    async changeOf(id) {
      const [row] = await query
        .select({ changes: translationRun.changes })
        .from(translationRun)
        .where(eq(translationRun.id, id));
      return row?.changes ?? null;
    },
    async cancel(id) {
      const cancelled = await cancelRun(tools, id);
      if (!cancelled.ok) return cancelled;
      work.leave(id);
      return ok(await opened(id));
    },
    async retry(id, locale) {
      const again = await retryRun(tools, id, locale);
      if (!again.ok) return again;
      await work.send(id, again.value);
      tools.changed(id);
      return ok(await opened(id));
    },
    watch(id, listener) {
      const own = listeners.get(id) ?? new Set();
      listeners.set(id, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(id);
      };
    },
    startWork: () => work.start(),
    stopWork: () => work.stop(),
  };
}
