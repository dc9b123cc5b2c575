import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslator } from '../translation.tsx';
import type { ExtractionFormResult } from './answer-form.ts';
import type { ExtractionProblem } from './downloader-state.ts';
import { LazyDropZone } from './dropped-link.tsx';
import { loadResultsChunk } from './later-steps.ts';
import { ProblemPanel } from './problem-panel.tsx';
import { ResultsSkeleton } from './results-skeleton.tsx';
import { SettingsButton } from './settings/settings-button.tsx';
import { UrlForm } from './url-form.tsx';
import { useDownloader } from './use-downloader.ts';
import { useInitialLink } from './use-given-link.ts';

const BatchResults = lazy(() =>
  loadResultsChunk()
    .then(({ importBatchResults }) => importBatchResults())
    .then((steps) => ({ default: steps.BatchResults })),
);
const OtherLinks = lazy(() => loadResultsChunk().then((steps) => ({ default: steps.OtherLinks })));
const Results = lazy(() => loadResultsChunk().then((steps) => ({ default: steps.Results })));

/** Every step is also a plain form, for users without JavaScript. */
export function Downloader({
  problem,
  formResult,
  initialLink,
}: {
  /** Why a media URL led to this page instead of to its file. */
  problem: ExtractionProblem | null;
  formResult: ExtractionFormResult | null;
  /** The link or text from the page's URL. */
  initialLink: string | null;
}) {
  const t = useTranslator();
  const downloader = useDownloader(problem, formResult, initialLink);
  const { state } = downloader;
  useInitialLink(initialLink, downloader.extract, downloader.type);
  const problemPanel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (state.problem) problemPanel.current?.focus();
  }, [state.problem]);

  const hadMedia = useRef(false);
  const hasMedia = state.found !== null || state.batch !== null;
  useEffect(() => {
    if (hadMedia.current && !hasMedia) document.getElementById('link')?.focus();
    hadMedia.current = hasMedia;
  }, [hasMedia]);

  // The form's challenge is valid only for the post that came with it.
  const isFormResult = formResult?.extraction.ok && formResult.extraction.value === state.found;
  const challenge = (isFormResult && formResult.verification) || null;

  const otherLinks = formResult && formResult.otherLinks.length > 0 && (
    <Suspense>
      <OtherLinks links={formResult.otherLinks} />
    </Suspense>
  );

  const dropZone = <LazyDropZone downloader={downloader} />;

  const settings = (
    <SettingsButton
      onOpenPost={(url) => {
        downloader.reset();
        downloader.extract(url);
      }}
    />
  );

  if (state.batch) {
    return (
      <Frame>
        {dropZone}
        <Suspense fallback={<ResultsSkeleton />}>
          <BatchResults
            key={state.batch.links.join()}
            batch={state.batch}
            onReset={downloader.reset}
            onNext={downloader.extract}
          />
        </Suspense>
        {settings}
      </Frame>
    );
  }

  return (
    <Frame>
      {dropZone}
      {otherLinks}
      {state.found ? (
        <Suspense fallback={<ResultsSkeleton />}>
          <Results
            found={state.found}
            isVerified={state.isVerified}
            renew={downloader.renew}
            onThread={downloader.expandThread}
            single={{ downloader, challenge }}
          />
        </Suspense>
      ) : (
        <>
          <UrlForm downloader={downloader} />
          {state.problem && <ProblemPanel ref={problemPanel} problem={state.problem} />}
          <div role="status">
            {state.stage === 'extracting' && (
              <>
                <p className="sr-only">{t('form.searching')}</p>
                <ResultsSkeleton />
              </>
            )}
          </div>
        </>
      )}
      {settings}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div id="downloader" className="mt-8 max-w-4xl scroll-mt-4 sm:mt-10">
      {children}
    </div>
  );
}
