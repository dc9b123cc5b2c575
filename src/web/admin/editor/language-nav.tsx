import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ArticleTranslation } from '#blog/editing-contract.ts';
import { type Locale, locales, localeTags } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translator.ts';
import { useTranslator } from '../../translator.tsx';
import {
  getTranslationStatuses,
  postLanguageNames,
  postStatusLabels,
  translationStatusHints,
  translationStatusLabels,
} from '../post-labels.ts';
import type { EditorContext } from './editor-context.ts';

const linkClass =
  'flex min-h-11 items-center gap-1.5 rounded-lg border px-3 text-sm font-semibold hover:border-accent hover:text-accent';

function describeTranslation(t: Translator, post: ArticleTranslation): string {
  const language = postLanguageNames[post.locale];
  const summary = t('admin.editor.language_has', { language, status: t(postStatusLabels[post.status]) });
  return [
    summary,
    ...getTranslationStatuses(post).map(
      (status) => `${t(translationStatusLabels[status])}. ${t(translationStatusHints[status])}`,
    ),
  ].join('. ');
}

/** As text, because color alone isn't accessible. */
function TranslationStatusText({ language }: { language: ArticleTranslation }) {
  const t = useTranslator();
  const statuses = getTranslationStatuses(language);
  if (statuses.length === 0) return null;
  return (
    <span lang={localeTags[t.locale]} className="flex items-center gap-1 text-xs font-semibold text-muted">
      <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0 text-accent" />
      {statuses.map((status) => t(translationStatusLabels[status])).join(', ')}
    </span>
  );
}

export function LanguageNav({ context: { draft, locale } }: { context: EditorContext }) {
  const t = useTranslator();
  if (!draft.document) return null;
  const { languages, article_id: articleId } = draft.document;
  const posts = new Map(languages.map((language) => [language.locale, language]));
  const toNewPostPath = (missing: Locale) =>
    `/admin/blog/new?${new URLSearchParams({ locale: missing, article: articleId })}`;
  return (
    <nav aria-label={t('admin.editor.languages')}>
      <ul className="flex flex-wrap gap-2">
        {locales.map((itemLocale) => {
          const post = posts.get(itemLocale);
          const name = postLanguageNames[itemLocale];
          if (itemLocale === locale || post)
            return (
              <li key={itemLocale}>
                <a
                  href={`/admin/blog/${post?.id ?? draft.document?.id}`}
                  aria-current={itemLocale === locale ? 'page' : undefined}
                  lang={localeTags[itemLocale]}
                  title={post && describeTranslation(t, post)}
                  className={`${linkClass} flex-wrap gap-y-0 border-field bg-surface py-1 aria-[current]:border-accent aria-[current]:bg-tint aria-[current]:text-ink`}
                >
                  {name}
                  {post && <TranslationStatusText language={post} />}
                </a>
              </li>
            );
          return (
            <li key={itemLocale}>
              <a
                href={toNewPostPath(itemLocale)}
                aria-label={t('admin.editor.language_add', { language: name })}
                title={t('admin.editor.language_add', { language: name })}
                className={`${linkClass} border-dashed border-field text-muted`}
              >
                + {itemLocale.toUpperCase()}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
