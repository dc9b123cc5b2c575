import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useWindowEvent } from '../browser/use-window-event.ts';
import { useTranslator } from '../translator.tsx';
import { Button } from '../ui/button.tsx';
import { initialDownloaderState } from './downloader-state.ts';
import type { ExtractionFormResult } from './extraction-form-action.ts';
import { LazyDropZone } from './lazy-drop-zone.tsx';
import { loadResultsChunk } from './lazy-results.ts';
import { useInitialLink } from './link/use-initial-link.ts';
import { formatResultHash, parseResultHash, useResultAddress } from './link/use-result-address.ts';
import { readVisitLinks, useVisitLinks, visitLinksHash } from './link/visit-links.ts';
import type { ExtractionProblem } from './post-state.ts';
import { ProblemPanel, RetryButton } from './problem-panel.tsx';
import { SettingsButton } from './settings/settings-button.tsx';
import { UrlForm } from './url-form.tsx';
import { type DownloaderControls, useDownloader } from './use-downloader.ts';
import { useVisitVerification } from './verification/visit-verification.ts';

function ResultsSkeleton() {
  const block = 'rounded-2xl bg-sunken motion-safe:animate-pulse';
  return (
    <div aria-hidden="true" className="mt-6">
      <div className={`h-7 w-3/5 ${block}`} />
      <div className="mt-3 grid grid-cols-2 gap-3 md:grid-cols-3">
        <div className={`aspect-4/5 ${block}`} />
        <div className={`aspect-4/5 ${block}`} />
      </div>
    </div>
  );
}

const slowExtractionMs = 2000;

function Extracting() {
  const t = useTranslator();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowExtractionMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <p role="status" className="mt-3 min-h-6 text-sm text-muted">
        <span className="sr-only">{t('form.searching')} </span>
        {isSlow && t('form.slow')}
      </p>
      <ResultsSkeleton />
    </>
  );
}

const automaticRetryLimit = 5;

function ProblemAction({
  downloader: { state, retry, reset },
  problem: { retryAfterSeconds },
}: {
  downloader: DownloaderControls;
  problem: ExtractionProblem;
}) {
  const t = useTranslator();
  if (retryAfterSeconds === undefined || state.link === '')
    return (
      <Button
        variant="quiet"
        className="mt-3"
        onClick={() => {
          reset();
          document.getElementById('link')?.focus();
        }}
      >
        {t('action.another')}
      </Button>
    );
  const isAutomatic = retryAfterSeconds > 0 && state.retries < automaticRetryLimit;
  return (
    <RetryButton key={state.retries} waitSeconds={isAutomatic ? retryAfterSeconds : null} onRetry={retry} />
  );
}

const BatchResults = lazy(() =>
  loadResultsChunk()
    .then(({ importBatchResults }) => importBatchResults())
    .then((module) => ({ default: module.BatchResults })),
);
const OtherLinks = lazy(() => loadResultsChunk().then((chunk) => ({ default: chunk.OtherLinks })));
const Results = lazy(() => loadResultsChunk().then((chunk) => ({ default: chunk.Results })));
const WordsOnly = lazy(() => loadResultsChunk().then((chunk) => ({ default: chunk.WordsOnly })));

/** Wider than the column of the page, up to 1,200 px. */
const wideClass = 'wide-result xl:mx-[calc((100%-min(75rem,100vw-5rem))/2)]';

export interface DownloaderProps {
  /** Why a media URL led to this page instead of to its file. */
  problem: ExtractionProblem | null;
  formResult: ExtractionFormResult | null;
  initialLink: string | null;
}

/** Every step is also a plain form, for users without JavaScript. */
export function Downloader({ problem, formResult, initialLink }: DownloaderProps) {
  const downloader = useDownloader(problem, formResult, initialLink);
  const { state } = downloader;
  const openPost = (link: string, options?: { isThread: boolean }) => {
    downloader.reset();
    downloader.extract(link, options);
  };
  const startAnother = (copiedLink: string | null) =>
    copiedLink === null ? downloader.reset() : openPost(copiedLink);
  useInitialLink(initialLink, downloader.extract, downloader.setLink);
  const keepsLinks = useVisitLinks(state);
  const shownPost = state.found?.post ?? state.problem?.post ?? null;
  useResultAddress(keepsLinks ? visitLinksHash : shownPost && formatResultHash(shownPost), {
    isReset: state === initialDownloaderState,
    onOpen(hash) {
      const links = hash === visitLinksHash ? readVisitLinks() : null;
      const address = parseResultHash(hash);
      if (links !== null) openPost(links);
      else if (address) openPost(address.link, address);
    },
    onLeave: downloader.reset,
  });
  useWindowEvent('online', () => {
    if (state.problem?.retryAfterSeconds !== undefined && state.link !== '') downloader.retry(true);
  });
  useVisitVerification(downloader);
  const problemPanel = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    // An automatic retry must not take the focus.
    if (state.problem && state.retries === 0) problemPanel.current?.focus();
  }, [state.problem, state.retries]);

  const hadMedia = useRef(false);
  const hasMedia = state.found !== null || state.batch !== null;
  useLayoutEffect(() => {
    if (hadMedia.current && !hasMedia) document.getElementById('link')?.focus();
    hadMedia.current = hasMedia;
  }, [hasMedia]);

  // The form's challenge is valid only for the post that came with it.
  const isFormResult = formResult?.extraction.ok && formResult.extraction.value === state.found;
  const challenge = (isFormResult && formResult.verification) || null;

  const skeleton = (
    <div className="min-h-svh">
      <ResultsSkeleton />
    </div>
  );
  return (
    <div id="downloader" className="mt-8 scroll-mt-4 sm:mt-10">
      <LazyDropZone downloader={downloader} />
      {formResult && formResult.otherLinks.length > 0 && !state.batch && (
        <Suspense>
          <OtherLinks links={formResult.otherLinks} />
        </Suspense>
      )}
      {hasMedia && (
        <div className={wideClass}>
          <Suspense fallback={skeleton}>
            {state.batch && (
              <BatchResults
                key={state.batch.links.join()}
                batch={state.batch}
                onAnother={startAnother}
                onNext={downloader.extract}
              />
            )}
            {state.found && (
              <Results
                found={state.found}
                downloader={downloader}
                challenge={challenge}
                onAnother={startAnother}
              />
            )}
          </Suspense>
        </div>
      )}
      {!hasMedia && (
        <div className="max-w-4xl">
          <UrlForm downloader={downloader} />
          {/* As high as the viewport, so that no answer, however short, moves anything that is visible. */}
          {(state.phase === 'extracting' || state.problem) && (
            <div className="min-h-svh">
              {state.problem?.isWordsOnly && (
                <Suspense>
                  <WordsOnly
                    problem={state.problem}
                    isFocusedFirst
                    onMedia={downloader.expandThread}
                    onWords={downloader.expandWords}
                  >
                    <ProblemAction downloader={downloader} problem={state.problem} />
                  </WordsOnly>
                </Suspense>
              )}
              {state.problem && !state.problem.isWordsOnly && (
                <ProblemPanel ref={problemPanel} problem={state.problem}>
                  <ProblemAction downloader={downloader} problem={state.problem} />
                </ProblemPanel>
              )}
              {state.phase === 'extracting' && <Extracting />}
            </div>
          )}
        </div>
      )}
      <SettingsButton onOpenPost={openPost} />
    </div>
  );
}
