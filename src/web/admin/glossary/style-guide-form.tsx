import { type FormEvent, useRef, useState } from 'react';
import {
  formalities,
  type StoredStyleGuide,
  type StyleGuide,
  styleGuideLimits,
} from '#translation/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
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
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isDirty = useRef(false);
  const alert = useRef<HTMLParagraphElement>(null);

  function showError(text: string) {
    setError(text);
    alert.current?.scrollIntoView({ block: 'nearest' });
  }

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSaving) return;
    setSaving(true);
    setError(null);
    const errorMessage = await onSave({ address: formality, style: styleNote.trim(), terms: toTerms(terms) });
    if (errorMessage === null) return;
    setSaving(false);
    showError(errorMessage);
  }

  /** Warns about unsaved input once: Escape is often pressed by mistake. */
  function handleClose() {
    if (!isDirty.current) return onClose();
    isDirty.current = false;
    showError(t('admin.taxonomy.unsaved'));
  }

  return (
    <Dialog title={t('admin.glossary.edit', { language })} isWide isBusy={isSaving} onClose={handleClose}>
      <form
        onSubmit={save}
        onInput={() => {
          isDirty.current = true;
        }}
        autoComplete="off"
        className="mt-4 grid gap-6"
      >
        <p
          ref={alert}
          role="alert"
          className="rounded-2xl border-2 border-accent bg-tint p-4 font-semibold empty:hidden"
        >
          {error}
        </p>
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
          <textarea
            id="style-note"
            rows={3}
            maxLength={styleGuideLimits.style}
            value={styleNote}
            onChange={(event) => setStyleNote(event.target.value)}
            aria-describedby="style-note-hint"
            className="mt-1 w-full rounded-xl border border-field bg-paper px-4 py-2.5 text-base"
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
        <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap gap-3 border-t border-line bg-surface px-6 py-4 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8">
          <Button type="submit" aria-disabled={isSaving}>
            {t(isSaving ? 'admin.taxonomy.saving' : 'admin.account.save')}
          </Button>
          <Button variant="quiet" aria-disabled={isSaving} onClick={() => !isSaving && onClose()}>
            {t('admin.action.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
