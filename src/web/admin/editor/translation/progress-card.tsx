import { useEffect, useId, useState } from 'react';
import type { RunState } from '#assistant/contract.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { useTranslator } from '../../../translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { endWords } from './end-words.ts';
import type { RunLink } from './follow-run.ts';
import { LanguageLine } from './language-line.tsx';
import { languageName } from './language-name.ts';
import { ProgressBar } from './progress-bar.tsx';
import { doneOf, groupOf, isFailed, outcomeOf, type StepGroup } from './run-view.ts';
import type { Translation } from './use-translation.ts';

const groupNames = {
  completed: 'admin.run.completed',
  attention: 'admin.run.attention',
  coming: 'admin.run.coming',
} as const satisfies Record<StepGroup, MessageKey>;

/** At the end, what somebody has to look at comes first. */
const whileLive = ['completed', 'attention', 'coming'] as const;
const atTheEnd = ['attention', 'completed', 'coming'] as const;

type BrokenLink = Exclude<RunLink, 'live'>;

const linkWords = {
  asking: 'admin.run.asking',
  offline: 'admin.run.offline',
  anonymous: 'admin.run.signed_out',
  gone: 'admin.run.gone',
} as const satisfies Record<BrokenLink, MessageKey>;

/** A run of translations as it goes on, and what became of it. */
export function ProgressCard({ translation, run }: { translation: Translation; run: RunState }) {
  const t = useTranslator();
  const id = useId();
  const { heading, link, isSending, isLeaving, cancel, retry, close } = translation;
  const outcome = outcomeOf(run);
  const isLive = outcome === 'live';
  const end = outcome === 'live' ? null : endWords(t, run, outcome, isLeaving);
  const { spent, estimated, most } = run.tokens;
  const total = run.steps.length;
  const done = doneOf(run);
  const task = run.current
    ? t('admin.run.task', { language: languageName(run.current, t.locale) })
    : t('admin.run.finishing');
  const steps = t('admin.run.steps', { done, total });
  const title = end?.title ?? t('admin.run.working');
  const text = end?.text ?? task;
  const news = isLive ? `${task} ${steps}` : `${title} ${text}`;
  // Readers of screens tell what changes in a region that is there already.
  const [said, say] = useState('');
  useEffect(() => say(news), [news]);
  const trouble = isLive && link !== 'live' ? t(linkWords[link]) : '';

  return (
    <section
      aria-labelledby={id}
      data-run={outcome}
      className="mt-6 rounded-3xl border-2 border-accent bg-surface p-5 sm:p-6"
    >
      <h2 id={id} ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
        {title}
      </h2>
      <p className="mt-1 text-pretty">{text}</p>
      {/* Once for each language, not for each of its parts. */}
      <p role="status" className="sr-only">
        {said}
      </p>
      <p role="status" className={trouble && 'mt-2 rounded-xl bg-tint p-3 text-sm font-semibold text-pretty'}>
        {trouble}
      </p>
      <ProgressBar run={run} label={title} text={isLive ? steps : text} />
      {isLive && <p className="mt-2 text-sm text-pretty text-muted">{steps}</p>}
      <div className="mt-5 grid gap-5">
        {(isLive ? whileLive : atTheEnd).map((group) => {
          const inIt = run.steps.filter((step) => groupOf(step) === group);
          if (inIt.length === 0) return null;
          return (
            <div key={group}>
              <h3 id={`${id}-${group}`} className="font-semibold">
                {t(groupNames[group])}
              </h3>
              <ul
                aria-labelledby={`${id}-${group}`}
                className={`mt-1 ${group === 'attention' ? '' : 'sm:columns-2 sm:gap-x-8'}`}
              >
                {inIt.map((step) => (
                  <LanguageLine
                    key={step.locale}
                    step={step}
                    isCurrent={step.locale === run.current}
                    onRetry={
                      isFailed(step) && !(isLive && step.status === 'saved')
                        ? () => void retry(step.locale)
                        : undefined
                    }
                    isOff={isSending}
                  />
                ))}
              </ul>
            </div>
          );
        })}
      </div>
      <p className="mt-5 text-sm text-pretty text-muted">
        {t('admin.run.tokens', { spent, estimated, most })}
      </p>
      {isLive && <p className="mt-1 text-sm text-pretty text-muted">{t('admin.run.leave')}</p>}
      {!isLeaving && (
        <div className="mt-5 flex flex-wrap gap-3">
          {!isLive && run.steps.some(isFailed) && (
            <Button disabled={isSending} onClick={() => void retry()}>
              {t('admin.run.retry_failed')}
            </Button>
          )}
          {isLive ? (
            <Button variant="quiet" disabled={isSending} onClick={() => void cancel()}>
              {t('admin.editor.cancel')}
            </Button>
          ) : (
            <Button variant="quiet" onClick={close}>
              {t('admin.run.close')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
