import { removeUnsafeCharacters } from '#filenames/sanitize.ts';
import { parseJsonOrNull } from '../../browser/parse-json.ts';
import {
  type DownloaderSettings,
  findInvalidPostField,
  findInvalidSetting,
  isSavedPost,
  isSettings,
  type SavedPostEntry,
  savedPostsLimit,
} from './settings-schema.ts';

/** Larger than any file that we write. */
export const settingsFileLimitBytes = 512 * 1024;
const formatVersion = 1;
const maxFieldNameLength = 40;

export interface SettingsFile {
  settings?: DownloaderSettings;
  posts?: SavedPostEntry[];
}

export type SettingsFileError =
  | { code: 'not_ours' | 'too_large' | 'version' | 'posts_off' }
  /** `name` is the sanitized path of the field. */
  | { code: 'field'; name: string };

export type SettingsFileResult = { ok: true; value: SettingsFile } | { ok: false; error: SettingsFileError };

export function serializeSettingsFile(content: SettingsFile): string {
  return `${JSON.stringify({ unspool: formatVersion, ...content }, null, 2)}\n`;
}

/** Accepts a whole file or nothing. A list of posts is rejected while history is off. */
export function parseSettingsFile(text: string, history: boolean): SettingsFileResult {
  if (text.length > settingsFileLimitBytes) return fail({ code: 'too_large' });
  const file = parseJsonOrNull(text);
  if (typeof file !== 'object' || file === null || !Object.hasOwn(file, 'unspool'))
    return fail({ code: 'not_ours' });
  const { unspool, settings, posts, ...unknownFields }: Record<string, unknown> = { ...file };
  if (typeof unspool !== 'number') return fail({ code: 'not_ours' });
  if (unspool !== formatVersion) return fail({ code: 'version' });
  const [unknownField] = Object.keys(unknownFields);
  if (unknownField !== undefined) return fieldError(unknownField);
  const content: SettingsFile = {};
  if (settings !== undefined) {
    if (!isSettings(settings)) return fieldError('settings', findInvalidSetting(settings));
    content.settings = settings;
  }
  if (posts !== undefined) {
    if (!Array.isArray(posts) || posts.length > savedPostsLimit) return fieldError('posts');
    for (const [index, post] of posts.entries())
      if (!isSavedPost(post)) return fieldError(`posts ${index + 1}`, findInvalidPostField(post));
    if (!(content.settings?.history ?? history)) return fail({ code: 'posts_off' });
    content.posts = posts;
  }
  if (settings === undefined && posts === undefined) return fail({ code: 'not_ours' });
  return { ok: true, value: content };
}

function fieldError(...path: (string | null)[]): { ok: false; error: SettingsFileError } {
  const name = removeUnsafeCharacters(path.filter(Boolean).join('.').slice(0, maxFieldNameLength));
  return fail({ code: 'field', name });
}

function fail(error: SettingsFileError): { ok: false; error: SettingsFileError } {
  return { ok: false, error };
}
