import { languageSuggestionTexts } from '#i18n/language-suggestions.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';

/** Without React, for pages that run without it. On a phone there is only room for the link, which says the same. */
export function createLanguageSuggestionBar(
  locale: Locale,
  href: string,
  onDismiss: () => void,
): HTMLElement {
  const texts = languageSuggestionTexts[locale];
  const lang = localeTags[locale];
  const bar = Object.assign(document.createElement('aside'), {
    lang,
    ariaLabel: texts.text,
    className: 'flex items-center gap-x-4 text-sm leading-tight',
  });
  const text = Object.assign(document.createElement('p'), {
    className: 'text-muted max-sm:sr-only',
    textContent: texts.text,
  });
  const link = Object.assign(document.createElement('a'), {
    href,
    hreflang: lang,
    className: 'flex min-h-11 items-center rounded-lg font-semibold text-accent underline underline-offset-4',
    textContent: texts.action,
  });
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    ariaLabel: texts.dismiss,
    onclick: onDismiss,
    className:
      'ms-auto flex size-11 shrink-0 cursor-pointer items-center justify-end rounded-lg text-muted hover:text-ink',
    innerHTML:
      '<svg aria-hidden="true" viewBox="0 0 24 24" class="size-5 fill-none stroke-current stroke-2"><path stroke-linecap="round" d="M18 6 6 18M6 6l12 12"/></svg>',
  });
  bar.append(text, link, button);
  return bar;
}
