import { useCallback, useReducer, useRef } from 'react';
import type { Translator } from '#i18n/translator.ts';
import { useTranslator } from '../translator.tsx';
import { useToasts } from '../ui/toast/toast-provider.tsx';
import { type DownloaderState, downloaderReducer, initialDownloaderState } from './downloader-state.ts';
import type { PostLinkList } from './extraction/list-post-links.ts';
import type { ExtractionResponse } from './extraction/parse-extract-response.ts';
import type { ExtractionFormResult } from './extraction-form-action.ts';
import { loadResultsChunk } from './lazy-results.ts';
import { classifyLinkInput, mayContainMultipleLinks } from './link/link-input.ts';
import { countMediaItems, isThreadExpanded } from './media/group-media.ts';
import {
  type ExtractedMedia,
  type ExtractionProblem,
  extractingPost,
  type MediaRenewal,
  type PostEvent,
  updatePost,
} from './post-state.ts';
import { useUrlRenewal } from './save/use-url-renewal.ts';
import { visitVerification } from './verification/visit-verification.ts';

export type DownloaderControls = ReturnType<typeof useDownloader>;

export function useDownloader(
  problem: ExtractionProblem | null,
  formResult: ExtractionFormResult | null,
  initialLink: string | null,
) {
  const t = useTranslator();
  const { show: toast, dismissOpen } = useToasts();
  const [state, dispatch] = useReducer(downloaderReducer, null, () =>
    createInitialState(problem, formResult, initialLink),
  );
  const running = useRef<AbortController | null>(null);

  const setLink = useCallback((link: string) => dispatch({ type: 'link-changed', link }), []);

  const extract = async (link: string, { isRetry = false, isThread = false } = {}) => {
    dismissOpen();
    const status = classifyLinkInput(link);
    if (status === 'empty') {
      toast({ tone: 'destructive', title: t('form.empty.title'), description: t('form.empty.description') });
      return;
    }
    if (status === 'rejected') return dispatch({ type: 'link-rejected' });
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    dispatch({ type: 'extract', link, isRetry, isThread });
    let postLink = link;
    if (mayContainMultipleLinks(link)) {
      const batch = await loadBatch(link).catch((cause: unknown) => ({ cause }));
      if (controller.signal.aborted) return;
      if ('cause' in batch) return dispatch({ type: 'failed', problem: chunkLoadProblem(t) });
      if (batch.total > 1) return dispatch({ type: 'batch-found', batch });
      // The text may mention the site before its only post link.
      postLink = batch.links[0] ?? link;
      dispatch({ type: 'link-found', link: postLink });
    }
    const extraction = await fetchMedia(t, postLink, controller.signal, isThread);
    if (controller.signal.aborted) return;
    if (!extraction.ok) return dispatch({ type: 'failed', problem: extraction.error });
    const isVerified = visitVerification.isVerified();
    dispatch({ type: 'found', found: extraction.value });
    if (isVerified) dispatch({ type: 'verified' });
    toast({
      tone: 'good',
      title: t('toast.found.title'),
      description: t(isVerified ? 'toast.found.ready' : 'toast.found.description', {
        count: countMediaItems(extraction.value.qualities),
      }),
    });
  };

  const { link, found } = state;
  const refetch = useCallback(async () => {
    const controller = new AbortController();
    running.current = controller;
    const extraction = await fetchMedia(
      t,
      link,
      controller.signal,
      found !== null && isThreadExpanded(found),
    );
    return controller.signal.aborted ? null : extraction;
  }, [t, link, found]);
  const handleRenewal = useCallback((renewal: MediaRenewal) => dispatch({ type: 'renewed', ...renewal }), []);
  const renewal = useUrlRenewal(found, refetch, handleRenewal);

  const stop = useCallback(() => {
    running.current?.abort();
    dispatch({ type: 'stopped' });
  }, []);

  return {
    state,
    setLink,
    extract: (text: string, options: { isThread?: boolean } = {}) => void extract(text, options),
    /** Reads the link again after a failure. */
    retry: (isAutomatic: boolean) =>
      void extract(state.link, { isRetry: isAutomatic, isThread: state.isThread }),
    ...renewal,
    stop,
    reset() {
      running.current?.abort();
      dismissOpen();
      dispatch({ type: 'reset' });
    },
    setVerified() {
      dismissOpen();
      visitVerification.remember();
      dispatch({ type: 'verified' });
    },
    expandThread(thread: ExtractedMedia) {
      if (state.found) return dispatch({ type: 'thread-expanded', found: thread });
      // The post itself has only words.
      dispatch({ type: 'extract', link: thread.post?.url ?? state.link });
      dispatch({ type: 'found', found: thread });
      if (visitVerification.isVerified()) dispatch({ type: 'verified' });
    },
    /** A thread without media. */
    expandWords: (problem: ExtractionProblem) => dispatch({ type: 'words-expanded', problem }),
  };
}

async function fetchMedia(
  t: Translator,
  link: string,
  signal: AbortSignal,
  isThread: boolean,
): Promise<ExtractionResponse> {
  const chunk = await loadResultsChunk().catch((cause: unknown) => ({ cause }));
  if ('extractMedia' in chunk)
    return chunk.extractMedia(t, window.location.origin, link, signal, { isThread });
  return { ok: false, error: chunkLoadProblem(t) };
}

async function loadBatch(text: string): Promise<PostLinkList> {
  const { listPostLinks, importBatchResults } = await loadResultsChunk();
  const batch = listPostLinks(text);
  if (batch.total > 1) await importBatchResults();
  return batch;
}

function chunkLoadProblem(t: Translator): ExtractionProblem {
  const text = t('extraction.failed', { message: t('function.fetch') });
  return { text, advice: t('function.offline'), post: null, retryAfterSeconds: 0 };
}

export function createInitialState(
  problem: ExtractionProblem | null,
  formResult: ExtractionFormResult | null,
  initialLink: string | null = null,
): DownloaderState {
  if (!formResult && initialLink !== null)
    return {
      ...initialDownloaderState,
      link: initialLink,
      isLinkInvalid: classifyLinkInput(initialLink) === 'rejected',
    };
  const after = (event: PostEvent) => updatePost(extractingPost, event);
  if (!formResult) return { ...initialDownloaderState, ...(problem && after({ type: 'failed', problem })) };
  const { link, extraction, isVerified } = formResult;
  if (!extraction.ok)
    return { ...initialDownloaderState, ...after({ type: 'failed', problem: extraction.error }), link };
  return {
    ...initialDownloaderState,
    ...after({ type: 'found', found: extraction.value }),
    link,
    isVerified,
  };
}
