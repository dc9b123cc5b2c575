import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { type LanguageStyle, styleLimits } from '#assistant/contract.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../translation.tsx';
import { Button } from '../../ui/button.tsx';

/** A row as it is typed. */
export interface TypedTerm {
  key: number;
  source: string;
  target: string;
  /** It stays as it is in the original. */
  isKept: boolean;
}

let made = 0;

export function toTyped({ source, target }: LanguageStyle['terms'][number]): TypedTerm {
  made += 1;
  const isKept = source === target;
  return { key: made, source, target: isKept ? '' : target, isKept };
}

/** Rows in which nothing stands are none. */
export function toTerms(rows: readonly TypedTerm[]): LanguageStyle['terms'] {
  return rows
    .filter(({ source, target }) => source.trim() !== '' || target.trim() !== '')
    .map(({ source, target, isKept }) => ({
      source: source.trim(),
      target: isKept ? source.trim() : target.trim(),
    }));
}

const input = 'mt-1 min-h-11 w-full rounded-xl border border-field bg-paper px-3 py-2 text-base';

/** Words and what they become, one row each. */
export function TermRows({
  terms,
  locale,
  onChange,
}: {
  terms: readonly TypedTerm[];
  locale: Locale;
  onChange: (terms: TypedTerm[]) => void;
}) {
  const t = useTranslator();
  const change = (key: number, part: Partial<TypedTerm>) =>
    onChange(terms.map((term) => (term.key === key ? { ...term, ...part } : term)));
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{t('admin.styles.terms')}</legend>
      <p className="text-sm text-muted">{t('admin.styles.terms_hint')}</p>
      <ul className="mt-2 grid gap-3">
        {terms.map(({ key, source, target, isKept }) => (
          <li
            key={key}
            className="grid items-end gap-x-3 gap-y-1 rounded-2xl border border-line p-3 sm:grid-cols-[1fr_1fr_auto_auto]"
          >
            <label className="text-sm">
              {t('admin.styles.source')}
              <input
                required
                maxLength={styleLimits.term}
                value={source}
                onChange={(event) => change(key, { source: event.target.value })}
                className={input}
              />
            </label>
            <label className="text-sm">
              {t('admin.styles.target')}
              <input
                required={!isKept}
                disabled={isKept}
                lang={localeTags[locale]}
                maxLength={styleLimits.term}
                value={isKept ? source : target}
                onChange={(event) => change(key, { target: event.target.value })}
                className={`${input} disabled:text-muted`}
              />
            </label>
            <label className="flex min-h-11 cursor-pointer items-center gap-2 text-sm">
              <input
                type="checkbox"
                checked={isKept}
                onChange={(event) => change(key, { isKept: event.target.checked })}
                className="size-4 accent-accent"
              />
              {t('admin.styles.as_is')}
            </label>
            <button
              type="button"
              aria-label={t('admin.styles.remove_term', { term: source })}
              title={t('admin.styles.remove_term', { term: source })}
              onClick={() => onChange(terms.filter((term) => term.key !== key))}
              className="flex size-11 cursor-pointer items-center justify-center rounded-lg text-muted hover:text-accent"
            >
              <X aria-hidden="true" className="size-5" />
            </button>
          </li>
        ))}
      </ul>
      {terms.length < styleLimits.terms && (
        <Button
          variant="quiet"
          className="mt-3 text-sm"
          onClick={() => onChange([...terms, { ...toTyped({ source: '', target: '' }), isKept: false }])}
        >
          <Plus aria-hidden="true" className="size-4" />
          {t('admin.styles.add_term')}
        </Button>
      )}
    </fieldset>
  );
}
