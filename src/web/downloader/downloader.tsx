import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslator } from '../translator.tsx';
import type { ExtractionProblem } from './downloader-state.ts';
import type { ExtractionFormResult } from './extraction-form-action.ts';
import { LazyDropZone } from './lazy-drop-zone.tsx';
import { loadResultsChunk } from './lazy-results.ts';
import { ProblemPanel } from './problem-panel.tsx';
import { SettingsButton } from './settings/settings-button.tsx';
import { UrlForm } from './url-form.tsx';
import { useDownloader } from './use-downloader.ts';
import { useInitialLink } from './use-initial-link.ts';

const skeletonWidths = ['w-3/5', 'w-2/5', 'w-1/2'] as const;

function ResultsSkeleton() {
  return (
    <ul aria-hidden="true" className="mt-6 grid gap-4 motion-safe:animate-pulse">
      {skeletonWidths.map((width) => (
        <li key={width} className="flex gap-4">
          <span className="size-24 shrink-0 rounded-2xl bg-sunken" />
          <span className="grow py-2">
            <span className={`block h-5 rounded bg-sunken ${width}`} />
            <span className="mt-3 block h-4 w-4/5 rounded bg-sunken" />
          </span>
        </li>
      ))}
    </ul>
  );
}

const BatchResults = lazy(() =>
  loadResultsChunk()
    .then(({ importBatchResults }) => importBatchResults())
    .then((module) => ({ default: module.BatchResults })),
);
const OtherLinks = lazy(() => loadResultsChunk().then((chunk) => ({ default: chunk.OtherLinks })));
const Results = lazy(() => loadResultsChunk().then((chunk) => ({ default: chunk.Results })));

/** Every step is also a plain form, for users without JavaScript. */
export function Downloader({
  problem,
  formResult,
  initialLink,
}: {
  /** Why a media URL led to this page instead of to its file. */
  problem: ExtractionProblem | null;
  formResult: ExtractionFormResult | null;
  initialLink: string | null;
}) {
  const t = useTranslator();
  const downloader = useDownloader(problem, formResult, initialLink);
  const { state } = downloader;
  useInitialLink(initialLink, downloader.extract, downloader.setLink);
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
          <Results found={state.found} downloader={downloader} challenge={challenge} />
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
