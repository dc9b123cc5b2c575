import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import type { Quality } from '#extraction/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { usePostFilesContext } from './post-files.ts';

export interface MediaPreviewProps {
  quality: Quality;
  name: string;
}

/** Tracks whether `url` failed to load. The first failure renews the URL, and a renewed URL is tried again. */
export function useMediaError(quality: Quality, url: string | null) {
  const { renew } = usePostFilesContext();
  const [broken, setBroken] = useState<string | null>(null);
  const [hasRenewed, setHasRenewed] = useState(false);
  return {
    isBroken: url !== null && broken === url,
    onError() {
      setBroken(url);
      if (hasRenewed) return;
      setHasRenewed(true);
      void renew(quality);
    },
  };
}

/** True for a real GIF file, false for a GIF stored as a video. */
export function isAnimatedImage({ type, format }: Pick<Quality, 'type' | 'format'>): boolean {
  return type === 'gif' && format !== 'MP4';
}

export function MediaPreview({ quality, name, onClose }: MediaPreviewProps & { onClose: () => void }) {
  const t = useTranslator();
  const { isBroken, onError } = useMediaError(quality, quality.previewUrl);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const player = isBroken ? null : frame.current?.querySelector<HTMLElement>('video, audio');
    (player ?? frame.current)?.focus({ preventScroll: true });
  }, [isBroken]);
  return (
    <div ref={frame} tabIndex={-1} className="mb-4 flex items-start gap-2">
      <div className="min-w-0 grow">
        {quality.previewUrl === '' ? (
          <div aria-busy className="h-48 animate-pulse rounded-2xl bg-sunken motion-reduce:animate-none" />
        ) : isBroken ? (
          <p className="text-sm text-muted">{t('media.preview_failed')}</p>
        ) : (
          <Player quality={quality} name={name} onError={onError} />
        )}
      </div>
      <button
        type="button"
        onClick={onClose}
        aria-label={`${t('action.close')} ${name}`}
        className="inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-full border border-field hover:border-accent hover:text-accent"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}

function Player({ quality, name, onError }: { quality: Quality; name: string; onError: () => void }) {
  const t = useTranslator();
  const { type, previewUrl, thumbnailUrl, width, height } = quality;
  if (type === 'audio') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: a voice note comes without captions
      <audio
        key={previewUrl}
        src={previewUrl}
        controls
        autoPlay
        aria-label={name}
        onError={onError}
        className="w-full"
      />
    );
  }
  const size = { width: width ?? 400, height: height ?? 500 };
  const frame = 'max-h-[70dvh] w-full rounded-2xl bg-sunken object-contain';
  if (type === 'image' || isAnimatedImage(quality)) {
    return (
      <>
        <img src={previewUrl} alt={quality.alt ?? name} {...size} onError={onError} className={frame} />
        <p className="mt-2 hidden text-sm text-muted pointer-coarse:block">{t('phone.hold')}</p>
      </>
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
    />
  );
}
