import type { MediaError, Ticket } from '#media/contract.ts';
import { fail, type Result } from '#platform/result.ts';
import type { ThreadsPost, ThreadsReader } from '#threads/contract.ts';

type Reader = Pick<ThreadsReader, 'extract'>;

export async function renewMediaUrl(reader: Reader, item: Ticket['item']): Promise<string | null> {
  const read = await reader.extract(item.postUrl, { fresh: true, thread: item.thread ?? false });
  if (!read.ok) return null;
  const found = read.value.items.find((candidate) => candidate.id === item.itemId);
  if (!found) return null;
  if (item.part === 'thumbnail') return found.thumbnailUrl;
  return found.renditions.find((rendition) => rendition.format === item.format)?.url ?? null;
}

export async function rereadPost(
  reader: Reader,
  postUrl: string,
  thread: boolean,
): Promise<Result<ThreadsPost, MediaError>> {
  const read = await reader.extract(postUrl, { thread });
  if (read.ok) return read;
  const { code } = read.error;
  const cause = read.error;
  if (code === 'upstream.busy') return fail({ code: 'media.busy', cause });
  if (code === 'upstream.timeout') return fail({ code: 'media.timeout', cause });
  return fail({ code: code.startsWith('post.') ? 'media.gone' : 'media.unreachable', cause });
}
