import { selectFilenamePost } from '#filenames/filename.ts';
import { truncateToBytes } from '#filenames/sanitize.ts';
import type { MediaItem, ThreadsPost } from '#threads/contract.ts';
import type { FileMetadata } from './contract.ts';

const maxAltBytes = 800;
const maxNameBytes = 120;
const maxAuthorBytes = 200;
const maxLinkLength = 300;
/** CDN URLs have 400 to 1,100 characters. */
const maxUrlLengthWithAlt = 1_200;

/** Of the post that the item is from. That may be a quoted or linked one, whose date is unknown. */
export function toFileMetadata(post: ThreadsPost, { source, alt }: MediaItem): FileMetadata {
  const isOwn = source.kind === 'own';
  const username = source.username || post.author.username;
  const name = username === post.author.username ? truncateToBytes(post.author.name, maxNameBytes) : '';
  const shownBy = source.post?.url ?? post.url;
  const path = `/@${encodeURIComponent(username)}/post/${encodeURIComponent(source.code ?? '')}`;
  const date = isOwn ? selectFilenamePost(post, source.post).publishedAt : '';
  return {
    author: name === '' ? `@${username}` : `${name} (@${username})`,
    link: isOwn || source.code === null ? shownBy : new URL(path, shownBy).href,
    ...(date !== '' && { date }),
    ...(alt !== null && { alt: truncateToBytes(alt, maxAltBytes) }),
  };
}

/** As much as fits into a ticket of a URL. */
export function limitMetadata(metadata: FileMetadata, urlLength: number): FileMetadata | null {
  if (Buffer.byteLength(metadata.author) > maxAuthorBytes || metadata.link.length > maxLinkLength)
    return null;
  const { alt, ...withoutAlt } = metadata;
  return alt === undefined || urlLength <= maxUrlLengthWithAlt ? metadata : withoutAlt;
}
