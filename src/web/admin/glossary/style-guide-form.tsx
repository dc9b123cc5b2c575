import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { type Locale, localeTags } from '#i18n/locales.ts';
import type { MessageKey } from '#i18n/translator.ts';
import {
  type Formality,
  formalities,
  type StoredStyleGuide,
  type StyleGuide,
  styleGuideLimits,
} from '#translation/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Textarea } from '../../ui/field.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { languageNameInSentence } from '../post-labels.ts';

export const formalityLabels = {
  free: 'admin.glossary.formality_default',
  formal: 'admin.glossary.formal',
  informal: 'admin.glossary.informal',
} as const satisfies Record<Formality, MessageKey>;

/** `onSave` resolves to an error message, or null on success. */
export function StyleGuideForm({
  styleGuide,
  onSave,
  onClose,
}: {
  styleGuide: StoredStyleGuide;
  onSave: (input: StyleGuide) => Promise<string | null>;
  onClose: () => void;
}) {
  const t = useTranslator();
  const language = languageNameInSentence(styleGuide.locale, t.locale);
  const [formality, setFormality] = useState(styleGuide.address);
  const [styleNote, setStyleNote] = useState(styleGuide.style);
  const [terms, setTerms] = useState<TermRow[]>(() => styleGuide.terms.map(toTermRow));
  const save = () => onSave({ address: formality, style: styleNote.trim(), terms: toTerms(terms) });

  return (
    <FormDialog title={t('admin.glossary.edit', { language })} onSave={save} onClose={onClose}>
      <fieldset>
        <legend className="font-semibold">{t('admin.glossary.formality')}</legend>
        <div className="mt-1 flex flex-wrap gap-x-6">
          {formalities.map((option) => (
            <label key={option} className="flex min-h-11 cursor-pointer items-center gap-2">
              <input
                type="radio"
                name="address"
                checked={formality === option}
                onChange={() => setFormality(option)}
                className="size-4 accent-accent"
              />
              {t(formalityLabels[option])}
            </label>
          ))}
        </div>
      </fieldset>
      <div>
        <label htmlFor="style-note" className="font-semibold">
          {t('admin.glossary.note')}
        </label>
        <Textarea
          id="style-note"
          rows={3}
          maxLength={styleGuideLimits.style}
          value={styleNote}
          onChange={(event) => setStyleNote(event.target.value)}
          aria-describedby="style-note-hint"
          className="mt-1"
        />
        <p id="style-note-hint" className="text-sm text-muted">
          {t('admin.glossary.note_hint', { count: styleGuideLimits.style })}
        </p>
      </div>
      <GlossaryTermsField terms={terms} locale={styleGuide.locale} onChange={setTerms} />
      <p className="rounded-2xl bg-tint p-4 text-sm text-pretty">
        {t('admin.glossary.cost')}{' '}
        {styleGuide.remembered > 0 && t('admin.glossary.remembered', { count: styleGuide.remembered })}
      </p>
    </FormDialog>
  );
}

interface TermRow {
  key: number;
  source: string;
  target: string;
  isUntranslated: boolean;
}

let lastKey = 0;

function toTermRow({ source, target }: StyleGuide['terms'][number]): TermRow {
  lastKey += 1;
  const isUntranslated = source === target;
  return { key: lastKey, source, target: isUntranslated ? '' : target, isUntranslated };
}

function toTerms(rows: readonly TermRow[]): StyleGuide['terms'] {
  return rows
    .filter(({ source, target }) => source.trim() !== '' || target.trim() !== '')
    .map(({ source, target, isUntranslated }) => ({
      source: source.trim(),
      target: isUntranslated ? source.trim() : target.trim(),
    }));
}

const inputClass = 'mt-1 min-h-11 w-full rounded-xl border border-field bg-paper px-3 py-2 text-base';

function GlossaryTermsField({
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
