import X from 'lucide-react/icons/x';
import { languageSuggestionTexts } from '#i18n/language-suggestions.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';

/** On a phone there is only room for the link, which says the same. */
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
    <aside lang={tag} aria-label={text} className="flex items-center gap-x-4 text-sm leading-tight">
      <p className="text-muted max-sm:sr-only">{text}</p>
      <a
        href={href}
        hrefLang={tag}
        className="flex min-h-11 items-center rounded-lg font-semibold text-accent underline underline-offset-4"
      >
        {action}
      </a>
      <button
        type="button"
        aria-label={dismiss}
        onClick={onDismiss}
        className="ms-auto flex size-11 shrink-0 cursor-pointer items-center justify-end rounded-lg text-muted hover:text-ink"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </aside>
  );
}
