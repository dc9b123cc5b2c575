import { countArticleWords } from '../seo/count-words.ts';
import type { TranslatedPage } from '../seo/page-addresses.ts';
import { PageHead } from '../seo/page-head.tsx';
import { useTranslator } from '../translation.tsx';
import type { CachedPost } from './post-query.ts';
import { useStaticPost } from './post-still.tsx';

export function PostMetadata({ post, translatedPage }: { post: CachedPost; translatedPage: TranslatedPage }) {
  const t = useTranslator();
  const staticPost = useStaticPost();
  const trail = [
    { name: t('nav.home'), page: '/' },
    { name: t('nav.blog'), page: '/blog' },
    { name: post.title, page: translatedPage },
  ] as const;
  return (
    <PageHead
      page={translatedPage}
      title={post.seo_title || post.title}
      description={post.seo_description || post.excerpt}
      subPage={{ kind: 'WebPage', trail }}
      article={
        import.meta.env.SSR
          ? { post, wordCount: countArticleWords(post.locale, staticPost?.content.html ?? '') }
          : null
      }
    />
  );
}
