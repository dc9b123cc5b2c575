import { type Quality, unknownResolution } from '#extraction/contract.ts';
import { formatDate } from '#i18n/format-date.ts';
import { formatBytes } from '#i18n/format-units.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import { type Conversion, conversions } from '#media/contract.ts';
import type { MediaType, SourceKind } from '#threads/contract.ts';

const typeNames = {
  video: 'media.video',
  image: 'media.image',
  gif: 'media.gif',
  audio: 'media.audio',
} as const satisfies Record<MediaType, MessageKey>;

const sourceNames = {
  linked: 'source.linked',
  quoted: 'source.quoted',
  reposted: 'source.reposted',
  continuation: 'source.continuation',
} as const satisfies Record<Exclude<SourceKind, 'own'>, MessageKey>;

export function mediaLabel(t: Translator, { type, index }: Pick<Quality, 'type' | 'index'>): string {
  return t(typeNames[type], { index });
}

/** null for the post's own media. In a thread, the place of the post comes first, unless it stands above. */
export function sourceLabel(
  t: Translator,
  { kind, username, post }: Quality['source'],
  withPlace = true,
): string | null {
  const postLabel = post && withPlace && t('thread.post', { place: post.place, of: post.of });
  const from = kind === 'own' ? null : t(sourceNames[kind], { username });
  return [postLabel, from].filter(Boolean).join(' · ') || null;
}

export function formatResolution(t: Translator, resolution: string): string {
  return resolution === unknownResolution ? t('media.original_size') : resolution.replace('x', ' × ');
}

/** Omits the format, which the UI shows separately. */
export function formatQuality(
  t: Translator,
  { quality, format }: Pick<Quality, 'quality' | 'format'>,
): string {
  const [first, ...rest] = quality.split(' ').filter((word) => word.toUpperCase() !== format);
  return [first === 'Original' ? t('media.original') : first, ...rest].join(' ').trim();
}

export interface FileDetail {
  label: string;
  value: string;
}

export function fileDetails(
  t: Translator,
  quality: Quality,
  { format, bytes }: { format: string; bytes: number | null },
): FileDetail[] {
  return [
    { label: t('media.format'), value: format },
    // A sound has no resolution.
    {
      label: t('media.resolution'),
      value: quality.type === 'audio' ? '' : formatResolution(t, quality.resolution),
    },
    { label: t('media.quality'), value: formatQuality(t, quality) },
    { label: t('media.bytes'), value: bytes === null ? '' : formatBytes(t, bytes) },
  ].filter(({ value }) => value !== '');
}

/** The server also seals the conversion to the format that the URL promised, for a file that has another. */
export function listOtherFormats(
  { format: promised, conversions: listed = [] }: Pick<Quality, 'format' | 'conversions'>,
  format: string,
): Conversion[] {
  if (format === promised) return listed;
  // It can't be converted: otherwise, every image has conversions of the promised format.
  if (listed.length === 0 || format === 'HEIC') return [];
  const other = conversions.filter((conversion) => conversion.toUpperCase() === promised);
  return [...other, ...listed].filter((conversion) => conversion.toUpperCase() !== format);
}

/** `1:05`, or `1:00:05` from one hour on. */
export function formatDuration(seconds: number): string {
  const totalSeconds = Math.max(0, Math.round(seconds));
  const minutes = Math.floor(totalSeconds / 60) % 60;
  const hours = Math.floor(totalSeconds / 3600);
  const paddedSeconds = String(totalSeconds % 60).padStart(2, '0');
  return hours > 0
    ? `${hours}:${String(minutes).padStart(2, '0')}:${paddedSeconds}`
    : `${minutes}:${paddedSeconds}`;
}

/** null for an invalid date. */
export function formatPostDate(t: Translator, isoDate: string): string | null {
  return Number.isNaN(Date.parse(isoDate)) ? null : formatDate(t.locale, isoDate);
}
