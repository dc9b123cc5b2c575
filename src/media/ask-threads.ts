import { fail, type Result } from '#platform/result.ts';
import type { Post, ThreadsReader } from '#threads/contract.ts';
import type { MediaError, Ticket } from './contract.ts';

type Reader = Pick<ThreadsReader, 'extract'>;

/** A fresh CDN address of the same file, by reading its post once more; null where it is no longer there. */
export async function renewAddress(reader: Reader, item: Ticket['item']): Promise<string | null> {
  const read = await reader.extract(item.postUrl, { fresh: true, thread: item.thread ?? false });
  if (!read.ok) return null;
  const found = read.value.items.find((candidate) => candidate.id === item.itemId);
  if (!found) return null;
  if (item.part === 'thumbnail') return found.thumbnailUrl;
  return found.renditions.find((rendition) => rendition.format === item.format)?.url ?? null;
}

/** A post that was read before, in the words of one who waits for its files. */
export async function readPostAgain(
  reader: Reader,
  postUrl: string,
  thread: boolean,
): Promise<Result<Post, MediaError>> {
  const read = await reader.extract(postUrl, { thread });
  if (read.ok) return read;
  const { code } = read.error;
  const cause = read.error;
  if (code === 'upstream.busy') return fail({ code: 'media.busy', cause });
  if (code === 'upstream.timeout') return fail({ code: 'media.timeout', cause });
  return fail({ code: code.startsWith('post.') ? 'media.gone' : 'media.unreachable', cause });
}
