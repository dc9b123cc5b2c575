import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BlockEdit, SideBySide } from '#translation/side-by-side-contract.ts';
import { autosaveMs, saveRetryMs } from '../../../../contract.ts';
import { fallbackReasonMessages } from '../../../../fallback-reasons.ts';
import { useTranslator } from '../../../../translator.tsx';
import { type AdminApiError, adminApi, adminApiErrorMessage } from '../../../admin-api.ts';
import { type Drafts, listSavable, rebaseDrafts, removeSaved } from './side-by-side-drafts.ts';
import { useStoredBlocks } from './use-stored-blocks.ts';

interface State {
  page: SideBySide;
  drafts: Drafts;
  /** Texts whose block is no longer in the original. */
  lost: string[];
  /** By block id: the text that the server rejected. */
  rejected: ReadonlyMap<string, string>;
}

/** Blocks per request, so that progress shows and a failure costs little. */
const blocksPerRequest = 8;

export type SideBySideControls = ReturnType<typeof useSideBySide>;

export function useSideBySide(initial: SideBySide, userId: string) {
  const t = useTranslator();
  const [state, setState] = useState<State>({
    page: initial,
    drafts: new Map(),
    lost: [],
    rejected: new Map(),
  });
  /** The newest state, also between two renders. */
  const current = useRef(state);
  const [saveState, setSaveState] = useState<'idle' | 'saving' | 'saved'>('idle');
  const [error, setError] = useState('');
  const [translating, setTranslating] = useState<{
    done: number;
    total: number;
    ids: readonly string[];
  } | null>(null);
  const isSaving = useRef(false);
  const stop = useRef<AbortController | null>(null);
  const { page, drafts } = state;

  function update(change: (before: State) => Partial<State>): void {
    current.current = { ...current.current, ...change(current.current) };
    setState(current.current);
  }

  async function save(): Promise<void> {
    if (isSaving.current) return;
    const { page: base, drafts: unsaved, rejected } = current.current;
    const edits = listSavable(base, unsaved, rejected);
    if (edits.length === 0) return;
    isSaving.current = true;
    setSaveState('saving');
    const result = await adminApi.saveBlocks(base.original.id, base.locale, base.post?.version ?? 0, edits);
    isSaving.current = false;
    if (result.ok) {
      setError('');
      setSaveState('saved');
      applyPage(result.value, result.value, edits);
    } else {
      setSaveState('idle');
      await handleSaveError(result.error, edits);
    }
  }

  function applyPage(next: SideBySide, base: SideBySide, saved: readonly BlockEdit[] = []): void {
    update((before) => {
      const rebased = rebaseDrafts(removeSaved(before.drafts, saved), base, next);
      return { page: next, drafts: rebased.drafts, lost: [...before.lost, ...rebased.lost] };
    });
  }

  async function handleSaveError(failure: AdminApiError, edits: readonly BlockEdit[]): Promise<void> {
    setError(adminApiErrorMessage(t, failure));
    const { block } = failure;
    if (failure.code === 'block.tags' && block !== undefined) {
      const text = edits.find(({ id }) => id === block)?.text ?? '';
      update(({ rejected }) => ({ rejected: new Map([...rejected, [block, text]]) }));
      return;
    }
    if (failure.code !== 'post.conflict' && failure.code !== 'block.changed') return;
    const { page: base } = current.current;
    const reloaded = await adminApi.readSideBySide(base.original.id, base.locale);
    if (!reloaded.ok) return setError(adminApiErrorMessage(t, reloaded.error));
    applyPage(reloaded.value, base);
    const isChoice = [...current.current.drafts.values()].some(({ theirs }) => theirs !== undefined);
    setError(isChoice ? t('admin.side_by_side.conflict') : '');
  }

  const autosave = useEffectEvent(() => void save());
  const savable = listSavable(page, drafts, state.rejected);
  const pending = JSON.stringify([page.post?.version, savable]);
  const hasPending = savable.length > 0;
  const isFailed = error !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the texts starts the delay again.
  useEffect(() => {
    if (!hasPending) return undefined;
    const timer = setTimeout(() => autosave(), isFailed ? saveRetryMs.longest : autosaveMs.quiet);
    return () => clearTimeout(timer);
  }, [pending, hasPending, isFailed, saveState]);

  useStoredBlocks({
    userId,
    page,
    drafts,
    onRecover: ({ drafts: stored, before }) =>
      update((now) => {
        const unsaved = stored
          .filter(({ id }) => !now.drafts.has(id))
          .map((draft) => [draft.id, draft] as const);
        const rebased = rebaseDrafts(new Map(unsaved), { blocks: before }, now.page);
        return {
          drafts: new Map([...rebased.drafts, ...now.drafts]),
          lost: [...now.lost, ...rebased.lost],
        };
      }),
  });

  const isUnsaved = drafts.size > 0;
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
  useEffect(() => () => stop.current?.abort(), []);

  function edit(id: string, text: string, accepted = false): void {
    update((before) => {
      const block = before.page.blocks.find((candidate) => candidate.id === id);
      if (!block) return {};
      const { theirs } = before.drafts.get(id) ?? {};
      const draft = { id, hash: block.hash, text, accepted, ...(theirs !== undefined && { theirs }) };
      return { drafts: new Map([...before.drafts, [id, draft]]) };
    });
  }

  return {
    ...state,
    saveState,
    error,
    translating,
    edit,
    save: () => save(),
    /** Saved at once. */
    accept(id: string, text: string): void {
      edit(id, text, true);
      void save();
    },
    keepMine(id: string): void {
      update(({ drafts: before }) => {
        const { theirs, ...draft } = before.get(id) ?? { id, hash: '', text: '', accepted: false };
        return { drafts: new Map([...before, [id, draft]]) };
      });
      setError('');
    },
    takeTheirs(id: string): void {
      update(({ drafts: before }) => ({ drafts: new Map([...before].filter(([key]) => key !== id)) }));
      setError('');
    },
    async translate(ids: readonly string[]): Promise<void> {
      if (stop.current) return;
      const controller = new AbortController();
      stop.current = controller;
      setError('');
      try {
        for (let done = 0; done < ids.length; done += blocksPerRequest) {
          setTranslating({ done, total: ids.length, ids });
          const batch = ids.slice(done, done + blocksPerRequest);
          const { original, locale } = current.current.page;
          const result = await adminApi.translateBlocks(original.id, locale, batch, controller.signal);
          if (!result.ok) return setError(adminApiErrorMessage(t, result.error));
          for (const { id, text } of result.value.blocks) edit(id, text);
          await save();
          if (result.value.failure) return setError(t(fallbackReasonMessages[result.value.failure]));
        }
      } catch (cause) {
        if (!controller.signal.aborted) throw cause;
      } finally {
        stop.current = null;
        setTranslating(null);
      }
    },
    stopTranslating: () => stop.current?.abort(),
  };
}
