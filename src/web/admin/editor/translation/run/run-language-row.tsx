import Check from 'lucide-react/icons/check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { PostKind } from '#blog/contract.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import type { RunState, RunStep } from '#translation/contract.ts';
import { toPath } from '../../../../paths.ts';
import { useTranslator } from '../../../../translator.tsx';
import { languageNameInSentence } from '../../../post-labels.ts';
import { editorMessages } from '../../editor-messages.ts';
import { getStepGroup, isRunFinished } from './run-state.ts';
import { findTaskLink, isStepFailed, taskReasonMessages, taskStatusLabel } from './run-summary.ts';

export const runActionClass =
  'inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-lg px-1 text-sm font-semibold text-accent underline-offset-4 hover:underline disabled:cursor-not-allowed disabled:opacity-60';

export function RunLanguageRow({
  run,
  step,
  kind,
  isOff,
  onRetry,
}: {
  run: RunState;
  step: RunStep;
  kind: PostKind;
  isOff: boolean;
  onRetry: () => void;
}) {
  const t = useTranslator();
  const isFinished = isRunFinished(run);
  const { locale, post, status, code } = step;
  const language = languageNameInSentence(locale, t.locale);
  const reasons = taskReasonMessages(t, step);
  const link = isFinished ? findTaskLink(t, run, step) : null;
  const isRetryOffered = isStepFailed(step) && (isFinished || status !== 'saved');
  const { total, done, accepted } = step.blocks;
  const isActive = status === 'translating';
  const isScored = total > 0 && (isActive || getStepGroup(step) === 'completed');
  const score = isScored && t('admin.run.score', { done: isActive ? done : accepted, total });
  if (code === 'translation.review' || code === 'translation.unread')
    reasons.unshift(t('admin.run.score_good', { done: accepted, total }));
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
            href={localizedPath(locale, toPath(kind, post.slug))}
            target="_blank"
            rel="noreferrer"
            aria-label={t('admin.run.view_one', { language })}
            className={runActionClass}
          >
            {t(editorMessages[kind].view)}
          </a>
        )}
        {link && (
          <a href={link.href} className={runActionClass}>
            {link.label}
          </a>
        )}
        {isRetryOffered && (
          <button
            type="button"
            disabled={isOff}
            onClick={onRetry}
            aria-label={t('admin.run.retry_one', { language })}
            className={runActionClass}
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
