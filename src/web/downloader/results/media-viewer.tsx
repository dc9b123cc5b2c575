import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import EyeOff from 'lucide-react/icons/eye-off';
import X from 'lucide-react/icons/x';
import { type PointerEvent, type ReactEventHandler, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Quality } from '#extraction/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { useModalDialog } from '../../ui/use-modal-dialog.ts';
import { formatDuration, mediaLabel } from '../media/format-media.ts';
import type { MediaItemFiles } from '../media/group-media.ts';
import { FileDetails, FileRow } from './file-row.tsx';
import { PostFilesContext, usePostFilesContext } from './post-files.ts';
import { useMediaError } from './use-media-error.ts';

const swipeThresholdPx = 50;
/** At the lower edge of a player, where a drag seeks. */
const playerControlsPx = 72;

/** Shows one item large. Swipe or press the arrow keys for the next, Escape or Back to close. */
export function MediaViewer({
  items,
  itemId,
  isCovered,
  onReveal,
  onChange,
  onClose,
}: {
  items: readonly MediaItemFiles[];
  itemId: string;
  /** Hidden by the author, and not shown yet. */
  isCovered: (item: MediaItemFiles) => boolean;
  onReveal: (itemId: string) => void;
  onChange: (itemId: string) => void;
  onClose: () => void;
}) {
  const t = useTranslator();
  const files = usePostFilesContext();
  const dialog = useModalDialog();
  const swipe = useRef<{ id: number; x: number; y: number } | null>(null);
  const [isSumRequired, setIsSumRequired] = useState(false);
  const index = items.findIndex(({ id }) => id === itemId);
  const item = items[index];

  if (!item) return null;
  const { best } = item;
  const isSaved = files.downloads.getProgress(files.fileJob(best))?.phase === 'saved';
  const name = mediaLabel(t, best);
  const hasMultipleItems = items.length > 1;
  const move = (step: 1 | -1) => {
    const next = items[index + step];
    if (next) onChange(next.id);
  };
  const startSwipe = ({ pointerId, clientX, clientY, pointerType, target }: PointerEvent) => {
    if (pointerType === 'mouse') return;
    if (target instanceof HTMLMediaElement) {
      const { bottom } = target.getBoundingClientRect();
      if (target instanceof HTMLAudioElement || clientY > bottom - playerControlsPx) return;
    }
    swipe.current = { id: pointerId, x: clientX, y: clientY };
  };
  const endSwipe = ({ pointerId, clientX, clientY }: PointerEvent) => {
    const start = swipe.current;
    swipe.current = null;
    if (start?.id !== pointerId) return;
    const [x, y] = [clientX - start.x, clientY - start.y];
    if (Math.abs(x) > swipeThresholdPx && Math.abs(x) > 2 * Math.abs(y)) move(x < 0 ? 1 : -1);
  };

  return (
    <dialog
      ref={dialog}
      aria-label={name}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Browsers close a dialog on a second Escape, even if `cancel` was prevented.
      onClose={onClose}
      onKeyDown={({ key, target, altKey, ctrlKey, metaKey }) => {
        // A player seeks with the arrow keys; with another key they are shortcuts of the browser.
        if (target instanceof HTMLMediaElement || altKey || ctrlKey || metaKey) return;
        if (key === 'ArrowRight') move(1);
        if (key === 'ArrowLeft') move(-1);
      }}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-y-auto overscroll-contain bg-paper text-ink"
    >
      {/* What is outside the dialog is not read aloud. */}
      <p role="status" className="sr-only">
        {isSaved ? t('action.saved') : files.downloads.announcement}
      </p>
      <div className="mx-auto flex min-h-full max-w-5xl flex-col gap-3 p-3 sm:p-5">
        <div className="flex items-center gap-2">
          <p className="min-w-0 grow font-semibold">
            {name}
            <span className="ms-3 text-sm font-normal text-muted tabular-nums">
              {best.durationSeconds !== null && formatDuration(best.durationSeconds)}
            </span>
          </p>
          {hasMultipleItems && (
            <p role="status" className="text-sm text-muted tabular-nums">
              {t('viewer.position', { index: index + 1, count: items.length })}
            </p>
          )}
          <RoundButton icon={X} label={`${t('action.close')} ${name}`} onClick={onClose} />
        </div>
        <div
          className="flex grow touch-pan-y touch-pinch-zoom items-center justify-center"
          onPointerDown={startSwipe}
          onPointerUp={endSwipe}
        >
          {isCovered(item) ? (
            <Button
              variant="quiet"
              onClick={() => {
                flushSync(() => onReveal(item.id));
                // The keys of the viewer need the focus within it.
                dialog.current?.querySelector('button')?.focus();
              }}
            >
              <EyeOff aria-hidden="true" className="size-5 shrink-0" />
              {t('media.show_hidden', { name })}
            </Button>
          ) : (
            <ViewerContent key={item.id} quality={best} name={name} />
          )}
        </div>
        {best.alt && !isCovered(item) && (
          <p dir="auto" className="max-w-prose text-sm text-muted">
            <span className="sr-only">{t('media.alt')}: </span>
            {best.alt}
          </p>
        )}
        {isSumRequired && !files.isUnlocked && (
          <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="font-semibold text-accent">{t('toast.required.description')}</p>
            <Button
              variant="quiet"
              onClick={() => {
                flushSync(onClose);
                files.requireVerification();
              }}
            >
              {t('verification.heading')}
            </Button>
          </div>
        )}
        <div className="flex items-end gap-2">
          {/* The sum is behind the dialog. */}
          <PostFilesContext value={{ ...files, requireVerification: () => setIsSumRequired(true) }}>
            <div className="min-w-0 grow">
              <ul>
                <FileRow quality={best} />
              </ul>
              <FileDetails key={item.id} item={item} name={name} />
            </div>
          </PostFilesContext>
          {hasMultipleItems && (
            <>
              <RoundButton
                icon={ChevronLeft}
                label={t('viewer.previous')}
                isDisabled={index === 0}
                onClick={() => move(-1)}
              />
              <RoundButton
                icon={ChevronRight}
                label={t('viewer.next')}
                isDisabled={index === items.length - 1}
                onClick={() => move(1)}
              />
            </>
          )}
        </div>
      </div>
    </dialog>
  );
}

function RoundButton({
  icon: Icon,
  label,
  isDisabled = false,
  onClick,
}: {
  icon: typeof X;
  label: string;
  isDisabled?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isDisabled || undefined}
      onClick={onClick}
      className="inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-full border border-field bg-surface hover:border-accent hover:text-accent aria-disabled:cursor-default aria-disabled:opacity-40"
    >
      <Icon aria-hidden="true" className="size-5 rtl:rotate-180" />
    </button>
  );
}

function ViewerContent({ quality, name }: { quality: Quality; name: string }) {
  const t = useTranslator();
  const { isBroken, onError } = useMediaError(quality, quality.previewUrl);
  if (quality.previewUrl === '')
    return (
      <div aria-busy className="h-48 w-full animate-pulse rounded-2xl bg-sunken motion-reduce:animate-none" />
    );
  if (isBroken) return <p className="text-muted">{t('media.preview_failed')}</p>;
  return <Player quality={quality} name={name} onError={onError} />;
}

/** Until the sum is solved, it offers no way to save: a small picture, and players without a download entry. */
function Player({ quality, name, onError }: { quality: Quality; name: string; onError: ReactEventHandler }) {
  const t = useTranslator();
  const { isUnlocked } = usePostFilesContext();
  const { type, previewUrl, thumbnailUrl, width, height } = quality;
  const locked = isUnlocked
    ? {}
    : {
        controlsList: 'nodownload noremoteplayback',
        disablePictureInPicture: true,
        onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
      };
  const size = { width: width ?? 400, height: height ?? 500 };
  const frame = 'max-h-[66dvh] w-auto max-w-full rounded-2xl bg-sunken object-contain';
  if (type === 'audio') {
    return (
      <audio
        key={previewUrl}
        src={previewUrl}
        controls
        autoPlay
        aria-label={name}
        onError={onError}
        className="w-full max-w-xl"
        {...locked}
      />
    );
  }
  if (type === 'image' || (type === 'gif' && quality.format !== 'MP4')) {
    return (
      <div>
        <img
          src={isUnlocked ? previewUrl : (thumbnailUrl ?? previewUrl)}
          alt={quality.alt ?? name}
          {...size}
          draggable={false}
          onError={onError}
          className={`${frame} ${isUnlocked ? '' : 'pointer-events-none'}`}
        />
        {isUnlocked && (
          <p className="mt-2 hidden text-sm text-muted pointer-coarse:block">{t('phone.hold')}</p>
        )}
      </div>
    );
  }
  return (
    <video
      key={previewUrl}
      src={previewUrl}
      {...(thumbnailUrl && { poster: thumbnailUrl })}
      {...size}
      controls
      autoPlay
      playsInline
      loop={type === 'gif'}
      muted={type === 'gif'}
      aria-label={name}
      onError={onError}
      className={frame}
      {...locked}
    />
  );
}
