import type { MediaError, Ticket } from '#media/contract.ts';
import { fail, type Result } from '#platform/result.ts';
import { refusalCodes, type ThreadsPost, type ThreadsReader } from '#threads/contract.ts';

type Reader = Pick<ThreadsReader, 'extract'>;

export async function renewMediaUrl(reader: Reader, item: Ticket['item']): Promise<string | null> {
  const extracted = await reader.extract(item.postUrl, { fresh: true, thread: item.thread ?? false });
  if (!extracted.ok) return null;
  const currentItem = extracted.value.items.find((candidate) => candidate.id === item.itemId);
  if (!currentItem) return null;
  if (item.part === 'thumbnail') return currentItem.thumbnailUrl;
  return currentItem.renditions.find((rendition) => rendition.format === item.format)?.url ?? null;
}

export async function rereadPost(
  reader: Reader,
  postUrl: string,
  thread: boolean,
): Promise<Result<ThreadsPost, MediaError>> {
  const extracted = await reader.extract(postUrl, { thread });
  if (extracted.ok) return extracted;
  const cause = extracted.error;
  const { code } = cause;
  if (refusalCodes.includes(code)) return fail({ code: 'media.busy', cause });
  if (code === 'upstream.timeout') return fail({ code: 'media.timeout', cause });
  return fail({ code: code.startsWith('post.') ? 'media.gone' : 'media.unreachable', cause });
}
