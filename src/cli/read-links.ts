import { addAbortSignal, type Readable } from 'node:stream';
import { findPostLinks, writePostLink } from '#threads/find-post-links.ts';

/** Text that is read from the standard input at most, in characters. */
const maxInputLength = 1_000_000;

/**
 * Links of a text, each post once: all of a line that holds any. Another line is taken as it is, so that its fault is
 * told; empty ones, and those that begin with #, say nothing.
 */
export function linksOfText(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const links = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const found = findPostLinks(line).map(writePostLink);
      return found.length > 0 ? found : [line];
    });
  return [...new Set(links)];
}

/** What is given where a link can be: `-` stands for the links of the standard input. null where that can't be read. */
export async function expandLinks(
  given: readonly string[],
  stdin: Readable,
  signal: AbortSignal,
): Promise<string[] | null> {
  const text = await readText(addAbortSignal(signal, stdin));
  if (text === null) return null;
  return [...new Set(given.flatMap((link) => (link === '-' ? linksOfText(text) : [link])))];
}

/**
 * Every link that was given, each post once, however its link is written. A text with one link, or with none, stays as
 * it was given.
 */
export function eachPostOnce(given: readonly string[]): string[] {
  const seen = new Set<string>();
  return given.flatMap((text) => {
    const found = findPostLinks(text);
    const links = found.length > 1 ? found.map(writePostLink) : [text];
    return links.filter((_, place) => {
      const post = found[place];
      const key = post ? writePostLink(post.kind === 'post' ? { ...post, username: null } : post) : text;
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    });
  });
}

async function readText(stdin: Readable): Promise<string | null> {
  let text = '';
  try {
    for await (const chunk of stdin.setEncoding('utf8')) {
      text += String(chunk);
      if (text.length > maxInputLength) break;
    }
  } catch (cause) {
    // A folder, for instance, or the command was interrupted.
    if (cause instanceof Error && 'code' in cause) return null;
    throw cause;
  }
  return text.slice(0, maxInputLength);
}
