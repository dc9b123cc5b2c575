import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useContext, useEffect, useId, useRef } from 'react';
import { localizedPath } from '#i18n/localized-path.ts';
import type { Quality } from '#media/contract.ts';
import { useTranslator } from '../translation.tsx';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toast-provider.tsx';
import { ArchivePanel, ChoiceBox } from './archive-panel.tsx';
import { nameMedia, nameSource } from './describe-media.ts';
import type { FoundMedia } from './downloader-state.ts';
import { countItems, groupMedia, isWholeThread } from './group-media.ts';
import { MediaCard } from './media-card.tsx';
import { usePhoneSharing } from './phone-sharing.ts';
import { PostHeader } from './post-header.tsx';
import { ProofFault } from './proof-fault.tsx';
import { savedNamesOf } from './settings/saved-names.ts';
import { useChosen } from './use-chosen.ts';
import type { DownloaderControls } from './use-downloader.ts';
import { useDownloads } from './use-downloads.ts';
import { useFileSizes } from './use-file-sizes.ts';
import { ProofKeeperContext, unlockAddress, useProof, useUnlocked } from './use-proof.ts';
import { useRenewal } from './use-renewal.ts';
import { type SealedChallenge, VerificationCard } from './verification-card.tsx';
import { WholeThread } from './whole-thread.tsx';

export function Results({
  found,
  isVerified,
  renew,
  onThread,
  alone,
}: {
  found: FoundMedia;
  isVerified: boolean;
  renew: DownloaderControls['renew'];
  /** Takes the whole thread in the place of the post. */
  onThread: DownloaderControls['widen'];
  /** null as one of several: then what stands around it has the links, the heading and the sum. */
  alone: { downloader: DownloaderControls; challenge: SealedChallenge | null } | null;
}) {
  const t = useTranslator();
  const toast = useToast();
  const isOneOfSeveral = alone === null;
  const offer = alone?.challenge?.proof ?? null;
  const proof = useProof(offer);
  const qualities = useUnlocked(found.qualities, proof);
  // What the server renders is locked as long as the browser has proved nothing.
  const isProved = proof.phase === 'none' ? offer === null : 'pass' in proof && proof.pass !== null;
  const isOpen = isVerified && isProved;
  const keeper = useContext(ProofKeeperContext);
  const count = countItems(found.qualities);
  const names = savedNamesOf(found.post, count);
  const downloads = useDownloads(async (quality) => unlockAddress(await renew(quality), keeper), names);
  const sizes = useFileSizes(found.qualities);
  const heading = useRef<HTMLHeadingElement>(null);
  const answerInput = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  const top = useRef<HTMLDivElement>(null);
  useRenewal(found.qualities, renew);
  const groups = groupMedia(qualities);
  const items = groups.flatMap((group) => group.items);
  const chosen = useChosen(items.map(({ id }) => id));
  const formId = useId();
  const { isOnlyWay } = usePhoneSharing();
  // Too large to be handed over, and no link to a file works there.
  const zipUrl = isOnlyWay ? undefined : found.zipUrl;

  useEffect(() => {
    if (isOneOfSeveral) return;
    top.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, [isOneOfSeveral]);

  const proveAgain = () => void renew(qualities[0] as Quality);

  const download = (quality: Quality) => {
    if (!isOpen) return askForCheck();
    alone?.downloader.chooseDownload();
    downloads.start({ quality, as: null });
  };

  const askForCheck = () => {
    // The card says what it waits for.
    if (isVerified) return;
    toast({
      tone: 'destructive',
      title: t('toast.required.title'),
      description: t('toast.required.description'),
    });
    const answer = answerInput.current ?? document.getElementById('answer');
    answer?.focus({ preventScroll: true });
    answer?.scrollIntoView({ block: 'center' });
  };

  return (
    <div ref={top} className="scroll-mt-4">
      {alone && (
        <>
          <ProcessingBar link={alone.downloader.state.link} onReset={alone.downloader.reset} />
          <h2 ref={heading} tabIndex={-1} className="mt-8 text-2xl font-bold sm:text-3xl">
            {alone.downloader.state.stage === 'downloading' && isProved
              ? t('stage.downloading')
              : t('stage.verifying')}
          </h2>
        </>
      )}
      {found.post && <PostHeader post={found.post} />}
      {found.post && <WholeThread post={found.post} count={count} onFound={onThread} />}
      <p role="status" className="sr-only">
        {downloads.spoken}
      </p>
      <div
        className={`mt-6 grid grid-cols-1 items-start gap-6 wrap-anywhere ${isOneOfSeveral ? '' : 'lg:grid-cols-[minmax(0,1fr)_19rem]'}`}
      >
        {alone ? (
          <div className="lg:sticky lg:top-6 lg:col-start-2 lg:row-start-1">
            <VerificationCard
              link={alone.downloader.state.link}
              intro={t('verification.intro')}
              isVerified={isVerified}
              isThread={isWholeThread(found)}
              onVerified={(isSolved) => {
                alone.downloader.setVerified(isSolved);
                if (isSolved) list.current?.focus();
              }}
              sealed={alone.challenge}
              proof={proof}
              isProved={isProved}
              onProveAgain={proveAgain}
              inputRef={answerInput}
            />
          </div>
        ) : (
          <ProofFault proof={proof} onAgain={proveAgain} />
        )}
        <section
          ref={list}
          tabIndex={-1}
          // Of several, the list around names them.
          aria-label={isOneOfSeveral ? undefined : t('media.list')}
          className="grid min-w-0 grid-cols-1 gap-8 rounded-lg lg:col-start-1"
        >
          {found.zipUrl && isOnlyWay && <p className="text-muted">{t('zip.impossible')}</p>}
          {zipUrl && (
            <ArchivePanel
              formId={formId}
              zipUrl={zipUrl}
              pass={'pass' in proof ? proof.pass : null}
              items={items}
              chosen={chosen}
              sizes={sizes}
              isOpen={isOpen}
              onLocked={askForCheck}
              onStart={() => {
                alone?.downloader.chooseDownload();
                names.remember();
              }}
            />
          )}
          {groups.map((group) => {
            const title = nameSource(t, group.source);
            return (
              <section key={group.key}>
                {title && <h3 className="mb-3 font-semibold text-muted">{title}</h3>}
                <ul className="grid grid-cols-1 gap-4">
                  {group.items.map((item) => (
                    <MediaCard
                      key={item.id}
                      item={item}
                      isVerified={isOpen}
                      downloads={downloads}
                      sizes={sizes}
                      onDownload={download}
                      onBroken={renew}
                      choice={
                        zipUrl && (
                          <ChoiceBox
                            formId={formId}
                            index={item.best.index}
                            name={nameMedia(t, item.best)}
                            isChosen={chosen.has(item.id)}
                            onChoose={(isChosen) => chosen.choose(item.id, isChosen)}
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
