import type { ReactNode } from 'react';
import { type Locale, localeTags } from '#i18n/locales.ts';
import type { BlockSuggestion } from '#translation/contract.ts';
import { useTranslator } from '../../../../translator.tsx';
import { Button } from '../../../../ui/button.tsx';
import { WordDiff } from '../../conflict/text-diff.tsx';
import type { ReviewActions } from './review-panel.tsx';

export default function TranslationSuggestions({
  suggestions,
  locale,
  from,
  mayEdit,
  actions: { isBusy, acceptSuggestion, rejectSuggestion },
}: {
  suggestions: readonly BlockSuggestion[];
  locale: Locale;
  from: Locale;
  mayEdit: boolean;
  actions: ReviewActions;
}) {
  const t = useTranslator();
  return (
    <div>
      <h2 className="text-base font-bold">
        {t('admin.translation.suggestions', { count: suggestions.length })}
      </h2>
      <p className="text-pretty text-muted">{t('admin.translation.suggestions_text')}</p>
      <ul className="mt-3 grid gap-3">
        {suggestions.map(({ hash, source, yours, offered, hasPlace }) => (
          <li key={hash} className="rounded-2xl border border-line bg-paper p-4">
            <dl className="grid gap-4 md:grid-cols-3">
              <Column name={t('admin.translation.source')} lang={from}>
                {source}
              </Column>
              <Column name={t('admin.translation.yours')} lang={locale}>
                {yours}
              </Column>
              <Column name={t('admin.translation.suggestion')} lang={locale}>
                <WordDiff before={yours} after={offered} />
              </Column>
            </dl>
            {!hasPlace && <p className="mt-3 text-pretty text-muted">{t('admin.translation.no_position')}</p>}
            {mayEdit && (
              <div className="mt-3 flex flex-wrap gap-2">
                {hasPlace && (
                  <Button
                    className="min-h-11 px-4 py-2 text-sm"
                    aria-disabled={isBusy}
                    onClick={() => void acceptSuggestion(hash)}
                  >
                    {t('admin.translation.accept')}
                  </Button>
                )}
                <Button
                  variant="quiet"
                  className="min-h-11 px-4 py-2 text-sm"
                  aria-disabled={isBusy}
                  onClick={() => void rejectSuggestion(hash)}
                >
                  {t('admin.translation.dismiss')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Column({ name, lang, children }: { name: string; lang: Locale; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs font-semibold text-muted">{name}</dt>
      <dd lang={localeTags[lang]} className="mt-1 text-base wrap-anywhere">
        {children}
      </dd>
    </div>
  );
}
