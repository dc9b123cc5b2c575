import { useEffect, useRef } from 'react';
import { getPageUrls, type PageLocation } from '../../seo/page-urls.ts';
import { useTranslator } from '../../translator.tsx';
import { startLanguageSuggestion } from './start-language-suggestion.ts';

export function LanguageSuggestion({ page }: { page: PageLocation }) {
  const { locale } = useTranslator();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!container.current) return;
    const { languages } = getPageUrls(page, locale, '');
    return startLanguageSuggestion(container.current, locale, languages);
  }, [page, locale]);
  return <div ref={container} className="language-suggestion" />;
}
