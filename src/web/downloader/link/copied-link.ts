import { readAllowedClipboard } from '../../browser/clipboard.ts';
import { classifyLinkInput } from './link-input.ts';

/** A text with a post link that was copied since the last one was read; null if there is none, or it cannot be known. */
export async function readCopiedLink(shown: readonly string[]): Promise<string | null> {
  const text = (await readAllowedClipboard())?.trim() ?? '';
  const isNew = classifyLinkInput(text) === 'accepted' && !shown.some((known) => text.includes(known));
  return isNew ? text : null;
}
