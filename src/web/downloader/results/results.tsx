import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { localizedPath } from '#i18n/localized-path.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { readCopiedLink } from '../link/copied-link.ts';
import { isThreadExpanded } from '../media/group-media.ts';
import type { ExtractedMedia } from '../post-state.ts';
import type { DownloaderControls } from '../use-downloader.ts';
import { ProofErrorAlert, type SealedChallenge, VerificationBar } from '../verification/verification-bar.tsx';
import { PostWords } from '../words/post-words.tsx';
import { ActionBar, focusBar, SkipToBar } from './action-bar.tsx';
import { DownloadBar, useZipControls } from './download-bar.tsx';
import { MediaGrid, readingClass } from './media-grid.tsx';
import { PostFilesContext, usePostFiles, usePostFilesContext } from './post-files.ts';

interface ResultsProps {
  found: ExtractedMedia;
  downloader: DownloaderControls;
  challenge: SealedChallenge | null;
  /** With the link that was copied in the meantime, if there is one. */
  onAnother: (copiedLink: string | null) => void;
}

/** The results of a single link. In a batch, `BatchPost` shows the posts, with one sum for all of them. */
export function Results(props: ResultsProps) {
  const { found, downloader, challenge } = props;
  const files = usePostFiles(found, downloader.state.isVerified, downloader, challenge?.proof ?? null);
  return (
    <PostFilesContext value={files}>
      <ResultsContent {...props} />
    </PostFilesContext>
  );
}

function ResultsContent({ found, downloader, challenge, onAnother }: ResultsProps) {
  const t = useTranslator();
  const { link, isVerified } = downloader.state;
  const files = usePostFilesContext();
  const zip = useZipControls('zip');
  const isSingle = zip.items.length === 1;
  const [wasLocked] = useState(!files.isUnlocked);
  const top = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  // Also when a whole thread is read, and when it replaces the post.
  const isThread = isThreadExpanded(found);
  const { isBusy } = files.thread;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect only follows their changes.
  useLayoutEffect(() => {
    // At once: a thread that arrives during a smooth scroll would move what is in view.
    top.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [isThread, isBusy]);

  const handleVerified = () => {
    flushSync(downloader.setVerified);
    focusBar();
  };

  return (
    // As high as the viewport, so that nothing below it moves when it appears.
    <div ref={top} className="-mx-4 min-h-svh scroll-mt-2 tall:-scroll-mt-18 wrap-anywhere sm:mx-0">
      <LinkBar link={link} shown={[link, found.post?.code ?? link]} onAnother={onAnother} />
      <div className={isThread || isBusy ? readingClass : ''}>
        <h2 ref={heading} tabIndex={-1} className="mt-3 mb-2 grid text-xl font-bold sm:text-2xl">
          {/* Keeps the height of the longer text, so that solving the sum moves nothing. */}
          {wasLocked && <span className={stageClass(!files.isUnlocked)}>{t('stage.verifying')}</span>}
          <span className={stageClass(files.isUnlocked)}>{t('stage.downloading')}</span>
        </h2>
      </div>
      <SkipToBar />
      <div className={isSingle && !isThread ? 'md:grid md:grid-cols-[auto_minmax(0,1fr)] md:gap-8' : ''}>
        <MediaGrid
          label={t('media.list')}
          formId={zip.zipUrl ? zip.formId : null}
          selection={zip.selection}
          isDownloadInBar={isSingle}
        />
        <PostWords />
      </div>
      <ActionBar>
        <VerificationBar
          link={link}
          isThread={isThread}
          isVerified={isVerified}
          onVerified={handleVerified}
          sealed={challenge}
          proof={files.proof}
        >
          <ProofErrorAlert proof={files.proof} onRetry={files.retryProof} />
        </VerificationBar>
        <DownloadBar zip={zip} />
      </ActionBar>
    </div>
  );
}

const stageClass = (isShown: boolean) => `[grid-area:1/1] ${isShown ? '' : 'invisible'}`;

function LinkBar({
  link,
  shown,
  onAnother,
}: {
  link: string;
  shown: readonly string[];
  onAnother: ResultsProps['onAnother'];
}) {
  const t = useTranslator();
  return (
    <form
      method="get"
      action={`${localizedPath(t.locale, '/')}#downloader`}
      className="flex items-center gap-3 rounded-2xl border border-line bg-surface py-1.5 ps-3 pe-1.5 tall:sticky tall:top-0 tall:z-10"
    >
      <div className="min-w-0 grow">
        <label htmlFor="processing" className="block truncate text-xs font-semibold text-muted">
          {t('processing.label')}
        </label>
        <input id="processing" type="url" readOnly value={link} className="w-full text-sm text-ellipsis" />
      </div>
      <Button
        variant="quiet"
        type="submit"
        className="shrink-0 px-3! text-sm"
        onClick={(event) => {
          event.preventDefault();
          void readCopiedLink(shown).then(onAnother);
        }}
      >
        <RotateCcw aria-hidden="true" className="size-4" />
        {t('action.another')}
      </Button>
    </form>
  );
}
