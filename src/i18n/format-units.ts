import { type Locale, localeTags } from './locales.ts';
import type { Translator } from './translator.ts';

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
