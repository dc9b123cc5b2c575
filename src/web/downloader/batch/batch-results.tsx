import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { batchConcurrency, batchLinkLimit, batchRetryLimit } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { useToasts } from '../../ui/toast/toast-provider.tsx';
import { extractMedia } from '../extraction/extract-media.ts';
import type { PostLinkList } from '../extraction/list-post-links.ts';
import { countMediaItems } from '../media/group-media.ts';
import { createProofOfWorkClient } from '../verification/proof-of-work.ts';
import { combineProofs } from '../verification/use-proof-of-work.ts';
import { VerificationCard } from '../verification/verification-card.tsx';
import { BatchPost } from './batch-post.tsx';
import { createLinkQueue, type LinkQueueState } from './link-queue.ts';

const schedule = (milliseconds: number, callback: () => void) => {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
};

interface BatchResultsProps {
  batch: PostLinkList;
  onReset: () => void;
  onNext: (links: string) => void;
}

export function BatchResults({ batch, onReset, onNext }: BatchResultsProps) {
  const t = useTranslator();
  const { show: toast, dismissOpen } = useToasts();
  const { links, remaining, total } = batch;
  const [proofClients] = useState(() => links.map(createProofOfWorkClient));
  const [queue] = useState(() =>
    createLinkQueue(links, {
      concurrency: batchConcurrency,
      retryLimit: batchRetryLimit,
      now: Date.now,
      schedule,
      extract: (link, index, signal) =>
        extractMedia(t, window.location.origin, link, signal, { proof: proofClients[index] }),
    }),
  );
  const state = useStore(queue);
  const [enqueue] = useState(createSerialQueue);
  const [isVerified, setIsVerified] = useState(false);
  const [combinedProof] = useState(() => combineProofs(proofClients));
  const proof = useStore(combinedProof);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLOListElement>(null);

  useEffect(() => {
    queue.start();
    return queue.stop;
  }, [queue]);

  useEffect(() => {
    heading.current?.closest('section')?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, []);

  const found = state.entries.flatMap((entry) => (entry.phase === 'found' ? [entry.found] : []));
  const isDone = state.entries.every(({ phase }) => phase === 'found' || phase === 'failed');
  const announceFound = useEffectEvent(() => {
    const count = found.reduce((sum, { qualities }) => sum + countMediaItems(qualities), 0);
    const description = t('toast.found.description', { count });
    toast({ tone: 'good', title: t('toast.found.title'), description });
  });
  // Only new posts show a notice; what a thread adds is reported in its card.
  const posts = found.length;
  useEffect(() => {
    if (isDone && posts > 0) announceFound();
  }, [isDone, posts]);

  const setVerified = (isSolved: boolean) => {
    if (isSolved) dismissOpen();
    setIsVerified(isSolved);
    if (isSolved) list.current?.focus();
  };

  return (
    <section aria-labelledby="several" className="scroll-mt-4">
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-3xl border border-line bg-surface p-4 shadow-sm sm:p-5">
        <div className="min-w-0">
          <h2 id="several" ref={heading} tabIndex={-1} className="text-2xl font-bold sm:text-3xl">
            {t('batch.heading', { count: links.length })}
          </h2>
          <QueueStatus state={state} />
          {remaining.length > 0 && (
            <p className="mt-1 font-semibold">{t('batch.truncated', { total, limit: batchLinkLimit })}</p>
          )}
        </div>
        <Button variant="quiet" className="grow sm:grow-0" onClick={onReset}>
          <RotateCcw aria-hidden="true" className="size-5" />
          {t('action.another')}
        </Button>
      </div>
      <div className="mt-6 grid grid-cols-1 items-start gap-6 wrap-anywhere lg:grid-cols-[minmax(0,1fr)_19rem]">
        {found.length > 0 && (
          <div className="lg:sticky lg:top-6 lg:col-start-2 lg:row-start-1">
            <VerificationCard
              link={links.join('\n')}
              intro={t('batch.intro')}
              isVerified={isVerified}
              onVerified={setVerified}
              proof={proof}
            />
          </div>
        )}
        <ol
          ref={list}
          tabIndex={-1}
          aria-labelledby="several"
          className="grid min-w-0 gap-10 lg:col-start-1 lg:row-start-1"
        >
          {state.entries.map((progress, index) => (
            <BatchPost
              // biome-ignore lint/suspicious/noArrayIndexKey: links neither move nor go.
              key={index}
              link={links[index] as string}
              progress={progress}
              queue={queue}
              index={index}
              proofClient={proofClients[index] as (typeof proofClients)[number]}
              isVerified={isVerified}
              enqueue={enqueue}
            />
          ))}
        </ol>
      </div>
      {remaining.length > 0 && (
        <Button variant="quiet" className="mt-10" onClick={() => onNext(remaining.join('\n'))}>
          {t('batch.next', { count: Math.min(remaining.length, batchLinkLimit) })}
        </Button>
      )}
    </section>
  );
}

/** Serializes renewals, because all posts expire at the same time. */
function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T,>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task, task);
    last = result;
    return result;
  };
}

/** The countdown is hidden from screen readers, which would announce every second. */
function QueueStatus({ state: { entries, pausedUntil } }: { state: LinkQueueState }) {
  const t = useTranslator();
  const failed = entries.filter(({ phase }) => phase === 'failed').length;
  const done = entries.filter(({ phase }) => phase === 'found').length;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (pausedUntil === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [pausedUntil]);
  return (
    <div className="mt-1 text-muted">
      <p role="status">
        {t('batch.progress', { done, total: entries.length })}
        {failed > 0 && ` ${t('batch.failed', { count: failed })}`}
        {pausedUntil !== null && ` ${t('batch.limited')}`}
      </p>
      {pausedUntil !== null && (
        <p aria-hidden="true" className="tabular-nums">
          {t('batch.seconds', { count: Math.max(0, Math.ceil((pausedUntil - now) / 1000)) })}
        </p>
      )}
    </div>
  );
}
