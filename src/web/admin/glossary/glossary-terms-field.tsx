import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { type StyleGuide, styleGuideLimits } from '#translation/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';

export interface TermRow {
  key: number;
  source: string;
  target: string;
  isUntranslated: boolean;
}

let lastKey = 0;

export function toTermRow({ source, target }: StyleGuide['terms'][number]): TermRow {
  lastKey += 1;
  const isUntranslated = source === target;
  return { key: lastKey, source, target: isUntranslated ? '' : target, isUntranslated };
}

export function toTerms(rows: readonly TermRow[]): StyleGuide['terms'] {
  return rows
    .filter(({ source, target }) => source.trim() !== '' || target.trim() !== '')
    .map(({ source, target, isUntranslated }) => ({
      source: source.trim(),
      target: isUntranslated ? source.trim() : target.trim(),
    }));
}

const inputClass = 'mt-1 min-h-11 w-full rounded-xl border border-field bg-paper px-3 py-2 text-base';

export function GlossaryTermsField({
  terms,
  locale,
  onChange,
}: {
  terms: readonly TermRow[];
  locale: Locale;
  onChange: (terms: TermRow[]) => void;
}) {
  const t = useTranslator();
  const updateRow = (key: number, changes: Partial<TermRow>) =>
    onChange(terms.map((term) => (term.key === key ? { ...term, ...changes } : term)));
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{t('admin.glossary.terms')}</legend>
      <p className="text-sm text-muted">{t('admin.glossary.terms_hint')}</p>
      <ul className="mt-2 grid gap-3">
        {terms.map(({ key, source, target, isUntranslated }) => (
          <li
            key={key}
            className="grid items-end gap-x-3 gap-y-1 rounded-2xl border border-line p-3 sm:grid-cols-[1fr_1fr_auto_auto]"
          >
            <label className="text-sm">
              {t('admin.glossary.source')}
              <input
                required
                maxLength={styleGuideLimits.term}
                value={source}
                onChange={(event) => updateRow(key, { source: event.target.value })}
                className={inputClass}
              />
            </label>
            <label className="text-sm">
              {t('admin.glossary.target')}
              <input
                required={!isUntranslated}
                disabled={isUntranslated}
                lang={localeTags[locale]}
                maxLength={styleGuideLimits.term}
                value={isUntranslated ? source : target}
                onChange={(event) => updateRow(key, { target: event.target.value })}
                className={`${inputClass} disabled:text-muted`}
              />
            </label>
            <label className="flex min-h-11 cursor-pointer items-center gap-2 text-sm">
              <input
                type="checkbox"
                checked={isUntranslated}
                onChange={(event) => updateRow(key, { isUntranslated: event.target.checked })}
                className="size-4 accent-accent"
              />
              {t('admin.glossary.as_is')}
            </label>
            <button
              type="button"
              aria-label={t('admin.glossary.remove_term', { term: source })}
              title={t('admin.glossary.remove_term', { term: source })}
              onClick={() => onChange(terms.filter((term) => term.key !== key))}
              className="flex size-11 cursor-pointer items-center justify-center rounded-lg text-muted hover:text-accent"
            >
              <X aria-hidden="true" className="size-5" />
            </button>
          </li>
        ))}
      </ul>
      {terms.length < styleGuideLimits.terms && (
        <Button
          variant="quiet"
          className="mt-3 text-sm"
          onClick={() =>
            onChange([...terms, { ...toTermRow({ source: '', target: '' }), isUntranslated: false }])
          }
        >
          <Plus aria-hidden="true" className="size-4" />
          {t('admin.glossary.add_term')}
        </Button>
      )}
    </fieldset>
  );
}
