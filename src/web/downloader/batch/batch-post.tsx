import LoaderCircle from 'lucide-react/icons/loader-circle';
import { useCallback, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { extractMedia } from '../extraction/extract-media.ts';
import { isThreadExpanded } from '../media/group-media.ts';
import type { ExtractedMedia, MediaRenewal, PostState } from '../post-state.ts';
import { ProblemPanel } from '../problem-panel.tsx';
import { DownloadBar, useZipControls } from '../results/download-bar.tsx';
import { MediaGrid } from '../results/media-grid.tsx';
import {
  type PostFiles,
  PostFilesContext,
  usePostFiles,
  usePostFilesContext,
} from '../results/post-files.ts';
import { useUrlRenewal } from '../save/use-url-renewal.ts';
import type { ProofOfWorkClient } from '../verification/proof-of-work.ts';
import { ProofOfWorkContext } from '../verification/use-proof-of-work.ts';
import { ProofErrorAlert } from '../verification/verification-bar.tsx';
import { PostWords } from '../words/post-words.tsx';
import { WordsOnly } from '../words/words-only.tsx';
import type { LinkQueue } from './link-queue.ts';
import { displayLink } from './other-links.tsx';

interface BatchPostProps {
  link: string;
  post: PostState;
  queue: LinkQueue;
  index: number;
  proofClient: ProofOfWorkClient;
  isVerified: boolean;
  enqueue: <T>(task: () => Promise<T>) => Promise<T>;
  /** Reports the files of the post for the download of all posts; null if they are gone. */
  onFiles: (files: PostFiles | null) => void;
}

export function BatchPost(props: BatchPostProps) {
  const t = useTranslator();
  const { link, post, queue, index, proofClient } = props;
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const retried = useRef(false);

  // The retry button disappears, so move the focus to the heading.
  useLayoutEffect(() => {
    if (post.phase === 'failed' || !retried.current) return;
    retried.current = false;
    heading.current?.focus({ preventScroll: true });
  }, [post.phase]);

  return (
    // With the first post as high as the viewport, the answers move nothing that is visible.
    <li
      aria-labelledby={headingId}
      className="min-w-0 border-t border-line pt-2 first:min-h-svh first:border-t-0"
    >
      <h3
        id={headingId}
        ref={heading}
        tabIndex={-1}
        dir="ltr"
        className="truncate text-sm font-semibold text-muted"
      >
        {displayLink(link)}
      </h3>
      {post.phase === 'waiting' && <p className="mt-2 text-muted">{t('batch.queued')}</p>}
      {post.phase === 'extracting' && (
        <p className="mt-2 flex items-center gap-2 text-muted">
          <LoaderCircle aria-hidden="true" className="size-5 motion-safe:animate-spin" />
          {t('batch.loading')}
        </p>
      )}
      {post.phase === 'failed' && post.problem.isWordsOnly && (
        <ProofOfWorkContext value={proofClient}>
          <WordsOnly
            problem={post.problem}
            level={4}
            onMedia={(found) => queue.update(index, { type: 'thread-expanded', found })}
            onWords={(problem) => queue.update(index, { type: 'words-expanded', problem })}
          />
        </ProofOfWorkContext>
      )}
      {post.phase === 'failed' && !post.problem.isWordsOnly && (
        <ProblemPanel problem={post.problem} level={4}>
          <Button
            variant="quiet"
            className="mt-3"
            aria-describedby={headingId}
            onClick={() => {
              retried.current = true;
              queue.retry(index);
            }}
          >
            {t('problem.retry')}
          </Button>
        </ProblemPanel>
      )}
      {post.phase === 'found' && (
        <ProofOfWorkContext value={proofClient}>
          <FoundPost {...props} found={post.found} />
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
  onFiles,
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
  const handleRenewal = useCallback(
    (renewal: MediaRenewal) => queue.update(index, { type: 'renewed', ...renewal }),
    [queue, index],
  );
  const controls = {
    ...useUrlRenewal(found, refetch, handleRenewal),
    expandThread: (thread: ExtractedMedia) => queue.update(index, { type: 'thread-expanded', found: thread }),
  };
  const files = usePostFiles(found, isVerified, controls, null);
  const reportFiles = useEffectEvent(onFiles);
  useEffect(() => {
    reportFiles(files);
    return () => reportFiles(null);
  });

  return (
    <PostFilesContext value={files}>
      <div className="mt-3 wrap-anywhere">
        <ProofErrorAlert proof={files.proof} onRetry={files.retryProof} />
        <FoundMedia label={displayLink(link)} />
        <PostWords />
      </div>
    </PostFilesContext>
  );
}

function FoundMedia({ label }: { label: string }) {
  const zip = useZipControls(useId());
  const { isBusy } = usePostFilesContext().thread;
  const grid = useRef<HTMLElement>(null);
  const wasBusy = useRef(false);
  // Reading a whole thread shows its post, and then its posts, at the top.
  useLayoutEffect(() => {
    if (isBusy || wasBusy.current) {
      grid.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
      grid.current?.focus({ preventScroll: true });
    }
    wasBusy.current = isBusy;
  }, [isBusy]);
  return (
    <>
      <MediaGrid ref={grid} label={label} formId={zip.zipUrl ? zip.formId : null} selection={zip.selection} />
      {zip.items.length > 1 && (
        <div className="mt-4">
          <DownloadBar zip={zip} />
        </div>
      )}
    </>
  );
}
