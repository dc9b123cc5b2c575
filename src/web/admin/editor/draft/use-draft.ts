import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { DeskDocument, PostFields } from '#desk/contract.ts';
import { useTranslator } from '../../../translation.tsx';
import { deskClient } from '../../desk-client.ts';
import { lazyReconciler } from '../compare/lazy-reconciler.ts';
import { fetchComparison } from '../compare/load-comparison.ts';
import { forgetCopiesHere, openLocalCopies, showOpen } from './browser-copies.ts';
import type { DraftSnapshot, DraftStart, SaveResult, ThreeSides, Writer } from './draft-contract.ts';
import { createDraftServer } from './draft-server.ts';
import { keepCopy } from './keep-copy.ts';
import type { KeptCopy } from './local-copies.ts';
import { createSaveQueue } from './save-queue.ts';
import { useLeftCopies } from './use-left-copies.ts';

/** The comparison is fetched when the page has settled. */
const comparisonDelayMs = 2000;

export interface Draft extends DraftSnapshot {
  writer: Writer | null;
  change(patch: Partial<PostFields>): void;
  /** Resolves when the server has answered. What it refused for a passing reason is repeated, but as an autosave. */
  save(mode: 'save' | 'publish' | 'schedule', more?: { scheduledAt?: string }): Promise<SaveResult>;
  /** What was typed, at once, as an autosave: before a preview, or before another text takes its place. */
  flush(): Promise<SaveResult>;
  /** The form shows this document: a restored revision, or the other side of a conflict. */
  replace(document: DeskDocument): void;
  /** The same text at a later version, as where a run has published it: nothing that is typed is touched. */
  catchUp(document: DeskDocument): void;
  /** The texts of a conflict with `theirs`. */
  sides(theirs: PostFields): ThreeSides;
  /** What was put together of both goes on top of `current`. */
  resolve(current: DeskDocument, fields: PostFields): void;
  /** Someone has signed in: saving goes on. */
  resume(): void;
  /** A copy in this browser that says something else, left by a page that is gone. */
  leftCopy: KeptCopy | null;
  restoreCopy(kept: KeptCopy): void;
  discardCopy(kept: KeptCopy): void;
}

/**
 * The text of the editor's form, which saves itself. It belongs to the post it began with: give the component that uses
 * it a key for each post.
 */
export function useDraft(opened: DeskDocument | null, start: DraftStart): Draft {
  const t = useTranslator();
  const [page] = useState(() => crypto.randomUUID());
  const [queue] = useState(() =>
    createSaveQueue({
      opened,
      start,
      server: createDraftServer(deskClient, t),
      reconciler: lazyReconciler,
      now: Date.now,
      newKey: () => crypto.randomUUID(),
    }),
  );
  const newPost = `new-${start.locale}-${start.articleId ?? ''}`;
  const writer = start.writer ?? null;
  const copies = useMemo(
    () => (typeof window === 'undefined' ? null : openLocalCopies(writer?.id ?? '', page)),
    [writer?.id, page],
  );
  const snapshot = useSyncExternalStore(queue.subscribe, queue.snapshot, queue.snapshot);
  const { offered, settle } = useLeftCopies(queue, copies, opened?.id ?? newPost);

  useEffect(() => {
    const kept = copies && keepCopy(queue, copies, () => queue.snapshot().document?.id ?? newPost);
    const stopShowing = showOpen(page);
    const leave = () => kept?.flush();
    const signOut = ({ target }: Event) => {
      if (!(target instanceof HTMLFormElement) || new URL(target.action).pathname !== '/admin/sign-out')
        return;
      kept?.forget();
      forgetCopiesHere();
    };
    const hide = () => {
      if (document.visibilityState !== 'hidden') return;
      kept?.flush();
      queue.hurry();
    };
    queue.start();
    window.addEventListener('online', queue.wake);
    window.addEventListener('pagehide', leave);
    document.addEventListener('submit', signOut);
    document.addEventListener('visibilitychange', hide);
    return () => {
      kept?.flush();
      kept?.stop();
      queue.stop();
      stopShowing();
      window.removeEventListener('online', queue.wake);
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('submit', signOut);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [queue, copies, page, newPost]);

  useEffect(() => {
    const timer = setTimeout(fetchComparison, comparisonDelayMs);
    return () => clearTimeout(timer);
  }, []);

  const madeId = opened === null ? snapshot.document?.id : undefined;
  useEffect(() => {
    // Past the router, for which this is the same page still: a reload opens the post.
    if (madeId) window.history.replaceState(window.history.state, '', `/admin/blog/${madeId}`);
  }, [madeId]);

  return {
    ...snapshot,
    writer,
    change: queue.change,
    save: (mode, more) => queue.save(mode, more?.scheduledAt),
    flush: queue.flush,
    replace: queue.replace,
    catchUp: queue.catchUp,
    sides: queue.sides,
    resolve: queue.resolve,
    resume: queue.resume,
    leftCopy: offered,
    restoreCopy(kept) {
      queue.restore(kept.copy);
      settle(kept);
    },
    discardCopy: settle,
  };
}
