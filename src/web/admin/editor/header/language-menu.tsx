import ChevronDown from 'lucide-react/icons/chevron-down';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ArticleTranslation, EditorPost } from '#blog/editing-contract.ts';
import { type Locale, locales, localeTags } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translator.ts';
import { useTranslator } from '../../../translator.tsx';
import {
  getTranslationStatuses,
  languageNameInSentence,
  postLanguageNames,
  postStatusLabels,
  sideBySidePath,
  translationStatusHints,
  translationStatusLabels,
} from '../../post-labels.ts';
import type { EditorContext } from '../editor-context.ts';

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
      {statuses.map((status) => t(translationStatusLabels[status])).join(' · ')}
    </span>
  );
}

function LanguageNav({ post: { id, languages }, locale }: { post: EditorPost; locale: Locale }) {
  const t = useTranslator();
  const translations = new Map(languages.map((language) => [language.locale, language]));
  return (
    <nav aria-label={t('admin.editor.languages')}>
      <ul className="flex flex-wrap gap-2">
        {locales.map((itemLocale) => {
          const translation = translations.get(itemLocale);
          const name = postLanguageNames[itemLocale];
          if (itemLocale === locale || translation)
            return (
              <li key={itemLocale}>
                <a
                  href={`/admin/blog/${translation?.id ?? id}`}
                  aria-current={itemLocale === locale ? 'page' : undefined}
                  lang={localeTags[itemLocale]}
                  title={translation && describeTranslation(t, translation)}
                  className={`${linkClass} flex-wrap gap-y-0 border-field bg-surface py-1 aria-[current]:border-accent aria-[current]:bg-tint aria-[current]:text-ink`}
                >
                  {name}
                  {translation && <TranslationStatusText language={translation} />}
                </a>
              </li>
            );
          const label = t('admin.editor.language_add', {
            language: languageNameInSentence(itemLocale, t.locale),
          });
          return (
            <li key={itemLocale}>
              <a
                href={sideBySidePath(id, itemLocale)}
                aria-label={label}
                title={label}
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

const menuId = 'post-languages';

export function LanguageMenu({ context: { draft, locale } }: { context: EditorContext }) {
  const t = useTranslator();
  const name = <span lang={localeTags[locale]}>{postLanguageNames[locale]}</span>;
  if (!draft.document) return <p className="text-sm font-semibold">{name}</p>;
  return (
    <>
      <button
        type="button"
        popoverTarget={menuId}
        className="language-button flex min-h-11 cursor-pointer items-center gap-1 rounded-lg px-1 text-sm font-semibold hover:text-accent"
      >
        <span className="sr-only">{t('admin.editor.languages')}</span> {name}
        <ChevronDown aria-hidden="true" className="size-4" />
      </button>
      <div
        id={menuId}
        popover="auto"
        className="language-menu w-80 max-w-[calc(100vw-1rem)] rounded-2xl border border-line bg-surface p-3 text-ink shadow-lg"
      >
        <LanguageNav post={draft.document} locale={locale} />
      </div>
    </>
  );
}
