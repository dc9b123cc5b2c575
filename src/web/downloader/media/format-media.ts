import { type Quality, unknownResolution } from '#extraction/contract.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
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

export function fileDetails(t: Translator, quality: Quality, bytes: number | null): FileDetail[] {
  return [
    { label: t('media.format'), value: quality.format },
    { label: t('media.resolution'), value: formatResolution(t, quality.resolution) },
    { label: t('media.quality'), value: formatQuality(t, quality) },
    { label: t('media.bytes'), value: bytes === null ? '' : formatBytes(t, bytes) },
  ].filter(({ value }) => value !== '');
}

function scaleBytes(bytes: number): { unit: string; value: number; digits: number } {
  if (bytes < 1e6) return { unit: 'kilobyte', value: Math.max(1, bytes / 1e3), digits: 0 };
  const [unit, value] = bytes >= 1e9 ? ['gigabyte', bytes / 1e9] : ['megabyte', bytes / 1e6];
  return { unit, value, digits: value < 100 ? 1 : 0 };
}

export function formatBytes(t: Translator, bytes: number): string {
  const { unit, value, digits } = scaleBytes(bytes);
  return unitFormat(t.locale, unit, digits).format(value);
}

export function formatSpeed(t: Translator, bytesPerSecond: number): string {
  const { unit, value, digits } = scaleBytes(bytesPerSecond);
  return unitFormat(t.locale, `${unit}-per-second`, digits).format(value);
}

/** Seconds below a minute, else minutes. */
export function formatTimeSpan(t: Translator, seconds: number): string {
  const [unit, value] = seconds < 60 ? ['second', Math.ceil(seconds)] : ['minute', Math.ceil(seconds / 60)];
  return unitFormat(t.locale, unit, 0).format(value);
}

const unitFormats = new Map<string, Intl.NumberFormat>();

/** Cached: a list of 200 files would otherwise create as many formatters on each render. */
function unitFormat(locale: Locale, unit: string, digits: number): Intl.NumberFormat {
  const key = `${locale} ${unit} ${digits}`;
  const cached = unitFormats.get(key);
  if (cached) return cached;
  const numberFormat = new Intl.NumberFormat(localeTags[locale], {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  });
  unitFormats.set(key, numberFormat);
  return numberFormat;
}

export function formatPercent(t: Translator, share: number): string {
  return new Intl.NumberFormat(localeTags[t.locale], { style: 'percent' }).format(share);
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

/** Uses UTC so that the server and the browser render the same date. Returns null for an invalid date. */
export function formatDate(t: Translator, iso: string): string | null {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return null;
  return new Intl.DateTimeFormat(localeTags[t.locale], { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}
