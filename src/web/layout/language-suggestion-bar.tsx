import { languageSuggestionTexts } from '#i18n/language-suggestions.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { Button, buttonClass } from '../ui/button.tsx';

/** Fixed at the bottom, so that it causes no layout shift. */
export function LanguageSuggestionBar({
  locale,
  href,
  onDismiss,
}: {
  locale: Locale;
  href: string;
  onDismiss: () => void;
}) {
  const { text, action, dismiss } = languageSuggestionTexts[locale];
  const tag = localeTags[locale];
  return (
    <aside
      lang={tag}
      aria-label={text}
      className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-surface px-4 py-3 shadow-lg"
    >
      <div className="mx-auto flex max-w-5xl flex-wrap items-center justify-center gap-x-4 gap-y-2">
        <p className="text-sm">{text}</p>
        <div className="flex flex-wrap gap-2">
          <a href={href} hrefLang={tag} className={buttonClass('primary', 'min-h-11 text-sm')}>
            {action}
          </a>
          <Button variant="quiet" className="min-h-11 text-sm" onClick={onDismiss}>
            {dismiss}
          </Button>
        </div>
      </div>
    </aside>
  );
}
