import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useContext, useEffect, useId, useRef } from 'react';
import type { Quality } from '#extraction/contract.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import type { ExtractedMedia } from '../downloader-state.ts';
import { mediaLabel, sourceLabel } from '../media/format-media.ts';
import { countMediaItems, groupMedia, isThreadExpanded } from '../media/group-media.ts';
import { useWebShareSupport } from '../media/web-share.ts';
import { useDownloads } from '../save/use-downloads.ts';
import { useFileSizes } from '../save/use-file-sizes.ts';
import { useScheduledRenewal } from '../save/use-scheduled-renewal.ts';
import { createPostFileNames } from '../settings/file-names.ts';
import type { DownloaderControls } from '../use-downloader.ts';
import {
  addProofToken,
  ProofOfWorkContext,
  useProofOfWork,
  useUnlockedQualities,
} from '../verification/use-proof-of-work.ts';
import {
  ProofErrorAlert,
  type SealedChallenge,
  VerificationCard,
} from '../verification/verification-card.tsx';
import { ExpandThread } from './expand-thread.tsx';
import { MediaCard } from './media-card.tsx';
import { ThreadsPostHeader } from './threads-post-header.tsx';
import { ZipItemCheckbox, ZipPanel } from './zip-panel.tsx';
import { useZipSelection } from './zip-selection.ts';

export function Results({
  found,
  isVerified,
  renew,
  onThreadExpanded,
  single,
}: {
  found: ExtractedMedia;
  isVerified: boolean;
  renew: DownloaderControls['renew'];
  onThreadExpanded: DownloaderControls['expandThread'];
  /** null in a batch, where the parent renders the links, the heading and the sum. */
  single: { downloader: DownloaderControls; challenge: SealedChallenge | null } | null;
}) {
  const t = useTranslator();
  const toast = useToast();
  const isBatch = single === null;
  const proofChallenge = single?.challenge?.proof ?? null;
  const proof = useProofOfWork(proofChallenge);
  const qualities = useUnlockedQualities(found.qualities, proof);
  // Server-rendered results stay locked until the browser has a token.
  const isProved =
    proof.phase === 'none' ? proofChallenge === null : 'token' in proof && proof.token !== null;
  const isUnlocked = isVerified && isProved;
  const proofClient = useContext(ProofOfWorkContext);
  const count = countMediaItems(found.qualities);
  const names = createPostFileNames(found.post, count);
  const downloads = useDownloads(async (quality) => addProofToken(await renew(quality), proofClient), names);
  const sizes = useFileSizes(found.qualities);
  const heading = useRef<HTMLHeadingElement>(null);
  const answerInput = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  const top = useRef<HTMLDivElement>(null);
  useScheduledRenewal(found.qualities, renew);
  const groups = groupMedia(qualities);
  const items = groups.flatMap((group) => group.items);
  const selection = useZipSelection(items.map(({ id }) => id));
  const formId = useId();
  const { isOnlyWay } = useWebShareSupport();
  // A ZIP is too large to share, and links to files do not work there.
  const zipUrl = isOnlyWay ? undefined : found.zipUrl;

  useEffect(() => {
    if (isBatch) return;
    top.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, [isBatch]);

  const retryProof = () => void renew(qualities[0] as Quality);

  const download = (quality: Quality) => {
    if (!isUnlocked) return requireVerification();
    single?.downloader.setDownloading();
    downloads.start({ quality, as: null });
  };

  const requireVerification = () => {
    // The verification card already shows the pending proof.
    if (isVerified) return;
    toast({
      tone: 'destructive',
      title: t('toast.required.title'),
      description: t('toast.required.description'),
    });
    const input = answerInput.current ?? document.getElementById('answer');
    input?.focus({ preventScroll: true });
    input?.scrollIntoView({ block: 'center' });
  };

  return (
    <div ref={top} className="scroll-mt-4">
      {single && (
        <>
          <ProcessingBar link={single.downloader.state.link} onReset={single.downloader.reset} />
          <h2 ref={heading} tabIndex={-1} className="mt-8 text-2xl font-bold sm:text-3xl">
            {single.downloader.state.stage === 'downloading' && isProved
              ? t('stage.downloading')
              : t('stage.verifying')}
          </h2>
        </>
      )}
      {found.post && <ThreadsPostHeader post={found.post} />}
      {found.post && <ExpandThread post={found.post} count={count} onFound={onThreadExpanded} />}
      <p role="status" className="sr-only">
        {downloads.announcement}
      </p>
      <div
        className={`mt-6 grid grid-cols-1 items-start gap-6 wrap-anywhere ${isBatch ? '' : 'lg:grid-cols-[minmax(0,1fr)_19rem]'}`}
      >
        {single ? (
          <div className="lg:sticky lg:top-6 lg:col-start-2 lg:row-start-1">
            <VerificationCard
              link={single.downloader.state.link}
              intro={t('verification.intro')}
              isVerified={isVerified}
              isThread={isThreadExpanded(found)}
              onVerified={(isSolved) => {
                single.downloader.setVerified(isSolved);
                if (isSolved) list.current?.focus();
              }}
              sealed={single.challenge}
              proof={proof}
              isProved={isProved}
              onRetryProof={retryProof}
              inputRef={answerInput}
            />
          </div>
        ) : (
          <ProofErrorAlert proof={proof} onRetry={retryProof} />
        )}
        <section
          ref={list}
          tabIndex={-1}
          // In a batch, the surrounding list has the label.
          aria-label={isBatch ? undefined : t('media.list')}
          className="grid min-w-0 grid-cols-1 gap-8 rounded-lg lg:col-start-1"
        >
          {found.zipUrl && isOnlyWay && <p className="text-muted">{t('zip.impossible')}</p>}
          {zipUrl && (
            <ZipPanel
              formId={formId}
              zipUrl={zipUrl}
              proofToken={'token' in proof ? proof.token : null}
              items={items}
              selection={selection}
              sizes={sizes}
              isUnlocked={isUnlocked}
              onLocked={requireVerification}
              onStart={() => {
                single?.downloader.setDownloading();
                names.remember();
              }}
            />
          )}
          {groups.map((group) => {
            const title = sourceLabel(t, group.source);
            return (
              <section key={group.key}>
                {title && <h3 className="mb-3 font-semibold text-muted">{title}</h3>}
                <ul className="grid grid-cols-1 gap-4">
                  {group.items.map((item) => (
                    <MediaCard
                      key={item.id}
                      item={item}
                      isVerified={isUnlocked}
                      downloads={downloads}
                      sizes={sizes}
                      onDownload={download}
                      onBroken={renew}
                      zipCheckbox={
                        zipUrl && (
                          <ZipItemCheckbox
                            formId={formId}
                            index={item.best.index}
                            name={mediaLabel(t, item.best)}
                            isSelected={selection.has(item.id)}
                            onSelectedChange={(isSelected) => selection.setSelected(item.id, isSelected)}
                          />
                        )
                      }
                    />
                  ))}
                </ul>
              </section>
            );
          })}
        </section>
      </div>
    </div>
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
