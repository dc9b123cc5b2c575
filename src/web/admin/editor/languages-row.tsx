import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { DeskLanguage } from '#desk/contract.ts';
import { type Locale, locales, localeTags } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translate.ts';
import { useTranslator } from '../../translation.tsx';
import { markAdvice, markNames, marksOf } from '../language-marks.ts';
import { postLocaleNames } from '../post-locale-names.ts';
import { postStatusNames } from '../post-status.ts';
import type { EditorParts } from './editor-parts.ts';

const link =
  'flex min-h-11 items-center gap-1.5 rounded-lg border px-3 text-sm font-semibold hover:border-accent hover:text-accent';

/** Its status, and what is to be done. */
function describe(t: Translator, post: DeskLanguage): string {
  const language = postLocaleNames[post.locale];
  const has = t('admin.editor.language_has', { language, status: t(postStatusNames[post.status]) });
  return [has, ...marksOf(post).map((mark) => `${t(markNames[mark])}. ${t(markAdvice[mark])}`)].join('. ');
}

/** In words: a colour says nothing to many. */
function MarkWords({ language }: { language: DeskLanguage }) {
  const t = useTranslator();
  const marks = marksOf(language);
  if (marks.length === 0) return null;
  return (
    <span lang={localeTags[t.locale]} className="flex items-center gap-1 text-xs font-semibold text-muted">
      <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0 text-accent" />
      {marks.map((mark) => t(markNames[mark])).join(', ')}
    </span>
  );
}

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
                  title={post && describe(t, post)}
                  className={`${link} flex-wrap gap-y-0 border-field bg-surface py-1 aria-[current]:border-accent aria-[current]:bg-tint aria-[current]:text-ink`}
                >
                  {name}
                  {post && <MarkWords language={post} />}
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
