import { useCallback, useReducer, useRef } from 'react';
import type { Translator } from '#i18n/translate.ts';
import type { Quality } from '#media/contract.ts';
import { useTranslator } from '../translation.tsx';
import { useToasts } from '../ui/toast-provider.tsx';
import type { FormAnswer } from './answer-form.ts';
import { checkLink, mayHoldSeveral } from './check-link.ts';
import {
  advance,
  type DownloaderState,
  type FoundMedia,
  initialState,
  type Problem,
  type Renewal,
} from './downloader-state.ts';
import { countItems, isWholeThread } from './group-media.ts';
import { loadLaterSteps } from './later-steps.ts';
import type { ListedLinks } from './list-links.ts';
import type { Extraction } from './read-answer.ts';
import { useRenew } from './use-renew.ts';

export interface DownloaderControls {
  state: DownloaderState;
  type(link: string): void;
  /** Looks at the link and, where it will do, reads its post. */
  extract(link: string): void;
  /** Gives up a running extraction; its link stays. */
  stop(): void;
  reset(): void;
  setVerified(isVerified: boolean): void;
  chooseDownload(): void;
  /** Fetches new addresses for everything shown; gives the one of `quality`, or null where that failed. */
  renew(quality: Quality): Promise<string | null>;
  /** Puts the whole thread in the place of the post that is shown; what was solved and chosen stays. */
  widen(found: FoundMedia): void;
}

export function useDownloader(
  problem: Problem | null,
  formAnswer: FormAnswer | null,
  given: string | null,
): DownloaderControls {
  const t = useTranslator();
  const { show: toast, dismissOpen } = useToasts();
  const [state, dispatch] = useReducer(advance, null, () => startState(problem, formAnswer, given));
  const running = useRef<AbortController | null>(null);

  const type = useCallback((link: string) => dispatch({ type: 'typed', link }), []);

  const extract = async (link: string) => {
    dismissOpen();
    const check = checkLink(link);
    if (check === 'empty') {
      toast({ tone: 'destructive', title: t('form.empty.title'), description: t('form.empty.description') });
      return;
    }
    if (check === 'refused') return dispatch({ type: 'link-refused' });
    const controller = new AbortController();
    running.current = controller;
    dispatch({ type: 'extract', link });
    let only = link;
    if (mayHoldSeveral(link)) {
      const several = await loadSeveral(link).catch((cause: unknown) => ({ cause }));
      if (controller.signal.aborted) return;
      if ('cause' in several) return dispatch({ type: 'failed', problem: unloaded(t) });
      if (several.total > 1) return dispatch({ type: 'several', several });
      // The site may be named in the text before the one link to a post.
      only = several.links[0] ?? link;
      dispatch({ type: 'link-found', link: only });
    }
    const extraction = await read(t, only, controller.signal);
    if (controller.signal.aborted) return;
    if (!extraction.ok) return dispatch({ type: 'failed', problem: extraction.error });
    dispatch({ type: 'found', found: extraction.value });
    toast({
      tone: 'good',
      title: t('toast.found.title'),
      description: t('toast.found.description', { count: countItems(extraction.value.qualities) }),
    });
  };

  const { link, found } = state;
  const readAgain = useCallback(async () => {
    const controller = new AbortController();
    running.current = controller;
    const extraction = await read(t, link, controller.signal, found !== null && isWholeThread(found));
    return controller.signal.aborted ? null : extraction;
  }, [t, link, found]);
  const takeRenewal = useCallback((renewal: Renewal) => dispatch({ type: 'renewed', ...renewal }), []);
  const renew = useRenew(found, readAgain, takeRenewal);

  const stop = useCallback(() => {
    running.current?.abort();
    dispatch({ type: 'stopped' });
  }, []);

  return {
    state,
    type,
    extract: (text) => void extract(text),
    renew,
    stop,
    reset() {
      running.current?.abort();
      dismissOpen();
      dispatch({ type: 'reset' });
    },
    setVerified(isVerified) {
      if (isVerified) dismissOpen();
      dispatch({ type: isVerified ? 'verified' : 'unverified' });
    },
    widen: (whole) => dispatch({ type: 'widened', found: whole }),
    chooseDownload: () => dispatch({ type: 'download-chosen' }),
  };
}

async function read(t: Translator, link: string, signal: AbortSignal, isThread = false): Promise<Extraction> {
  const steps = await loadLaterSteps().catch((cause: unknown) => ({ cause }));
  if ('extractMedia' in steps)
    return steps.extractMedia(t, window.location.origin, link, signal, { isThread });
  return { ok: false, error: unloaded(t) };
}

/** The links of a text; what shows several is loaded by then. */
async function loadSeveral(text: string): Promise<ListedLinks> {
  const { listLinks, loadSeveralPosts } = await loadLaterSteps();
  const several = listLinks(text);
  if (several.total > 1) await loadSeveralPosts();
  return several;
}

/** The rest of the page did not load: to the visitor the same as a request that did not leave. */
function unloaded(t: Translator): Problem {
  const text = t('extraction.failed', { message: t('function.fetch') });
  return { text, advice: t('function.offline'), postUrl: null };
}

/** Where the page begins: empty, with a link that came with its address, at a fault, or where the last plain form led. */
export function startState(
  problem: Problem | null,
  formAnswer: FormAnswer | null,
  given: string | null = null,
): DownloaderState {
  if (!formAnswer && given !== null)
    return { ...initialState, link: given, isLinkRefused: checkLink(given) === 'refused' };
  if (!formAnswer) return { ...initialState, problem };
  const { link, extraction, isVerified } = formAnswer;
  if (!extraction.ok) return { ...initialState, link, problem: extraction.error };
  const stage = isVerified ? 'downloading' : 'verifying';
  return { ...initialState, stage, link, found: extraction.value, isVerified };
}
