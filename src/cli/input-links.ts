import { addAbortSignal, type Readable } from 'node:stream';
import { findPostLinks, formatPostLink } from '#threads/post-links.ts';

const maxInputLength = 1_000_000;

/** Lines without a link are returned unchanged, so that their error is reported. # starts a comment. */
export function findLinksInText(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const links = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const found = findPostLinks(line).map(formatPostLink);
      return found.length > 0 ? found : [line];
    });
  return [...new Set(links)];
}

/** Replaces `-` with the links on standard input; null if it cannot be read. */
export async function expandLinks(
  inputs: readonly string[],
  stdin: Readable,
  signal: AbortSignal,
): Promise<string[] | null> {
  const text = await readText(addAbortSignal(signal, stdin));
  if (text === null) return null;
  return [...new Set(inputs.flatMap((link) => (link === '-' ? findLinksInText(text) : [link])))];
}

/** Compares posts, not spellings. Inputs with at most one link stay unchanged. */
export function uniquePostLinks(inputs: readonly string[]): string[] {
  const seen = new Set<string>();
  return inputs.flatMap((text) => {
    const found = findPostLinks(text);
    const links = found.length > 1 ? found.map(formatPostLink) : [text];
    return links.filter((_, index) => {
      const post = found[index];
      const key = post ? formatPostLink(post.kind === 'post' ? { ...post, username: null } : post) : text;
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
    // Standard input is a folder, or the command was interrupted.
    if (cause instanceof Error && 'code' in cause) return null;
    throw cause;
  }
  return text.slice(0, maxInputLength);
}
