import type { PostKind, PostSummary } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translator.ts';

export interface ShareImage {
  url: string;
  type: 'image/png' | 'image/jpeg';
  alt: string;
}

export const shareImageSize = { width: 1200, height: 630 } as const;

export function pageImage(t: Translator, publicOrigin: string): ShareImage {
  return {
    url: `${publicOrigin}/og/${t.locale}.png`,
    type: 'image/png',
    alt: `${t('brand.name')}: ${t('hero.heading')}`,
  };
}

export function postImage(post: PostSummary, publicOrigin: string, kind: PostKind = 'post'): ShareImage {
  const folder = /^\/files\/[^/]+\//.exec(post.featured_image_url ?? '')?.[0];
  return folder
    ? {
        url: `${publicOrigin}${folder}og.jpg`,
        type: 'image/jpeg',
        alt: post.featured_image_alt || post.title,
      }
    : { url: publicOrigin + shareCardPath(kind, post.locale, post.slug), type: 'image/png', alt: post.title };
}

export function shareCardPath(kind: PostKind, locale: Locale, slug: string): string {
  return `/og/${kind === 'page' ? 'page' : 'blog'}/${locale}/${encodeURIComponent(slug)}.png`;
}
