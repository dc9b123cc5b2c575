import EyeOff from 'lucide-react/icons/eye-off';
import ImageOff from 'lucide-react/icons/image-off';
import Play from 'lucide-react/icons/play';
import Volume2 from 'lucide-react/icons/volume-2';
import type { ReactNode } from 'react';
import { formatBytes } from '#i18n/format-units.ts';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { useTranslator } from '../../translator.tsx';
import { formatDuration, mediaLabel } from '../media/format-media.ts';
import type { MediaItemFiles } from '../media/group-media.ts';
import { FileDetails, FileRow } from './file-row.tsx';
import { usePostFilesContext } from './post-files.ts';
import { useMediaError } from './use-media-error.ts';

interface MediaCardProps {
  item: MediaItemFiles;
  isAlone: boolean;
  isDownloadInBar: boolean;
  /** In a thread, where the files are in the viewer. */
  isReading: boolean;
  headingLevel: 3 | 4;
  /** Hidden by the author, and not shown yet. */
  isCovered: boolean;
  onReveal: () => void;
  onOpen: () => void;
  zipCheckbox: ReactNode;
}

const aloneClass =
  'w-fit max-w-full [--alone-height:64svh] [--alone-width:28rem] xl:[--alone-height:76svh] xl:[--alone-width:45rem]';

export function MediaCard({
  item,
  isAlone,
  isDownloadInBar,
  isReading,
  headingLevel,
  isCovered,
  onReveal,
  onOpen,
  zipCheckbox,
}: MediaCardProps) {
  const t = useTranslator();
  const { best } = item;
  const name = mediaLabel(t, best);
  const Heading = `h${headingLevel}` as const;
  const thumbnail = <Thumbnail item={item} name={name} isAlone={isAlone} onOpen={onOpen} />;
  return (
    <li className="min-w-0">
      <div className={`relative ${isAlone ? aloneClass : ''}`}>
        {best.isSpoiler ? (
          <SpoilerCover name={name} isCovered={isCovered} onReveal={onReveal}>
            {thumbnail}
          </SpoilerCover>
        ) : (
          thumbnail
        )}
        {zipCheckbox && <div className="absolute end-0 top-0">{zipCheckbox}</div>}
      </div>
      <div className="mt-2">
        <Heading className={isReading ? 'sr-only' : 'font-semibold'}>{name}</Heading>
        <p className="text-sm text-muted empty:hidden">
          {best.durationSeconds !== null && (
            <span className="sr-only">
              {t('media.duration')} {formatDuration(best.durationSeconds)}
            </span>
          )}
          {best.type === 'video' && best.hasAudio === false && t('media.no_audio')}
        </p>
        {isReading && best.alt && !isCovered && (
          <p className="text-sm text-muted" dir="auto">
            {t('media.alt')}: {best.alt}
          </p>
        )}
        {!isReading && (
          <ul className="print:hidden">
            <FileRow quality={best} isSizeShown={false} isDownloadInBar={isDownloadInBar} />
          </ul>
        )}
        {!isReading && (
          <FileDetails item={item} name={name}>
            {best.alt && (
              <p className="text-muted" dir="auto">
                <span className="sr-only">{t('media.alt')}: </span>
                {best.alt}
              </p>
            )}
          </FileDetails>
        )}
      </div>
    </li>
  );
}

/** A native element, so that it opens without JavaScript too. */
function SpoilerCover({
  name,
  isCovered,
  onReveal,
  children,
}: {
  name: string;
  isCovered: boolean;
  onReveal: () => void;
  children: ReactNode;
}) {
  const t = useTranslator();
  return (
    <details
      open={!isCovered}
      onToggle={({ currentTarget }) => {
        if (!currentTarget.open || !isCovered) return;
        onReveal();
        currentTarget.querySelector('button')?.focus({ preventScroll: true });
      }}
      className="group"
    >
      <summary className="flex min-h-40 min-w-40 cursor-pointer flex-col items-center justify-center gap-2 rounded-2xl bg-sunken p-3 text-center text-sm group-open:hidden hover:text-accent">
        <EyeOff aria-hidden="true" className="size-7 text-muted" />
        {t('media.show_hidden', { name })}
      </summary>
      {children}
    </details>
  );
}

/** Opens the viewer. The picture takes no pointer events, so that it cannot be saved from here. */
function Thumbnail({
  item: { id, best },
  name,
  isAlone,
  onOpen,
}: {
  item: MediaItemFiles;
  name: string;
  isAlone: boolean;
  onOpen: () => void;
}) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const { getBytes } = usePostFilesContext();
  const { type, width, height, previewUrl, thumbnailUrl, durationSeconds } = best;
  const isAnimated = thumbnailUrl === null && type === 'gif' && best.format !== 'MP4';
  const url = thumbnailUrl ?? (type === 'image' || isAnimated ? previewUrl : null);
  const { isBroken, onError } = useMediaError(best, url);
  const isPlayable = type !== 'image';
  const bytes = getBytes(best);
  const ratio = type === 'audio' ? 3 : width && height ? width / height : 4 / 5;
  const chip = 'rounded-md bg-black/70 px-1.5 py-0.5 text-xs font-semibold text-white tabular-nums';
  return (
    <button
      type="button"
      data-item={id}
      disabled={!isHydrated}
      onClick={onOpen}
      aria-label={t(isPlayable ? 'media.play' : 'media.show', { name })}
      // The security policy forbids style attributes in the server's HTML.
      {...(isHydrated && {
        style: {
          aspectRatio: ratio,
          ...(isAlone && { width: `min(var(--alone-width), calc(var(--alone-height) * ${ratio}))` }),
        },
      })}
      className={`relative flex min-h-24 w-full items-center justify-center overflow-hidden rounded-2xl bg-sunken enabled:cursor-pointer ${isAlone ? 'max-w-[min(100%,var(--alone-width))]' : ''}`}
    >
      {url && !isBroken ? (
        // Preact sets attributes in this order, and some browsers load an image at once if `src` comes before `loading`.
        <img
          loading="lazy"
          decoding="async"
          src={url}
          alt=""
          width={width ?? 400}
          height={height ?? 500}
          onError={onError}
          className={`pointer-events-none size-full object-cover ${isAnimated ? 'motion-reduce:hidden' : ''}`}
        />
      ) : (
        !isPlayable && <ImageOff aria-hidden="true" className="size-9 text-muted" />
      )}
      {isPlayable && (
        <span className="absolute inset-0 m-auto flex size-12 items-center justify-center rounded-full bg-surface/90 text-accent">
          {type === 'audio' ? (
            <Volume2 aria-hidden="true" className="size-6" />
          ) : (
            <Play aria-hidden="true" className="size-6 translate-x-px fill-current" />
          )}
        </span>
      )}
      <span className="absolute inset-x-2 bottom-2 flex justify-between gap-1">
        {durationSeconds === null ? (
          <span />
        ) : (
          <span className={chip}>{formatDuration(durationSeconds)}</span>
        )}
        {bytes !== null && <span className={chip}>{formatBytes(t, bytes)}</span>}
      </span>
    </button>
  );
}
