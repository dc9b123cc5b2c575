import { type Locale, locales, localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../translation.tsx';
import { postLocaleNames } from '../post-locale-names.ts';
import { postStatusNames } from '../post-status.ts';
import type { EditorParts } from './editor-parts.ts';

const link =
  'flex min-h-11 items-center gap-1.5 rounded-lg border px-3 text-sm font-semibold hover:border-accent hover:text-accent';

/** The article's languages: those it has, and those it can be written in. */
export function LanguagesRow({ parts: { draft, locale } }: { parts: EditorParts }) {
  const t = useTranslator();
  if (!draft.document) return null;
  const { languages, article_id: articleId } = draft.document;
  const posts = new Map(languages.map((language) => [language.locale, language]));
  const newPath = (missing: Locale) =>
    `/admin/blog/new?${new URLSearchParams({ locale: missing, article: articleId })}`;
  return (
    <nav aria-label={t('admin.editor.languages')}>
      <ul className="flex flex-wrap gap-2">
        {locales.map((one) => {
          const post = posts.get(one);
          const name = postLocaleNames[one];
          if (one === locale || post)
            return (
              <li key={one}>
                <a
                  href={`/admin/blog/${post?.id ?? draft.document?.id}`}
                  aria-current={one === locale ? 'page' : undefined}
                  lang={localeTags[one]}
                  title={
                    post &&
                    t('admin.editor.language_has', {
                      language: name,
                      status: t(postStatusNames[post.status]),
                    })
                  }
                  className={`${link} border-field bg-surface aria-[current]:border-accent aria-[current]:bg-tint aria-[current]:text-ink`}
                >
                  {name}
                </a>
              </li>
            );
          return (
            <li key={one}>
              <a
                href={newPath(one)}
                aria-label={t('admin.editor.language_add', { language: name })}
                title={t('admin.editor.language_add', { language: name })}
                className={`${link} border-dashed border-field text-muted`}
              >
                + {one.toUpperCase()}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
