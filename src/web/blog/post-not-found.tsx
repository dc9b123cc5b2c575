import type { PublishedTranslation } from '#blog/contract.ts';
import { localeNames, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { MessagePage } from '../layout/message-page.tsx';
import { blogPostPath } from '../paths.ts';
import { useTranslator } from '../translator.tsx';
import { buttonClass } from '../ui/button.tsx';

export interface PostNotFound {
  missing: 'post';
  /** Translations of the article that has this slug in another language. */
  translations: Pick<PublishedTranslation, 'locale' | 'slug' | 'title'>[];
}

export function isPostNotFound(data: unknown): data is PostNotFound {
  return typeof data === 'object' && data !== null && 'missing' in data && data.missing === 'post';
}

export function PostNotFoundPage({ translations }: Pick<PostNotFound, 'translations'>) {
  const t = useTranslator();
  return (
    <MessagePage title={t('blog.post.missing.title')} heading={t('blog.post.missing.heading')}>
      <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{t('blog.post.missing.text')}</p>
      {translations.length > 0 && (
        <>
          <p className="mt-6 max-w-prose text-pretty">{t('blog.post.missing.translations')}</p>
          <ul className="mt-2 grid max-w-prose gap-1">
            {translations.map(({ locale, slug, title }) => (
              <li key={locale} lang={localeTags[locale]}>
                <a
                  href={localizedPath(locale, blogPostPath(slug))}
                  hrefLang={localeTags[locale]}
                  className="inline-block rounded py-1.5 underline underline-offset-4 hover:text-accent"
                >
                  {locale === t.locale ? title : `${localeNames[locale]}: ${title}`}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <a href={localizedPath(t.locale, '/blog')} className={buttonClass('primary', 'mt-8')}>
        {t('blog.post.back')}
      </a>
    </MessagePage>
  );
}
