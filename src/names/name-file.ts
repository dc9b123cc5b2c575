import { savedNamePrefix } from '#media/contract.ts';
import { extensionBytes, type NamedItem, type NamedPost, type NameToken } from './contract.ts';
import { byteLength, cutToBytes, trimEnds } from './cut-text.ts';
import type { NameTemplate } from './read-template.ts';
import { cleanText, roomFor, safeFileName } from './safe-file-name.ts';

/** As long as any: a text is cut alike for all files of a post, whatever they are. */
const longestType = 'video';

/** `threads-video-1-1763715600000`: prefix, display name with its first space as a hyphen, moment of saving. */
export function usualName(displayName: string, savedAt: number): string {
  return safeFileName(
    `${savedNamePrefix}-${displayName.toLowerCase().replace(' ', '-')}-${savedAt}`,
    extensionBytes,
  );
}

/**
 * What a file is saved as, without its extension: one plain name on every system, never empty, within its bytes. No two
 * items of a post have the same, in any case of letters: each one's place stands in it with as many digits; where the
 * template has none, at the end. The post's text gives way to everything else.
 */
export function nameFile(template: NameTemplate, post: NamedPost, item: NamedItem): string {
  const isAlone = item.count === 1;
  const index = String(item.index).padStart(Math.max(2, String(item.count).length), '0');
  const parts =
    isAlone || holds(template, 'index') ? template : [...template, '_', { token: 'index' as const }];
  const values = {
    user: trimEnds(cleanText(post.username)),
    code: trimEnds(cleanText(post.code)),
    index,
    date: dayOf(post.publishedAt),
  };
  const texts = parts.filter((part) => isToken(part, 'text')).length;
  const room = roomFor(extensionBytes);
  const rest = byteLength(cleanText(fill(parts, { ...values, type: longestType, text: 'x' }))) - texts;
  if (rest > room) {
    const name = cleanText(fill(parts, { ...values, type: item.type, text: '' }));
    const end = isAlone ? '' : `_${index}`;
    return safeFileName(trimEnds(cutToBytes(trimEnds(name), room - end.length)) + end, extensionBytes);
  }
  const free = Math.floor((room - rest) / Math.max(texts, 1));
  const text = trimEnds(cutToBytes(trimEnds(cleanText(post.text)), free));
  return safeFileName(fill(parts, { ...values, type: item.type, text }), extensionBytes);
}

const isToken = (part: NameTemplate[number], token: NameToken) =>
  typeof part !== 'string' && part.token === token;
const holds = (template: NameTemplate, token: NameToken) => template.some((part) => isToken(part, token));

/** What is empty takes the separator after it along, so that none stands twice or first. */
function fill(parts: NameTemplate, values: Record<NameToken, string>): string {
  let name = '';
  let isAfterGap = false;
  for (const part of parts) {
    const value = typeof part === 'string' ? part : values[part.token];
    const isDoubled: boolean = isAfterGap && /^[-_ .]/.test(value) && /(^|[-_ .])$/.test(name);
    name += isDoubled ? value.slice(1) : value;
    isAfterGap = value === '' || (isDoubled && value.length === 1);
  }
  return isAfterGap ? name.replace(/[-_ .]$/, '') : name;
}

/** `2026-11-22`, in UTC: the same wherever the file is saved. */
function dayOf(publishedAt: string): string {
  const moment = new Date(publishedAt);
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString().slice(0, 10);
}
