import { cleanText } from '#names/safe-file-name.ts';
import {
  faultInPost,
  faultInSettings,
  isSavedPost,
  isSettings,
  type SavedPost,
  type Settings,
  savedPostsMax,
} from './kept-shapes.ts';
import { parseKept } from './parse-kept.ts';

/** Larger than any list of posts that we write. */
export const settingsFileLimitBytes = 512 * 1024;
const formatVersion = 1;
const longestFieldName = 40;

export interface SettingsFile {
  settings?: Settings;
  posts?: SavedPost[];
}

export type SettingsFileFault =
  | { code: 'not_ours' | 'too_large' | 'version' | 'posts_off' }
  /** `name`: where in the file, fit to be shown. */
  | { code: 'field'; name: string };

export type ReadSettingsFile = { ok: true; value: SettingsFile } | { ok: false; error: SettingsFileFault };

export function writeSettingsFile(content: SettingsFile): string {
  return `${JSON.stringify({ unspool: formatVersion, ...content }, null, 2)}\n`;
}

/** All of a file or nothing. `history`: whether posts are remembered now; without it a list has no place to go. */
export function readSettingsFile(text: string, history: boolean): ReadSettingsFile {
  if (text.length > settingsFileLimitBytes) return fail({ code: 'too_large' });
  const file = parseKept(text);
  if (typeof file !== 'object' || file === null || !Object.hasOwn(file, 'unspool'))
    return fail({ code: 'not_ours' });
  const { unspool, settings, posts, ...others }: Record<string, unknown> = { ...file };
  if (typeof unspool !== 'number') return fail({ code: 'not_ours' });
  if (unspool !== formatVersion) return fail({ code: 'version' });
  const [other] = Object.keys(others);
  if (other !== undefined) return field(other);
  const content: SettingsFile = {};
  if (settings !== undefined) {
    if (!isSettings(settings)) return field('settings', faultInSettings(settings));
    content.settings = settings;
  }
  if (posts !== undefined) {
    if (!Array.isArray(posts) || posts.length > savedPostsMax) return field('posts');
    for (const [place, post] of posts.entries())
      if (!isSavedPost(post)) return field(`posts ${place + 1}`, faultInPost(post));
    if (!(content.settings?.history ?? history)) return fail({ code: 'posts_off' });
    content.posts = posts;
  }
  if (settings === undefined && posts === undefined) return fail({ code: 'not_ours' });
  return { ok: true, value: content };
}

function field(...path: (string | null)[]): { ok: false; error: SettingsFileFault } {
  const name = cleanText(path.filter(Boolean).join('.').slice(0, longestFieldName));
  return fail({ code: 'field', name });
}

function fail(error: SettingsFileFault): { ok: false; error: SettingsFileFault } {
  return { ok: false, error };
}
