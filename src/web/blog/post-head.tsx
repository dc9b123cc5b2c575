import { countWords } from '../seo/count-words.ts';
import type { TranslatedPage } from '../seo/page-addresses.ts';
import { PageHead } from '../seo/page-head.tsx';
import { useTranslator } from '../translation.tsx';
import type { ShownPost } from './post-query.ts';
import { useStillPost } from './post-still.tsx';

export function PostHead({ post, place }: { post: ShownPost; place: TranslatedPage }) {
  const t = useTranslator();
  const still = useStillPost();
  const trail = [
    { name: t('nav.home'), page: '/' },
    { name: t('nav.blog'), page: '/blog' },
    { name: post.title, page: place },
  ] as const;
  return (
    <PageHead
      page={place}
      title={post.seo_title || post.title}
      description={post.seo_description || post.excerpt}
      subPage={{ kind: 'WebPage', trail }}
      article={
        import.meta.env.SSR ? { post, words: countWords(post.locale, still?.content.html ?? '') } : null
      }
    />
  );
}
