import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslator } from '../translation.tsx';
import type { FormAnswer } from './answer-form.ts';
import type { Problem } from './downloader-state.ts';
import { loadLaterSteps } from './later-steps.ts';
import { ProblemPanel } from './problem-panel.tsx';
import { ResultsSkeleton } from './results-skeleton.tsx';
import { SettingsButton } from './settings/settings-button.tsx';
import { UrlForm } from './url-form.tsx';
import { useDownloader } from './use-downloader.ts';

const Results = lazy(() => loadLaterSteps().then((steps) => ({ default: steps.Results })));

/** From a link to saved files. Each step is also a plain form, for visitors without JavaScript. */
export function Downloader({
  problem,
  formAnswer,
}: {
  /** Why a media address led here instead of to its file. */
  problem: Problem | null;
  formAnswer: FormAnswer | null;
}) {
  const t = useTranslator();
  const downloader = useDownloader(problem, formAnswer);
  const { state } = downloader;
  const problemPanel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (state.problem) problemPanel.current?.focus();
  }, [state.problem]);

  const hadMedia = useRef(false);
  useEffect(() => {
    if (hadMedia.current && !state.found) document.getElementById('link')?.focus();
    hadMedia.current = state.found !== null;
  }, [state.found]);

  return (
    <div id="downloader" className="mt-8 max-w-4xl scroll-mt-4 sm:mt-10">
      {state.found ? (
        <Suspense fallback={<ResultsSkeleton />}>
          <Results found={state.found} downloader={downloader} challenge={formAnswer?.verification ?? null} />
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
      <SettingsButton
        onOpenPost={(url) => {
          downloader.reset();
          downloader.extract(url);
        }}
      />
    </div>
  );
}
