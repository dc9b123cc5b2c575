import LoaderCircle from 'lucide-react/icons/loader-circle';
import { useCallback, useEffect, useId, useRef } from 'react';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import type { ExtractedMedia, MediaRenewal } from '../downloader-state.ts';
import { extractMedia } from '../extraction/extract-media.ts';
import { isThreadExpanded } from '../media/group-media.ts';
import { ProblemPanel } from '../problem-panel.tsx';
import { Results } from '../results/results.tsx';
import { useUrlRenewal } from '../save/use-url-renewal.ts';
import type { ProofOfWorkClient } from '../verification/proof-of-work.ts';
import { ProofOfWorkContext } from '../verification/use-proof-of-work.ts';
import { displayLink } from './display-link.ts';
import type { LinkQueueEntry } from './link-queue.ts';

interface BatchPostProps {
  link: string;
  progress: LinkQueueEntry;
  proofClient: ProofOfWorkClient;
  isVerified: boolean;
  enqueue: <T>(task: () => Promise<T>) => Promise<T>;
  onRetry: () => void;
  onRenewed: (renewal: MediaRenewal) => void;
  onThreadExpanded: (found: ExtractedMedia) => void;
}

export function BatchPost(props: BatchPostProps) {
  const t = useTranslator();
  const { link, progress, proofClient, onRetry } = props;
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const retried = useRef(false);

  // The retry button disappears, so move the focus to the heading.
  useEffect(() => {
    if (progress.phase === 'failed' || !retried.current) return;
    retried.current = false;
    heading.current?.focus({ preventScroll: true });
  }, [progress.phase]);

  return (
    <li aria-labelledby={headingId} className="border-t-2 border-line pt-5">
      <h3 id={headingId} ref={heading} tabIndex={-1} dir="ltr" className="font-semibold">
        {displayLink(link)}
      </h3>
      {progress.phase === 'waiting' && <p className="mt-2 text-muted">{t('batch.queued')}</p>}
      {progress.phase === 'extracting' && (
        <p className="mt-2 flex items-center gap-2 text-muted">
          <LoaderCircle aria-hidden="true" className="size-5 motion-safe:animate-spin" />
          {t('batch.loading')}
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
            {t('batch.retry')}
          </Button>
        </>
      )}
      {progress.phase === 'found' && (
        <ProofOfWorkContext value={proofClient}>
          <FoundPost {...props} found={progress.found} />
        </ProofOfWorkContext>
      )}
    </li>
  );
}

function FoundPost({
  link,
  found,
  proofClient,
  isVerified,
  enqueue,
  onRenewed,
  onThreadExpanded,
}: BatchPostProps & { found: ExtractedMedia }) {
  const t = useTranslator();
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const refetch = useCallback(async () => {
    const controller = new AbortController();
    running.current = controller;
    const isThread = isThreadExpanded(found);
    const response = await enqueue(() =>
      extractMedia(t, window.location.origin, link, controller.signal, { proof: proofClient, isThread }),
    );
    return controller.signal.aborted ? null : response;
  }, [t, link, proofClient, found, enqueue]);
  const latest = useRef(onRenewed);
  useEffect(() => {
    latest.current = onRenewed;
  });
  const handleRenewal = useCallback((renewal: MediaRenewal) => latest.current(renewal), []);
  const renew = useUrlRenewal(found, refetch, handleRenewal);

  return (
    <Results
      found={found}
      isVerified={isVerified}
      renew={renew}
      onThreadExpanded={onThreadExpanded}
      single={null}
    />
  );
}
