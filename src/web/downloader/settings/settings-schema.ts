import { parseFilenameTemplate } from '#filenames/template.ts';
import { type ThemeChoice, themeChoices } from '../../appearance/theme.ts';

export const settingsStorageKey = 'unspool.settings';

export interface DownloaderSettings {
  /** File name template; '' for the default name. Always valid. */
  template: string;
  history: boolean;
  /** Undefined follows the site's default. */
  theme?: ThemeChoice | undefined;
}

export interface SavedPostEntry {
  url: string;
  username: string;
  /** ISO 8601; '' if unknown. */
  publishedAt: string;
  savedAt: string;
}

export const defaultSettings: DownloaderSettings = { template: '', history: false, theme: undefined };
/** Beyond this, the oldest posts are dropped. */
export const savedPostsLimit = 500;

type Fields<T> = { [Name in keyof T]-?: (value: unknown) => boolean };

const isTimestamp = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));

const settingsFields: Fields<DownloaderSettings> = {
  template: (value) => typeof value === 'string' && (value === '' || parseFilenameTemplate(value).ok),
  history: (value) => typeof value === 'boolean',
  theme: (value) => value === undefined || themeChoices.some((choice) => choice === value),
};
const postFields: Fields<SavedPostEntry> = {
  url: (value) =>
    typeof value === 'string' &&
    /^https:\/\/www\.threads\.(?:com|net)\/@[\w.%]{1,90}\/post\/[\w-]{5,64}$/.test(value),
  username: (value) => typeof value === 'string' && /^[\w.]{1,64}$/.test(value),
  publishedAt: (value) => value === '' || isTimestamp(value),
  savedAt: isTimestamp,
};

/** The first missing, unknown or invalid field; '' if `value` is not an object; null if it is valid. */
function findInvalidField<T>(value: unknown, fields: Fields<T>): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  const known: Record<string, (value: unknown) => boolean> = fields;
  const entries = new Map(Object.entries(value));
  const unknown = [...entries.keys()].find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) return unknown;
  return Object.keys(known).find((name) => !known[name]?.(entries.get(name))) ?? null;
}

export const findInvalidSetting = (value: unknown) => findInvalidField(value, settingsFields);
export const findInvalidPostField = (value: unknown) => findInvalidField(value, postFields);
export const isSettings = (value: unknown): value is DownloaderSettings => findInvalidSetting(value) === null;
export const isSavedPost = (value: unknown): value is SavedPostEntry => findInvalidPostField(value) === null;
