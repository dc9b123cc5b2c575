import LoaderCircle from 'lucide-react/icons/loader-circle';
import { useCallback, useEffect, useId, useRef } from 'react';
import { useTranslator } from '../translation.tsx';
import { Button } from '../ui/button.tsx';
import type { FoundMedia, Renewal } from './downloader-state.ts';
import { extractMedia } from './extract-media.ts';
import { isWholeThread } from './group-media.ts';
import type { LinkProgress } from './link-queue.ts';
import { ProblemPanel } from './problem-panel.tsx';
import type { ProofKeeper } from './proof-keeper.ts';
import { Results } from './results.tsx';
import { shortLink } from './short-link.ts';
import { ProofKeeperContext } from './use-proof.ts';
import { useRenew } from './use-renew.ts';

interface OnePostProps {
  link: string;
  progress: LinkProgress;
  keeper: ProofKeeper;
  isVerified: boolean;
  /** Does a work when those before it are done. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  onRetry: () => void;
  onRenewed: (renewal: Renewal) => void;
  onThread: (found: FoundMedia) => void;
}

/** One link of several: what has become of it. */
export function OnePost(props: OnePostProps) {
  const t = useTranslator();
  const { link, progress, keeper, onRetry } = props;
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const retried = useRef(false);

  // The button that was pressed goes, and with it the place in the page.
  useEffect(() => {
    if (progress.phase === 'failed' || !retried.current) return;
    retried.current = false;
    heading.current?.focus({ preventScroll: true });
  }, [progress.phase]);

  return (
    <li aria-labelledby={headingId} className="border-t-2 border-line pt-5">
      <h3 id={headingId} ref={heading} tabIndex={-1} dir="ltr" className="font-semibold">
        {shortLink(link)}
      </h3>
      {progress.phase === 'waiting' && <p className="mt-2 text-muted">{t('several.waiting')}</p>}
      {progress.phase === 'reading' && (
        <p className="mt-2 flex items-center gap-2 text-muted">
          <LoaderCircle aria-hidden="true" className="size-5 motion-safe:animate-spin" />
          {t('several.reading')}
        </p>
      )}
      {progress.phase === 'failed' && (
        <>
          <ProblemPanel problem={progress.problem} level={4} />
          <Button
            variant="quiet"
            className="mt-3"
            aria-describedby={headingId}
            onClick={() => {
              retried.current = true;
              onRetry();
            }}
          >
            {t('several.retry')}
          </Button>
        </>
      )}
      {progress.phase === 'found' && (
        <ProofKeeperContext value={keeper}>
          <FoundPost {...props} found={progress.found} />
        </ProofKeeperContext>
      )}
    </li>
  );
}

function FoundPost({
  link,
  found,
  keeper,
  isVerified,
  inTurn,
  onRenewed,
  onThread,
}: OnePostProps & { found: FoundMedia }) {
  const t = useTranslator();
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const readAgain = useCallback(async () => {
    const controller = new AbortController();
    running.current = controller;
    const isThread = isWholeThread(found);
    const read = await inTurn(() =>
      extractMedia(t, window.location.origin, link, controller.signal, { proof: keeper, isThread }),
    );
    return controller.signal.aborted ? null : read;
  }, [t, link, keeper, found, inTurn]);
  const latest = useRef(onRenewed);
  useEffect(() => {
    latest.current = onRenewed;
  });
  const takeRenewal = useCallback((renewal: Renewal) => latest.current(renewal), []);
  const renew = useRenew(found, readAgain, takeRenewal);

  return <Results found={found} isVerified={isVerified} renew={renew} onThread={onThread} alone={null} />;
}
