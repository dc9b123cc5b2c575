import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslator } from '../translation.tsx';
import type { FormAnswer } from './answer-form.ts';
import type { Problem } from './downloader-state.ts';
import { DroppedLink } from './dropped-link.tsx';
import { loadLaterSteps } from './later-steps.ts';
import { ProblemPanel } from './problem-panel.tsx';
import { ResultsSkeleton } from './results-skeleton.tsx';
import { SettingsButton } from './settings/settings-button.tsx';
import { UrlForm } from './url-form.tsx';
import { useDownloader } from './use-downloader.ts';
import { useGivenLink } from './use-given-link.ts';

const SeveralPosts = lazy(() =>
  loadLaterSteps()
    .then(({ loadSeveralPosts }) => loadSeveralPosts())
    .then((steps) => ({ default: steps.SeveralPosts })),
);
const OtherLinks = lazy(() => loadLaterSteps().then((steps) => ({ default: steps.OtherLinks })));
const Results = lazy(() => loadLaterSteps().then((steps) => ({ default: steps.Results })));

/** From a link to saved files. Each step is also a plain form, for visitors without JavaScript. */
export function Downloader({
  problem,
  formAnswer,
  given,
}: {
  /** Why a media address led here instead of to its file. */
  problem: Problem | null;
  formAnswer: FormAnswer | null;
  /** What the page's address brought along to be read. */
  given: string | null;
}) {
  const t = useTranslator();
  const downloader = useDownloader(problem, formAnswer, given);
  const { state } = downloader;
  useGivenLink(given, downloader.extract, downloader.type);
  const problemPanel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (state.problem) problemPanel.current?.focus();
  }, [state.problem]);

  const hadMedia = useRef(false);
  const hasMedia = state.found !== null || state.several !== null;
  useEffect(() => {
    if (hadMedia.current && !hasMedia) document.getElementById('link')?.focus();
    hadMedia.current = hasMedia;
  }, [hasMedia]);

  // That of the post which the form brought, and of no later one.
  const isOfForm = formAnswer?.extraction.ok && formAnswer.extraction.value === state.found;
  const challenge = (isOfForm && formAnswer.verification) || null;

  const others = formAnswer && formAnswer.otherLinks.length > 0 && (
    <Suspense>
      <OtherLinks links={formAnswer.otherLinks} />
    </Suspense>
  );

  const drop = <DroppedLink downloader={downloader} />;

  const settings = (
    <SettingsButton
      onOpenPost={(url) => {
        downloader.reset();
        downloader.extract(url);
      }}
    />
  );

  if (state.several) {
    return (
      <Frame>
        {drop}
        <Suspense fallback={<ResultsSkeleton />}>
          <SeveralPosts
            key={state.several.links.join()}
            listed={state.several}
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
      {drop}
      {others}
      {state.found ? (
        <Suspense fallback={<ResultsSkeleton />}>
          <Results
            found={state.found}
            isVerified={state.isVerified}
            renew={downloader.renew}
            onThread={downloader.widen}
            alone={{ downloader, challenge }}
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
