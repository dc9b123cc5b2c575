import LoaderCircle from 'lucide-react/icons/loader-circle';
import { useCallback, useEffect, useId, useRef } from 'react';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import type { ExtractedMedia, MediaRenewal } from '../downloader-state.ts';
import { extractMedia } from '../extraction/extract-media.ts';
import { isThreadExpanded } from '../media/group-media.ts';
import { ProblemPanel } from '../problem-panel.tsx';
import { MediaList, PostSummary } from '../results/media-list.tsx';
import { PostFilesContext, usePostFiles } from '../results/post-files.ts';
import { useUrlRenewal } from '../save/use-url-renewal.ts';
import type { ProofOfWorkClient } from '../verification/proof-of-work.ts';
import { ProofOfWorkContext } from '../verification/use-proof-of-work.ts';
import { ProofErrorAlert } from '../verification/verification-card.tsx';
import type { LinkQueue, LinkQueueEntry } from './link-queue.ts';
import { displayLink } from './other-links.tsx';

interface BatchPostProps {
  link: string;
  progress: LinkQueueEntry;
  queue: LinkQueue;
  index: number;
  proofClient: ProofOfWorkClient;
  isVerified: boolean;
  enqueue: <T>(task: () => Promise<T>) => Promise<T>;
}

export function BatchPost(props: BatchPostProps) {
  const t = useTranslator();
  const { link, progress, queue, index, proofClient } = props;
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
              queue.retry(index);
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
  queue,
  index,
  proofClient,
  isVerified,
  enqueue,
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
  const handleRenewal = useCallback((renewal: MediaRenewal) => queue.renew(index, renewal), [queue, index]);
  const controls = {
    renew: useUrlRenewal(found, refetch, handleRenewal),
    expandThread: (thread: ExtractedMedia) => queue.expandThread(index, thread),
    setDownloading: () => undefined,
  };
  const files = usePostFiles(found, isVerified, controls, null);

  return (
    <PostFilesContext value={files}>
      <div className="scroll-mt-4">
        <PostSummary />
        <div className="mt-6 grid grid-cols-1 items-start gap-6 wrap-anywhere">
          <ProofErrorAlert proof={files.proof} onRetry={files.retryProof} />
          <MediaList />
        </div>
      </div>
    </PostFilesContext>
  );
}
