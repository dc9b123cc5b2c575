import { type Locale, locales } from '#i18n/locales.ts';
import { useTranslator } from '../translator.tsx';
import { type ArticleMetadata, modifiedTime, publishedTime } from './article-structured-data.ts';
import { type ShareImage, shareImageSize } from './share-image.ts';

/** Open Graph requires a territory. */
const openGraphLocales: Record<Locale, string> = {
  en: 'en_US',
  es: 'es_ES',
  pt: 'pt_BR',
  fr: 'fr_FR',
  de: 'de_DE',
  it: 'it_IT',
  zh: 'zh_CN',
  vi: 'vi_VN',
  id: 'id_ID',
  th: 'th_TH',
};

export function OpenGraph({
  url,
  title,
  description,
  translations,
  image,
  article,
}: {
  url: string;
  title: string;
  description: string;
  translations: readonly Locale[];
  image: ShareImage;
  article: ArticleMetadata | null;
}) {
  const t = useTranslator();
  const others = locales.filter((locale) => locale !== t.locale && translations.includes(locale));
  return (
    <>
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:site_name" content={t('brand.name')} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={openGraphLocales[t.locale]} />
      {others.map((locale) => (
        <meta key={locale} property="og:locale:alternate" content={openGraphLocales[locale]} />
      ))}
      <meta property="og:image" content={image.url} />
      <meta property="og:image:type" content={image.type} />
      <meta property="og:image:width" content={String(shareImageSize.width)} />
      <meta property="og:image:height" content={String(shareImageSize.height)} />
      <meta property="og:image:alt" content={image.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      {article && <ArticleTags article={article} />}
    </>
  );
}

function ArticleTags({ article: { post } }: { article: ArticleMetadata }) {
  return (
    <>
      <meta property="article:published_time" content={publishedTime(post)} />
      <meta property="article:modified_time" content={modifiedTime(post)} />
      {post.category && <meta property="article:section" content={post.category.name} />}
      {post.tags.map(({ id, name }) => (
        <meta key={id} property="article:tag" content={name} />
      ))}
    </>
  );
}
