import type { ImageStore } from '#blog/images.ts';
import type { ThreadsPostImage } from '#content/block-contract.ts';
import type { Extractor } from '#extraction/extract.ts';
import type { Services } from '#http/context.ts';
import { detectLanguage } from '#i18n/detect-language.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { groupSpoilers, splitText } from '#media/formatted-text.ts';
import { ok } from '#platform/result.ts';
import type { MediaItem, ThreadsPost } from '#threads/contract.ts';

/** For all images of one post together. */
const imagesTimeoutMs = 30_000;

/** Connects the Threads reader with the blog's images. Part of the composition root. */
export function createEmbeddedThreadsPosts({
  readPost,
  imageStore,
}: Pick<Extractor, 'readPost'> & { imageStore: Pick<ImageStore, 'fetch'> }): Services['readThreadsPost'] {
  async function storeImage(
    item: MediaItem,
    alt: string,
    signal: AbortSignal,
  ): Promise<ThreadsPostImage | null> {
    for (const url of listImageUrls(item)) {
      const stored = await imageStore.fetch(url, signal);
      if (!stored.ok) continue;
      const { src, width, height } = stored.value;
      return { src, width, height, alt, isVideo: item.type === 'video' };
    }
    return null;
  }

  return async (link, locale, signal) => {
    const read = await readPost(link);
    if (!read.ok) return read;
    const post = read.value;
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(imagesTimeoutMs)]);
    const name = post.author.name.trim() || `@${post.author.username}`;
    const videoAlt = serverTranslator(locale)('blog.still.threads_video', { name });
    const images = await Promise.all(
      listOwnVisuals(post).map((item) =>
        storeImage(item, item.alt?.trim() || (item.type === 'video' ? videoAlt : ''), deadline),
      ),
    );
    const storedImages = images.filter((image) => image !== null);
    return ok({
      url: post.url,
      name: post.author.name.trim(),
      username: post.author.username,
      date: post.publishedAt.slice(0, 10),
      text: formatPublicText(post),
      lang: detectLanguage(post.text),
      images: storedImages,
      missingImages: images.length - storedImages.length,
    });
  };
}

/** An article can't cover what the author hides, so readers find it on Threads. The images of stickers follow. */
function formatPublicText(post: ThreadsPost): string {
  return groupSpoilers(splitText(post))
    .map(({ isSpoiler, parts }) => {
      const words = parts.filter(({ styles }) => !styles.includes('sticker'));
      return isSpoiler ? '[…]' : words.map(({ text }) => text).join('');
    })
    .join('')
    .trim();
}

/** Media of a quoted or linked post aren't by the author of this one. */
function listOwnVisuals({ items }: ThreadsPost): MediaItem[] {
  return items.filter(
    ({ source, type, isSpoiler }) => source.kind === 'own' && type !== 'audio' && !isSpoiler,
  );
}

/** Best first. A video has only its poster; a GIF may be a video file. */
function listImageUrls({ type, renditions, thumbnailUrl }: MediaItem): string[] {
  const files = type === 'video' ? [] : renditions.slice(0, 1).map(({ url }) => url);
  return [...files, ...(thumbnailUrl === null ? [] : [thumbnailUrl])];
}
