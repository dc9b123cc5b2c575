import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ReactNode, type Ref, useEffect, useEffectEvent, useState } from 'react';
import { useTranslator } from '../translator.tsx';
import { Button } from '../ui/button.tsx';
import type { ExtractionProblem } from './post-state.ts';

export function ProblemPanel({
  problem,
  ref,
  level = 2,
  children,
}: {
  problem: ExtractionProblem;
  ref?: Ref<HTMLDivElement>;
  level?: 2 | 4;
  children?: ReactNode;
}) {
  const t = useTranslator();
  const Heading = `h${level}` as const;
  return (
    <div ref={ref} tabIndex={-1} className="mt-5 flex gap-4 rounded-2xl border-2 border-accent bg-tint p-5">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-accent" />
      <div className="min-w-0">
        <div role="alert">
          <Heading className="text-lg font-semibold">{t('problem.title')}</Heading>
          <p className="mt-1">{problem.text}</p>
          {problem.advice && <p className="mt-1">{problem.advice}</p>}
          {problem.openUrl && <ExternalLink href={problem.openUrl}>{t('post.open')}</ExternalLink>}
        </div>
        {children}
      </div>
    </div>
  );
}

/** Tries again by itself after `waitSeconds`, and at once on a click. */
export function RetryButton({
  waitSeconds,
  onRetry,
}: {
  /** null if only a click tries again. */
  waitSeconds: number | null;
  onRetry: (isAutomatic: boolean) => void;
}) {
  const t = useTranslator();
  const retry = useEffectEvent(onRetry);
  const [secondsLeft, setSecondsLeft] = useState(waitSeconds);
  useEffect(() => {
    if (waitSeconds === null) return;
    const endsAt = Date.now() + waitSeconds * 1000;
    const timer = setInterval(() => {
      const left = Math.ceil((endsAt - Date.now()) / 1000);
      if (left <= 0) {
        clearInterval(timer);
        retry(true);
      } else setSecondsLeft(left);
    }, 250);
    return () => clearInterval(timer);
  }, [waitSeconds]);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <Button variant="quiet" onClick={() => onRetry(false)}>
        {t('problem.retry')}
      </Button>
      {secondsLeft !== null && (
        <>
          <p className="sr-only">{t('problem.retries_itself')}</p>
          <p aria-hidden="true" className="tabular-nums">
            {t('problem.retry_in', { count: secondsLeft })}
          </p>
        </>
      )}
    </div>
  );
}

export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p className="mt-2 wrap-anywhere">
      <a
        href={href}
        rel="noreferrer nofollow"
        className="font-semibold text-accent underline underline-offset-4"
      >
        {children}
      </a>
    </p>
  );
}
