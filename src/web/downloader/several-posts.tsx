import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { linkReadsAtOnce, linkRefusalLimit, linksAtOnceLimit } from '../contract.ts';
import { useTranslator } from '../translation.tsx';
import { Button } from '../ui/button.tsx';
import { useToasts } from '../ui/toast-provider.tsx';
import { extractMedia } from './extract-media.ts';
import { countItems } from './group-media.ts';
import { createLinkQueue, type QueueState } from './link-queue.ts';
import type { ListedLinks } from './list-links.ts';
import { OnePost } from './one-post.tsx';
import { createProofKeeper } from './proof-keeper.ts';
import { useProofs } from './use-proof.ts';
import { VerificationCard } from './verification-card.tsx';

const after = (milliseconds: number, act: () => void) => {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
};

interface SeveralPostsProps {
  listed: ListedLinks;
  onReset: () => void;
  /** Those that come after the ones shown, as a text. */
  onNext: (links: string) => void;
}

/** One card for each link of a text, and one sum for all of them. */
export function SeveralPosts({ listed, onReset, onNext }: SeveralPostsProps) {
  const t = useTranslator();
  const { show: toast, dismissOpen } = useToasts();
  const { links, rest, total } = listed;
  const [keepers] = useState(() => links.map(createProofKeeper));
  const [queue] = useState(() =>
    createLinkQueue(links, {
      atOnce: linkReadsAtOnce,
      refusals: linkRefusalLimit,
      now: Date.now,
      after,
      ask: (link, index, signal) =>
        extractMedia(t, window.location.origin, link, signal, { proof: keepers[index] }),
    }),
  );
  const state = useSyncExternalStore(queue.onChange, queue.read, queue.read);
  const [inTurn] = useState(createTurns);
  const [isVerified, setIsVerified] = useState(false);
  const proof = useProofs(keepers);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const answer = useRef<HTMLInputElement>(null);

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
  const count = useRef(0);
  useEffect(() => {
    count.current = found.reduce((sum, { qualities }) => sum + countItems(qualities), 0);
  });
  // Told of posts that were found: what a thread adds to one of them later is said in its card.
  const posts = found.length;
  useEffect(() => {
    if (!isDone || posts === 0) return;
    toast({
      tone: 'good',
      title: t('toast.found.title'),
      description: t('toast.found.description', { count: count.current }),
    });
  }, [isDone, posts, t, toast]);

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
            {t('several.heading', { count: links.length })}
          </h2>
          <QueueStatus state={state} />
          {rest.length > 0 && (
            <p className="mt-1 font-semibold">{t('several.over', { total, limit: linksAtOnceLimit })}</p>
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
              intro={t('several.intro')}
              isVerified={isVerified}
              onVerified={setVerified}
              sealed={null}
              proof={proof}
              isProved={proof.phase !== 'working'}
              onProveAgain={null}
              inputRef={answer}
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
            <OnePost
              // biome-ignore lint/suspicious/noArrayIndexKey: links neither move nor go.
              key={index}
              link={links[index] as string}
              progress={progress}
              keeper={keepers[index] as (typeof keepers)[number]}
              isVerified={isVerified}
              inTurn={inTurn}
              onRetry={() => queue.retry(index)}
              onRenewed={(renewal) => queue.renewed(index, renewal)}
              onThread={(whole) => queue.widened(index, whole)}
            />
          ))}
        </ol>
      </div>
      {rest.length > 0 && (
        <Button variant="quiet" className="mt-10" onClick={() => onNext(rest.join('\n'))}>
          {t('several.next', { count: Math.min(rest.length, linksAtOnceLimit) })}
        </Button>
      )}
    </section>
  );
}

/** One after the other: all posts expire at once, and are renewed at once. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T,>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
}

/** How far it is, and what it waits for. The seconds go down for the eye alone: read out, they would never end. */
function QueueStatus({ state: { entries, pausedUntil } }: { state: QueueState }) {
  const t = useTranslator();
  const failed = entries.filter(({ phase }) => phase === 'failed').length;
  const read = entries.filter(({ phase }) => phase === 'found').length;
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
        {t('several.progress', { done: read, total: entries.length })}
        {failed > 0 && ` ${t('several.failed', { count: failed })}`}
        {pausedUntil !== null && ` ${t('several.limited')}`}
      </p>
      {pausedUntil !== null && (
        <p aria-hidden="true" className="tabular-nums">
          {t('several.seconds', { count: Math.max(0, Math.ceil((pausedUntil - now) / 1000)) })}
        </p>
      )}
    </div>
  );
}
