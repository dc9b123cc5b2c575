import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslator } from '../../translator.tsx';
import { CopyAltText } from '../../ui/copy-button.tsx';
import { formatDuration, mediaLabel } from '../media/format-media.ts';
import { type MediaItemFiles, qualityKey } from '../media/group-media.ts';
import { FileRow } from './file-row.tsx';
import { MediaPreview } from './media-preview.tsx';
import { MediaThumbnail } from './media-thumbnail.tsx';

export function MediaCard({ item, zipCheckbox }: { item: MediaItemFiles; zipCheckbox: ReactNode }) {
  const t = useTranslator();
  const [isOpen, setIsOpen] = useState(false);
  const thumbnail = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) thumbnail.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  const { best, renditions } = item;
  const name = mediaLabel(t, best);
  const headingId = useId();
  return (
    <li className="rounded-3xl border border-line bg-surface p-4 shadow-sm" aria-labelledby={headingId}>
      {isOpen && <MediaPreview quality={best} name={name} onClose={() => setIsOpen(false)} />}
      <div className={isOpen ? '' : 'grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 sm:grid-rows-[auto_1fr]'}>
        {!isOpen && (
          <MediaThumbnail ref={thumbnail} quality={best} name={name} onOpen={() => setIsOpen(true)} />
        )}
        <div className="min-w-0">
          <div className="flex justify-between gap-2">
            <h4 id={headingId} className="text-lg font-semibold">
              {name}
            </h4>
            {zipCheckbox}
          </div>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            {best.durationSeconds !== null && (
              <span>
                <span className="sr-only">{t('media.duration')} </span>
                {formatDuration(best.durationSeconds)}
              </span>
            )}
            {best.type === 'video' && best.hasAudio === false && <span>{t('media.no_audio')}</span>}
          </p>
          {best.alt && (
            <p className="mt-1 line-clamp-3 text-sm text-muted" dir="auto">
              <span className="sr-only">{t('media.alt')}: </span>
              {best.alt}
            </p>
          )}
          <CopyAltText alt={best.alt} name={name} />
        </div>
        <ul className="col-span-2 mt-3 divide-y divide-line sm:col-span-1 sm:col-start-2 sm:mt-0">
          {renditions.map((quality) => (
            <FileRow key={qualityKey(quality)} quality={quality} name={name} />
          ))}
        </ul>
      </div>
    </li>
  );
}
