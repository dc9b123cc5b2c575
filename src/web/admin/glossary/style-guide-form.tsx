import { useState } from 'react';
import {
  formalities,
  type StoredStyleGuide,
  type StyleGuide,
  styleGuideLimits,
} from '#translation/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Textarea } from '../../ui/field.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { postLanguageNames } from '../post-labels.ts';
import { GlossaryTermsField, type TermRow, toTermRow, toTerms } from './glossary-terms-field.tsx';
import { formalityLabels } from './style-guide-card.tsx';

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
  const language = postLanguageNames[styleGuide.locale];
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
