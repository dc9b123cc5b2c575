import ImageOff from 'lucide-react/icons/image-off';
import Play from 'lucide-react/icons/play';
import type { Ref } from 'react';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { useTranslator } from '../../translator.tsx';
import { isAnimatedImage, type MediaPreviewProps, useMediaError } from './media-preview.tsx';

export function MediaThumbnail({
  quality,
  name,
  onOpen,
  ref,
}: MediaPreviewProps & { onOpen: () => void; ref: Ref<HTMLButtonElement> }) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const { type, width, height, previewUrl, thumbnailUrl } = quality;
  const isAnimated = thumbnailUrl === null && isAnimatedImage(quality);
  const url = thumbnailUrl ?? (type === 'image' || isAnimated ? previewUrl : null);
  const { isBroken, onError } = useMediaError(quality, url);
  const isPlayable = type !== 'image';
  const content = (
    <>
      {url && !isBroken ? (
        <img
          src={url}
          alt=""
          width={width ?? 400}
          height={height ?? 500}
          loading="lazy"
          decoding="async"
          onError={onError}
          className={`size-full object-cover ${isAnimated ? 'motion-reduce:hidden' : ''}`}
        />
      ) : (
        !isPlayable && <ImageOff aria-hidden="true" className="size-9 text-muted" />
      )}
      {isPlayable && (
        <span className="absolute inset-0 m-auto flex size-11 items-center justify-center rounded-full bg-surface/90 text-accent">
          <Play aria-hidden="true" className="size-5 translate-x-px fill-current" />
        </span>
      )}
    </>
  );
  const label = t(isPlayable ? 'media.play' : 'media.show', { name });
  const frame =
    'relative flex size-24 shrink-0 cursor-pointer items-center justify-center overflow-hidden rounded-2xl bg-sunken sm:row-span-2 sm:size-28';
  if (!isHydrated) {
    return (
      <a href={previewUrl} aria-label={label} className={frame}>
        {content}
      </a>
    );
  }
  return (
    <button ref={ref} type="button" onClick={onOpen} aria-label={label} className={frame}>
      {content}
    </button>
  );
}
