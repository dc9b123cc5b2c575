import { AudioLines, ImageOff, Play } from 'lucide-react';
import { useState } from 'react';
import type { Quality } from '#media/contract.ts';
import { useTranslator } from '../translation.tsx';

interface PreviewProps {
  quality: Quality;
  name: string;
  /** Called once for each address that does not load. */
  onBroken: (quality: Quality) => void;
}

/** The address that failed; a renewed one is tried afresh. */
function useBroken(quality: Quality, address: string | null, onBroken: PreviewProps['onBroken']) {
  const [broken, setBroken] = useState<string | null>(null);
  const [hasRenewed, setHasRenewed] = useState(false);
  return {
    isBroken: address !== null && broken === address,
    onError() {
      setBroken(address);
      if (hasRenewed) return;
      setHasRenewed(true);
      onBroken(quality);
    },
  };
}

export function MediaThumbnail({ quality, name, onPlay, onBroken }: PreviewProps & { onPlay: () => void }) {
  const t = useTranslator();
  const { type, width, height, alt } = quality;
  const address = quality.thumbnailUrl ?? (type === 'image' ? quality.previewUrl : null);
  const { isBroken, onError } = useBroken(quality, address, onBroken);
  const isPlayable = type !== 'image';
  const picture =
    address && !isBroken ? (
      <img
        src={address}
        alt={isPlayable ? '' : (alt ?? name)}
        width={width ?? 400}
        height={height ?? 500}
        loading="lazy"
        decoding="async"
        onError={onError}
        className="size-full object-cover"
      />
    ) : type === 'audio' ? (
      <AudioLines aria-hidden="true" className="size-9 text-muted" />
    ) : (
      <ImageOff aria-hidden="true" className="size-9 text-muted" />
    );
  const frame =
    'relative flex size-24 shrink-0 items-center justify-center overflow-hidden rounded-2xl bg-sunken sm:size-28';
  if (!isPlayable) return <div className={frame}>{picture}</div>;
  return (
    <button
      type="button"
      onClick={onPlay}
      aria-label={t('media.play', { name })}
      className={`${frame} cursor-pointer`}
    >
      {picture}
      <span className="absolute inset-0 m-auto flex size-11 items-center justify-center rounded-full bg-surface/90 text-accent">
        <Play aria-hidden="true" className="size-5 translate-x-px fill-current" />
      </span>
    </button>
  );
}

/** The media itself, asked for by the visitor. */
export function MediaPreview({ quality, name, onBroken }: PreviewProps) {
  const t = useTranslator();
  const { type, format, previewUrl, thumbnailUrl, width, height } = quality;
  const { isBroken, onError } = useBroken(quality, previewUrl, onBroken);
  if (isBroken) return <p className="mb-4 text-sm text-muted">{t('media.preview_failed')}</p>;
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
        className="mb-4 w-full"
      />
    );
  }
  const size = { width: width ?? 400, height: height ?? 500 };
  const frame = 'mb-4 max-h-[70dvh] w-full rounded-2xl bg-sunken object-contain';
  if (type === 'gif' && format !== 'MP4') {
    return <img src={previewUrl} alt={quality.alt ?? name} {...size} onError={onError} className={frame} />;
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
