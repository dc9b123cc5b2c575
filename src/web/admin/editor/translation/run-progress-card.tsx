import Check from 'lucide-react/icons/check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect, useId, useState } from 'react';
import { localizedPath } from '#i18n/localized-path.ts';
import type { MessageKey } from '#i18n/translator.ts';
import type { RunState, RunStep } from '#translation/contract.ts';
import { blogPostPath } from '../../../paths.ts';
import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { languageNameInSentence } from '../../post-labels.ts';
import type { RunConnection } from './follow-run.ts';
import {
  countFinishedSteps,
  getRunOutcome,
  getRunPercent,
  getStepGroup,
  isStepFailed,
  runResultMessage,
  type StepGroup,
  taskReasonMessages,
  taskStatusLabel,
} from './run-summary.ts';
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
  polling: 'admin.run.polling',
  offline: 'admin.run.offline',
  anonymous: 'admin.run.signed_out',
  gone: 'admin.run.unavailable',
} as const satisfies Record<ConnectionProblem, MessageKey>;

export function RunProgressCard({
  translation,
  run,
}: {
  translation: TranslationRunControls;
  run: RunState;
}) {
  const t = useTranslator();
  const id = useId();
  const { heading, connection, isSending, isLeaving, cancel, retry, close } = translation;
  const outcome = getRunOutcome(run);
  const isLive = outcome === 'live';
  const result = outcome === 'live' ? null : runResultMessage(t, run, outcome, isLeaving);
  const { spent, estimated, most } = run.tokens;
  const total = run.steps.length;
  const done = countFinishedSteps(run);
  const task = run.current
    ? t('admin.run.task', { language: languageNameInSentence(run.current, t.locale) })
    : t('admin.run.finishing');
  const steps = t('admin.run.steps', { done, total });
  const title = result?.title ?? t('admin.run.working');
  const text = result?.text ?? task;
  const progressMessage = isLive ? `${task} ${steps}` : `${title} ${text}`;
  // Screen readers announce changes only in a live region that already exists.
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => setAnnouncement(progressMessage), [progressMessage]);
  const connectionMessage = isLive && connection !== 'live' ? t(connectionMessages[connection]) : '';

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
                    step={step}
                    isCurrent={step.locale === run.current}
                    onRetry={
                      isStepFailed(step) && !(isLive && step.status === 'saved')
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
          {!isLive && run.steps.some(isStepFailed) && (
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

const actionClass =
  'inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-lg px-1 text-sm font-semibold text-accent underline-offset-4 hover:underline disabled:cursor-not-allowed disabled:opacity-60';

function RunLanguageRow({
  step,
  isCurrent,
  onRetry,
  isOff,
}: {
  step: RunStep;
  isCurrent: boolean;
  onRetry: (() => void) | undefined;
  isOff: boolean;
}) {
  const t = useTranslator();
  const { locale, post, status, code } = step;
  const language = languageNameInSentence(locale, t.locale);
  const reasons = taskReasonMessages(t, step);
  const { total, done, accepted } = step.blocks;
  const isActive = isCurrent && status !== 'queued';
  const isScored = total > 0 && (isActive || getStepGroup(step) === 'completed');
  const score = isScored && t('admin.run.score', { done: isActive ? done : accepted, total });
  if (code === 'translation.review') reasons.unshift(t('admin.run.score_good', { done: accepted, total }));
  return (
    <li className="flex break-inside-avoid gap-x-2 py-0.5">
      <span className="flex h-11 items-center">
        <StatusIcon step={step} isActive={isActive} />
      </span>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2">
        {post ? (
          <a
            href={`/admin/blog/${post.id}`}
            className="inline-block py-2.5 font-semibold first-letter:uppercase underline underline-offset-4 hover:text-accent"
          >
            {language}
          </a>
        ) : (
          <span className="inline-block py-2.5 font-semibold first-letter:uppercase">{language}</span>
        )}
        <span className="text-sm">
          {taskStatusLabel(t, step)}
          {score && <span className="text-muted"> · {score}</span>}
        </span>
        {post?.status === 'published' && (
          <a
            href={localizedPath(locale, blogPostPath(post.slug))}
            target="_blank"
            rel="noreferrer"
            aria-label={t('admin.run.view_one', { language })}
            className={actionClass}
          >
            {t('admin.editor.view')}
          </a>
        )}
        {onRetry && (
          <button
            type="button"
            disabled={isOff}
            onClick={onRetry}
            aria-label={t('admin.run.retry_one', { language })}
            className={actionClass}
          >
            <RotateCcw aria-hidden="true" className="size-4 shrink-0" />
            {t('admin.run.retry')}
          </button>
        )}
        {reasons.length > 0 && (
          <p className="w-full pb-2 text-sm text-pretty text-muted">{reasons.join(' ')}</p>
        )}
      </div>
    </li>
  );
}

function StatusIcon({ step, isActive }: { step: RunStep; isActive: boolean }) {
  const iconClass = 'size-5 shrink-0';
  if (isActive)
    return (
      <LoaderCircle aria-hidden="true" className={`${iconClass} text-accent motion-safe:animate-spin`} />
    );
  switch (getStepGroup(step)) {
    case 'completed':
      return <Check aria-hidden="true" className={`${iconClass} text-good`} />;
    case 'attention':
      return <TriangleAlert aria-hidden="true" className={`${iconClass} text-accent`} />;
    case 'pending':
      return <CircleDashed aria-hidden="true" className={`${iconClass} text-muted`} />;
  }
}
