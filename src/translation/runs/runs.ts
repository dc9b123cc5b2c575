import { desc, eq } from 'drizzle-orm';
import { post, translationRun } from '#database/schema.ts';
import { ok } from '#platform/result.ts';
import type { RunState, TranslationRuns } from '../contract.ts';
import { cancelRun, retryRun } from './cancel-run.ts';
import type { RunDeps } from './deps.ts';
import { readRunState } from './run-state.ts';
import { createRunWorker } from './run-worker.ts';
import { estimateRun, startRun } from './start-run.ts';

/** Neither `startWork` nor `stopWork` rejects. */
export function createTranslationRuns(deps: Omit<RunDeps, 'onChange'>): TranslationRuns & {
  startWork(): Promise<void>;
  stopWork(): void;
} {
  const listeners = new Map<string, Set<() => void>>();
  const runDeps: RunDeps = {
    ...deps,
    onChange: (id) => {
      for (const listener of listeners.get(id) ?? []) listener();
    },
  };
  const { query } = runDeps.database;
  const work = createRunWorker(runDeps);

  const loadRun = async (id: string): Promise<RunState> => {
    const state = await readRunState(query, id);
    if (!state) throw new Error('the run is missing');
    return state;
  };

  return {
    async start(request) {
      const started = await startRun(runDeps, request);
      if (!started.ok) return started;
      const { id, joined, locales } = started.value;
      await work.send(id, locales);
      return ok({ run: await loadRun(id), joined });
    },
    estimate: (postId, request) => estimateRun(runDeps, postId, request),
    read: (id) => readRunState(query, id),
    async findLatestByPost(postId) {
      const [row] = await query
        .select({ id: translationRun.id })
        .from(translationRun)
        .innerJoin(post, eq(post.articleId, translationRun.articleId))
        .where(eq(post.id, postId))
        .orderBy(desc(translationRun.createdAt))
        .limit(1);
      return row ? readRunState(query, row.id) : null;
    },
    async readChangeNumber(id) {
      const [row] = await query
        .select({ changes: translationRun.changes })
        .from(translationRun)
        .where(eq(translationRun.id, id));
      return row?.changes ?? null;
    },
    async cancel(id) {
      const cancelled = await cancelRun(runDeps, id);
      if (!cancelled.ok) return cancelled;
      work.abort(id);
      return ok(await loadRun(id));
    },
    async retry(id, locale) {
      const requeued = await retryRun(runDeps, id, locale);
      if (!requeued.ok) return requeued;
      await work.send(id, requeued.value);
      runDeps.onChange(id);
      return ok(await loadRun(id));
    },
    watch(id, listener) {
      const runListeners = listeners.get(id) ?? new Set();
      listeners.set(id, runListeners.add(listener));
      return () => {
        runListeners.delete(listener);
        if (runListeners.size === 0) listeners.delete(id);
      };
    },
    startWork: () => work.start(),
    stopWork: () => work.stop(),
  };
}
