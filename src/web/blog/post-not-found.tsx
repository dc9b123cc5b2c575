import { localeNames, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { MessagePage } from '../layout/message-page.tsx';
import { toPath } from '../paths.ts';
import type { PostNotFound } from '../requests/not-found.ts';
import { useTranslator } from '../translator.tsx';
import { buttonClass } from '../ui/button.tsx';

const postMessages = {
  title: 'blog.post.missing.title',
  heading: 'blog.post.missing.heading',
  text: 'blog.post.missing.text',
} as const satisfies Record<string, MessageKey>;
const pageMessages = {
  title: 'missing.title',
  heading: 'missing.heading',
  text: 'missing.text',
} as const satisfies Record<string, MessageKey>;

export function PostNotFoundPage({ missing, translations }: PostNotFound) {
  const t = useTranslator();
  const messages = missing === 'page' ? pageMessages : postMessages;
  return (
    <MessagePage title={t(messages.title)} heading={t(messages.heading)}>
      <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{t(messages.text)}</p>
      {translations.length > 0 && (
        <>
          <p className="mt-6 max-w-prose text-pretty">{t('blog.post.missing.translations')}</p>
          <ul className="mt-2 grid max-w-prose gap-1">
            {translations.map(({ locale, slug, title }) => (
              <li key={locale} lang={localeTags[locale]}>
                <a
                  href={localizedPath(locale, toPath(missing, slug))}
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
      <a
        href={localizedPath(t.locale, missing === 'page' ? '/' : '/blog')}
        className={buttonClass('primary', 'mt-8')}
      >
        {t(missing === 'page' ? 'missing.home' : 'blog.post.back')}
      </a>
    </MessagePage>
  );
}
