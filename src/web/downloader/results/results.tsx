import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useEffect, useRef } from 'react';
import { localizedPath } from '#i18n/localized-path.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import type { ExtractedMedia } from '../downloader-state.ts';
import { isThreadExpanded } from '../media/group-media.ts';
import type { DownloaderControls } from '../use-downloader.ts';
import {
  ProofErrorAlert,
  type SealedChallenge,
  VerificationCard,
} from '../verification/verification-card.tsx';
import { MediaList, PostSummary } from './media-list.tsx';
import { PostFilesContext, usePostFiles } from './post-files.ts';

/** The results of a single link. In a batch, `BatchPost` shows the posts, with one sum for all of them. */
export function Results({
  found,
  downloader,
  challenge,
}: {
  found: ExtractedMedia;
  downloader: DownloaderControls;
  challenge: SealedChallenge | null;
}) {
  const t = useTranslator();
  const { link, stage, isVerified } = downloader.state;
  const files = usePostFiles(found, isVerified, downloader, challenge?.proof ?? null);
  const top = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLElement>(null);

  useEffect(() => {
    top.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, []);

  const handleVerified = (isSolved: boolean) => {
    downloader.setVerified(isSolved);
    if (isSolved) list.current?.focus();
  };

  return (
    <PostFilesContext value={files}>
      <div ref={top} className="scroll-mt-4">
        <ProcessingBar link={link} onReset={downloader.reset} />
        <h2 ref={heading} tabIndex={-1} className="mt-8 text-2xl font-bold sm:text-3xl">
          {stage === 'downloading' && files.isProved ? t('stage.downloading') : t('stage.verifying')}
        </h2>
        <PostSummary />
        <div className="mt-6 grid grid-cols-1 items-start gap-6 wrap-anywhere lg:grid-cols-[minmax(0,1fr)_19rem]">
          <div className="lg:sticky lg:top-6 lg:col-start-2 lg:row-start-1">
            <VerificationCard
              link={link}
              isThread={isThreadExpanded(found)}
              intro={t('verification.intro')}
              isVerified={isVerified}
              onVerified={handleVerified}
              sealed={challenge}
              proof={files.proof}
            >
              <ProofErrorAlert proof={files.proof} onRetry={files.retryProof} />
            </VerificationCard>
          </div>
          <MediaList ref={list} label={t('media.list')} />
        </div>
      </div>
    </PostFilesContext>
  );
}

function ProcessingBar({ link, onReset }: { link: string; onReset: () => void }) {
  const t = useTranslator();
  return (
    <form
      method="get"
      action={`${localizedPath(t.locale, '/')}#downloader`}
      className="flex flex-col gap-3 rounded-3xl border border-line bg-surface p-4 shadow-sm sm:flex-row sm:items-end sm:p-5"
    >
      <div className="min-w-0 grow">
        <label htmlFor="processing" className="block text-sm font-semibold">
          {t('processing.label')}
        </label>
        <input
          id="processing"
          type="url"
          readOnly
          value={link}
          className="mt-1.5 min-h-12 w-full rounded-xl border border-line bg-sunken px-4 text-ellipsis text-muted"
        />
      </div>
      <Button
        variant="quiet"
        type="submit"
        onClick={(event) => {
          event.preventDefault();
          onReset();
        }}
      >
        <RotateCcw aria-hidden="true" className="size-5" />
        {t('action.another')}
      </Button>
    </form>
  );
}
