import type { PostPlan } from '../post-plan.ts';
import type { MediaUrls } from '../url-signer.ts';
import { escapeHtml } from './escape.ts';

interface OgImage {
  url: string;
  width?: number;
  height?: number;
  isAvatar: boolean;
}

function selectOgImage(post: PostPlan, urls: MediaUrls, hasImage: boolean): OgImage {
  const { content } = post;
  const first = content.kind === 'carousel' ? content.items[0] : undefined;
  const image = content.kind === 'photo' ? content.image : first && 'square' in first ? first : undefined;
  const clip = content.kind === 'video' ? content.clip : first && 'cover' in first ? first : undefined;
  if (hasImage && image) {
    const { width, height, format } = image.file;
    const url = urls.image(image, format === 'JPG' ? 'dst-jpg_e35_tt6' : null);
    return { url, ...(width && height ? { width, height } : {}), isAvatar: false };
  }
  if (hasImage && clip) return { url: urls.cover(clip, 'dst-jpg_e15_tt6'), isAvatar: false };
  return { url: urls.avatar(), isAvatar: true };
}

const appTags =
  '<meta name="bingbot" content="noarchive" />' +
  '<meta id="viewport" name="viewport" content="width=device-width, viewport-fit=cover, initial-scale=1" />' +
  '<meta property="al:android:app_name" content="Threads" />' +
  '<meta property="al:android:package" content="com.instagram.barcelona" />';

export function buildPostHead(post: PostPlan, urls: MediaUrls, hasImage: boolean): string {
  const link = escapeHtml(`https://www.threads.com/@${post.author.username}/post/${post.code}`);
  const name = escapeHtml(`${post.author.name} (@${post.author.username}) on Threads`);
  const text = escapeHtml(post.text ?? `Photo posted by ${post.author.name}`);
  const image = selectOgImage(post, urls, hasImage);
  const imageUrl = escapeHtml(image.url);
  const size = image.width
    ? `<meta property="og:image:width" content="${image.width}" />` +
      `<meta property="og:image:height" content="${image.height}" />`
    : '';
  const twitterCard = image.isAvatar ? 'summary' : 'summary_large_image';
  return (
    `${appTags}<meta property="al:android:url" content="${link}" />` +
    `<meta property="al:ios:url" content="barcelona://media?shortcode=${post.code}" />` +
    '<meta property="og:site_name" content="Threads" /><meta property="og:type" content="article" />' +
    `<meta property="og:title" content="${name}" /><meta property="og:description" content="${text}" />` +
    `<meta property="og:url" content="${link}" /><meta property="og:image" content="${imageUrl}" />${size}` +
    `<meta name="referrer" content="origin-when-crossorigin" id="meta_referrer" />` +
    `<link rel="canonical" href="${link}" /><meta name="description" content="${text}" />` +
    `<meta name="twitter:card" content="${twitterCard}" /><meta name="twitter:title" content="${name}" />` +
    `<meta name="twitter:description" content="${text}" /><meta name="twitter:image" content="${imageUrl}" />`
  );
}

export function buildRootHead(): string {
  return (
    `${appTags}<meta property="og:site_name" content="Threads" /><meta property="og:title" content="Threads" />` +
    '<meta property="og:url" content="https://www.threads.com/" />' +
    '<link rel="canonical" href="https://www.threads.com/" />'
  );
}
