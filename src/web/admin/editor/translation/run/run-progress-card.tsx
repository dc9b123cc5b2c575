import { useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PostKind } from '#blog/contract.ts';
import type { MessageKey } from '#i18n/translator.ts';
import type { RunState, RunStep } from '#translation/contract.ts';
import { postReviewPath } from '../../../../paths.ts';
import { useTranslator } from '../../../../translator.tsx';
import { Button } from '../../../../ui/button.tsx';
import { languageNameInSentence } from '../../../post-labels.ts';
import type { RunConnection } from './poll-run.ts';
import { RunLanguageRow, runActionClass } from './run-language-row.tsx';
import { getRunOutcome, getStepGroup, isStepRetryable, type StepGroup } from './run-state.ts';
import { countFinishedSteps, getRunPercent, runResultMessage } from './run-summary.ts';
import { seenRuns } from './stored-runs.ts';
import type { TranslationRunControls } from './use-translation-run.ts';

function RunProgressBar({ run, label, text }: { run: RunState; label: string; text: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={getRunPercent(run)}
      aria-valuetext={text}
      className="mt-4 flex gap-1"
    >
      {run.steps.map((step) => (
        <span key={step.locale} className="h-2.5 grow overflow-hidden rounded-full bg-sunken">
          <span
            className={`block h-full rounded-full motion-safe:transition-[width] ${getStepGroup(step) === 'attention' ? 'bg-thread' : 'bg-accent'}`}
            style={{ width: `${getProgress(step)}%` }}
          />
        </span>
      ))}
    </div>
  );
}

function getProgress(step: RunStep): number {
  if (getStepGroup(step) !== 'pending') return 100;
  return step.blocks.total === 0 ? 0 : (100 * step.blocks.done) / step.blocks.total;
}

const groupLabels = {
  completed: 'admin.run.completed',
  attention: 'admin.run.attention',
  pending: 'admin.run.coming',
} as const satisfies Record<StepGroup, MessageKey>;

// After the end, what needs attention comes first.
const liveOrder = ['completed', 'attention', 'pending'] as const;
const finishedOrder = ['attention', 'completed', 'pending'] as const;

type ConnectionProblem = Exclude<RunConnection, 'live'>;

const connectionMessages = {
  interrupted: 'admin.run.interrupted',
  offline: 'admin.run.offline',
  anonymous: 'admin.run.signed_out',
  gone: 'admin.run.unavailable',
} as const satisfies Record<ConnectionProblem, MessageKey>;

export default function RunProgressCard({
  translation,
  run,
  onClose,
  kind = 'post',
}: {
  kind?: PostKind;
  translation: TranslationRunControls;
  run: RunState;
  onClose(): void;
}) {
  const t = useTranslator();
  const id = useId();
  const { heading, connection, isSending, isLeaving, isChanged, cancel, retry, retryFailed } = translation;
  const outcome = getRunOutcome(run);
  const isLive = outcome === 'live';
  const state = isLeaving ? 'leaving' : isChanged ? 'changed' : 'open';
  const result = outcome === 'live' ? null : runResultMessage(t, run, outcome, state);
  // Folded on later visits, not while the user looks at it.
  const [isFolded, setFolded] = useState(() => !isLive && seenRuns.has(run));
  useEffect(() => {
    if (!isLive) seenRuns.add(run);
  }, [isLive, run]);
  const { spent, estimated, most } = run.tokens;
  const total = run.steps.length;
  const done = countFinishedSteps(run);
  const task = run.current
    ? t('admin.run.task', { language: languageNameInSentence(run.current, t.locale) })
    : t('admin.run.finishing');
  const steps = t('admin.run.steps', { done, total });
  const title = result?.title ?? t('admin.run.working');
  const text = result?.text ?? task;
  const incompleteNote = run.is_reading_incomplete ? t('admin.run.reading_incomplete') : '';
  const message = [text, incompleteNote].filter(Boolean).join(' ');
  const progressMessage = isLive ? `${task} ${steps}` : `${title} ${message}`;
  // Screen readers announce changes only in a live region that already exists.
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => setAnnouncement(progressMessage), [progressMessage]);
  const connectionMessage = isLive && connection !== 'live' ? t(connectionMessages[connection]) : '';

  const unfold = () => {
    flushSync(() => setFolded(false));
    heading.current?.focus();
  };

  if (isFolded && !isLive)
    return (
      <section
        aria-labelledby={id}
        data-run={outcome}
        className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-2xl border border-line bg-surface px-4 py-1 text-sm"
      >
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        <p className="min-w-0 grow text-pretty text-muted">{message}</p>
        <button type="button" aria-expanded={false} onClick={unfold} className={runActionClass}>
          {t('admin.run.details')}
        </button>
        <button type="button" onClick={onClose} className={runActionClass}>
          {t('admin.run.close')}
        </button>
      </section>
    );
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
      {/* Announced once per language, not once per part. */}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <p
        role="status"
        className={connectionMessage && 'mt-2 rounded-xl bg-tint p-3 text-sm font-semibold text-pretty'}
      >
        {connectionMessage}
      </p>
      <RunProgressBar run={run} label={title} text={isLive ? steps : text} />
      {isLive && <p className="mt-2 text-sm text-pretty text-muted">{steps}</p>}
      <div className="mt-5 grid gap-5">
        {(isLive ? liveOrder : finishedOrder).map((group) => {
          const groupSteps = run.steps.filter((step) => getStepGroup(step) === group);
          if (groupSteps.length === 0) return null;
          return (
            <div key={group}>
              <h3 id={`${id}-${group}`} className="font-semibold">
                {t(groupLabels[group])}
              </h3>
              <ul
                aria-labelledby={`${id}-${group}`}
                className={`mt-1 ${group === 'attention' ? '' : 'sm:columns-2 sm:gap-x-8'}`}
              >
                {groupSteps.map((step) => (
                  <RunLanguageRow
                    key={step.locale}
                    run={run}
                    step={step}
                    kind={kind}
                    isOff={isSending}
                    onRetry={() => void retry(step.locale)}
                  />
                ))}
              </ul>
            </div>
          );
        })}
      </div>
      {incompleteNote && <p className="mt-5 text-pretty">{incompleteNote}</p>}
      <p className="mt-5 text-sm text-pretty text-muted">
        {t('admin.run.tokens', { spent, estimated, most })}
      </p>
      {isLive && <p className="mt-1 text-sm text-pretty text-muted">{t('admin.run.leave')}</p>}
      {!isLeaving && (
        <div className="mt-5 flex flex-wrap gap-3">
          {!isLive && run.steps.some(isStepRetryable) && (
            <Button disabled={isSending} onClick={() => void retryFailed()}>
              {t('admin.run.retry_failed')}
            </Button>
          )}
          {isLive ? (
            <Button variant="quiet" disabled={isSending} onClick={() => void cancel()}>
              {t('admin.editor.cancel')}
            </Button>
          ) : (
            <Button variant="quiet" onClick={onClose}>
              {t('admin.run.close')}
            </Button>
          )}
          {!isLive && run.steps.some(({ kind, post }) => kind === 'translation' && post) && (
            <a href={postReviewPath(run.post_id)} className={runActionClass}>
              {t('admin.run.review_all')}
            </a>
          )}
        </div>
      )}
    </section>
  );
}
