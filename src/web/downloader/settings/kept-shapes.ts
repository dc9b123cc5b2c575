import { readTemplate } from '#names/read-template.ts';

export interface Settings {
  /** Of file names; '' for the usual name. Always one that can be read. */
  template: string;
  /** Whether the posts that were saved are remembered. */
  history: boolean;
}

/** One that was saved here, newest first in its list. */
export interface SavedPost {
  /** On Threads. */
  url: string;
  username: string;
  /** ISO 8601; '' where it is not known. */
  publishedAt: string;
  /** ISO 8601. */
  savedAt: string;
}

export const standardSettings: Settings = { template: '', history: false };
/** The oldest go when there are more. */
export const savedPostsMax = 500;

type Fields<T> = { [Name in keyof T]-?: (value: unknown) => boolean };

const isMoment = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));

const settingsFields: Fields<Settings> = {
  template: (value) => typeof value === 'string' && (value === '' || readTemplate(value).ok),
  history: (value) => typeof value === 'boolean',
};
const postFields: Fields<SavedPost> = {
  url: (value) =>
    typeof value === 'string' &&
    /^https:\/\/www\.threads\.(?:com|net)\/@[\w.%]{1,90}\/post\/[\w-]{5,64}$/.test(value),
  username: (value) => typeof value === 'string' && /^[\w.]{1,64}$/.test(value),
  publishedAt: (value) => value === '' || isMoment(value),
  savedAt: isMoment,
};

/** The first field that is missing, unknown or wrong; '' where it is no object at all; null where all is right. */
function faultyField<T>(value: unknown, fields: Fields<T>): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  const known: Record<string, (value: unknown) => boolean> = fields;
  const given = new Map(Object.entries(value));
  const unknown = [...given.keys()].find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) return unknown;
  return Object.keys(known).find((name) => !known[name]?.(given.get(name))) ?? null;
}

export const faultInSettings = (value: unknown) => faultyField(value, settingsFields);
export const faultInPost = (value: unknown) => faultyField(value, postFields);
export const isSettings = (value: unknown): value is Settings => faultInSettings(value) === null;
export const isSavedPost = (value: unknown): value is SavedPost => faultInPost(value) === null;
