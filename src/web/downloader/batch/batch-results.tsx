import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { useWindowEvent } from '../../browser/use-window-event.ts';
import { batchConcurrency, batchLinkLimit, batchRetryLimit } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { useToasts } from '../../ui/toast/toast-provider.tsx';
import { extractMedia } from '../extraction/extract-media.ts';
import type { PostLinkList } from '../extraction/list-post-links.ts';
import { readCopiedLink } from '../link/copied-link.ts';
import { countMediaItems } from '../media/group-media.ts';
import { ActionBar, focusBar, SkipToBar } from '../results/action-bar.tsx';
import type { PostFiles } from '../results/post-files.ts';
import { browserTimers } from '../save/browser-timers.ts';
import { createProofOfWorkClient } from '../verification/proof-of-work.ts';
import { combineProofs } from '../verification/use-proof-of-work.ts';
import { VerificationBar } from '../verification/verification-bar.tsx';
import { visitVerification } from '../verification/visit-verification.ts';
import { BatchDownloadBar } from './batch-download-bar.tsx';
import { BatchPost } from './batch-post.tsx';
import { toBatchZipPost, wordsZipPost } from './batch-zip-post.ts';
import { createLinkQueue, isFailed, isWaiting, type LinkQueueState } from './link-queue.ts';
import { displayLink } from './other-links.tsx';
import type { BatchDownloadPost, BatchFailure } from './use-batch-download.ts';

interface BatchResultsProps {
  batch: PostLinkList;
  /** With the link that was copied in the meantime, if there is one. */
  onAnother: (copiedLink: string | null) => void;
  onNext: (links: string) => void;
}

export function BatchResults({ batch, onAnother, onNext }: BatchResultsProps) {
  const t = useTranslator();
  const { show: toast, dismissOpen } = useToasts();
  const { links, remaining, total, foreign } = batch;
  const [proofClients] = useState(() => links.map(createProofOfWorkClient));
  const [queue] = useState(() =>
    createLinkQueue(links, {
      concurrency: batchConcurrency,
      retryLimit: batchRetryLimit,
      ...browserTimers,
      extract: (link, index, signal) =>
        extractMedia(t, window.location.origin, link, signal, { proof: proofClients[index] }),
    }),
  );
  const state = useStore(queue);
  const [enqueue] = useState(createSerialQueue);
  const [isVerified, setIsVerified] = useState(visitVerification.isVerified);
  const [combinedProof] = useState(() => combineProofs(proofClients));
  const proof = useStore(combinedProof);
  const postFiles = useRef(new Map<number, PostFiles>());
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    queue.start();
    return queue.stop;
  }, [queue]);

  useWindowEvent('online', queue.retryFailed);

  useLayoutEffect(() => {
    heading.current?.closest('section')?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, []);

  const found = state.posts.flatMap((post) => post.found ?? []);
  const itemCount = found.reduce((sum, { qualities }) => sum + countMediaItems(qualities), 0);
  const waitingCount = state.posts.filter(isWaiting).length;
  const isDone = waitingCount === 0;
  const listMissingLinks = () =>
    state.posts.flatMap((post, index): BatchFailure[] => {
      const name = displayLink(links[index] ?? '');
      if (isWaiting(post)) return [{ name, reason: t('batch.unread') }];
      return isFailed(post) ? [{ name, reason: post.problem.text }] : [];
    });
  const listPosts = () =>
    state.posts.flatMap(({ problem }, index): BatchDownloadPost[] => {
      const files = postFiles.current.get(index);
      if (files) return [{ ...toBatchZipPost(files), remember: files.remember }];
      const words = problem?.isWordsOnly ? problem.post : null;
      return words ? [{ ...wordsZipPost(words), remember: () => undefined }] : [];
    });
  const announceFound = useEffectEvent(() => {
    const description = t(isVerified ? 'toast.found.ready' : 'toast.found.description', {
      count: itemCount,
    });
    toast({ tone: 'good', title: t('toast.found.title'), description });
  });
  // Only new posts show a notice; what a thread adds is reported in its card.
  const posts = found.length;
  useEffect(() => {
    if (isDone && posts > 0) announceFound();
  }, [isDone, posts]);

  const handleVerified = () => {
    dismissOpen();
    visitVerification.remember();
    flushSync(() => setIsVerified(true));
    focusBar();
  };

  return (
    // As high as the viewport, so that nothing below it moves when it appears.
    <section aria-labelledby="several" className="-mx-4 min-h-svh scroll-mt-2 wrap-anywhere sm:mx-0">
      <div className="flex items-center gap-3 rounded-2xl border border-line bg-surface py-1.5 ps-3 pe-1.5 tall:sticky tall:top-0 tall:z-10">
        <h2 id="several" ref={heading} tabIndex={-1} className="min-w-0 grow text-lg font-bold">
          {t('batch.heading', { count: links.length })}
        </h2>
        <Button
          variant="quiet"
          className="shrink-0 px-3! text-sm"
          onClick={() => void readCopiedLink(links).then(onAnother)}
        >
          <RotateCcw aria-hidden="true" className="size-4" />
          {t('action.another')}
        </Button>
      </div>
      {found.length > 0 && <SkipToBar />}
      <QueueStatus state={state} />
      {remaining.length > 0 && (
        <p className="mt-2 font-semibold">{t('batch.truncated', { total, limit: batchLinkLimit })}</p>
      )}
      {foreign.length > 0 && <ForeignLinks links={foreign} />}
      <ol aria-labelledby="several" className="mt-3 grid min-w-0 scroll-mt-20 gap-8">
        {state.posts.map((post, index) => (
          <BatchPost
            // biome-ignore lint/suspicious/noArrayIndexKey: links neither move nor go.
            key={index}
            link={links[index] as string}
            post={post}
            queue={queue}
            index={index}
            proofClient={proofClients[index] as (typeof proofClients)[number]}
            isVerified={isVerified}
            enqueue={enqueue}
            onFiles={(files) => {
              if (files) postFiles.current.set(index, files);
              else postFiles.current.delete(index);
            }}
          />
        ))}
      </ol>
      {remaining.length > 0 && (
        <Button variant="quiet" className="mt-10" onClick={() => onNext(remaining.join('\n'))}>
          {t('batch.next', { count: Math.min(remaining.length, batchLinkLimit) })}
        </Button>
      )}
      {found.length > 0 && (
        <ActionBar>
          <VerificationBar
            link={links.join('\n')}
            isVerified={isVerified}
            onVerified={handleVerified}
            proof={proof}
          />
          <BatchDownloadBar
            listPosts={listPosts}
            count={itemCount}
            isUnlocked={isVerified && proof.phase === 'none'}
            isVerified={isVerified}
            waitingCount={waitingCount}
            listMissingLinks={listMissingLinks}
          />
        </ActionBar>
      )}
    </section>
  );
}

function ForeignLinks({ links }: { links: readonly string[] }) {
  const t = useTranslator();
  return (
    <div className="mt-2 text-sm">
      <p className="font-semibold">{t('batch.foreign', { count: links.length })}</p>
      <ul className="max-h-32 overflow-y-auto text-muted">
        {links.map((link) => (
          <li key={link} dir="ltr" className="truncate">
            {displayLink(link)}
          </li>
        ))}
      </ul>
    </div>
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
function QueueStatus({ state: { posts, pausedUntil } }: { state: LinkQueueState }) {
  const t = useTranslator();
  const failed = posts.filter(isFailed).length;
  const done = posts.length - posts.filter(isWaiting).length - failed;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (pausedUntil === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [pausedUntil]);
  return (
    <div className="mt-2 text-sm text-muted">
      <p role="status">
        {t('batch.progress', { done, total: posts.length })}
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
