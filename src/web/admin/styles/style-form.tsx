import { type FormEvent, useRef, useState } from 'react';
import { addressForms, type KeptStyle, type LanguageStyle, styleLimits } from '#assistant/contract.ts';
import { useTranslator } from '../../translation.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { postLocaleNames } from '../post-locale-names.ts';
import { addressNames } from './style-card.tsx';
import { TermRows, type TypedTerm, toTerms, toTyped } from './term-rows.tsx';

/** How one language is written. `onSave` gives why it was not saved; the form then stays. */
export function StyleForm({
  style: kept,
  onSave,
  onClose,
}: {
  style: KeptStyle;
  onSave: (style: LanguageStyle) => Promise<string | null>;
  onClose: () => void;
}) {
  const t = useTranslator();
  const language = postLocaleNames[kept.locale];
  const [address, setAddress] = useState(kept.address);
  const [note, setNote] = useState(kept.style);
  const [terms, setTerms] = useState<TypedTerm[]>(() => kept.terms.map(toTyped));
  const [isSaving, setSaving] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const isTyped = useRef(false);
  const alert = useRef<HTMLParagraphElement>(null);

  function tell(text: string) {
    setTrouble(text);
    alert.current?.scrollIntoView({ block: 'nearest' });
  }

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSaving) return;
    setSaving(true);
    setTrouble(null);
    const refused = await onSave({ address, style: note.trim(), terms: toTerms(terms) });
    if (refused === null) return;
    setSaving(false);
    tell(refused);
  }

  /** Escape is pressed by mistake too: what was typed goes with the second one, or by the button. */
  function leave() {
    if (!isTyped.current) return onClose();
    isTyped.current = false;
    tell(t('admin.shelves.unsaved'));
  }

  return (
    <Dialog title={t('admin.styles.edit', { language })} isWide isBusy={isSaving} onClose={leave}>
      <form
        onSubmit={save}
        onInput={() => {
          isTyped.current = true;
        }}
        autoComplete="off"
        className="mt-4 grid gap-6"
      >
        <p
          ref={alert}
          role="alert"
          className="rounded-2xl border-2 border-accent bg-tint p-4 font-semibold empty:hidden"
        >
          {trouble}
        </p>
        <fieldset>
          <legend className="font-semibold">{t('admin.styles.address')}</legend>
          <div className="mt-1 flex flex-wrap gap-x-6">
            {addressForms.map((form) => (
              <label key={form} className="flex min-h-11 cursor-pointer items-center gap-2">
                <input
                  type="radio"
                  name="address"
                  checked={address === form}
                  onChange={() => setAddress(form)}
                  className="size-4 accent-accent"
                />
                {t(addressNames[form])}
              </label>
            ))}
          </div>
        </fieldset>
        <div>
          <label htmlFor="style-note" className="font-semibold">
            {t('admin.styles.note')}
          </label>
          <textarea
            id="style-note"
            rows={3}
            maxLength={styleLimits.style}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            aria-describedby="style-note-hint"
            className="mt-1 w-full rounded-xl border border-field bg-paper px-4 py-2.5 text-base"
          />
          <p id="style-note-hint" className="text-sm text-muted">
            {t('admin.styles.note_hint', { count: styleLimits.style })}
          </p>
        </div>
        <TermRows terms={terms} locale={kept.locale} onChange={setTerms} />
        <p className="rounded-2xl bg-tint p-4 text-sm text-pretty">
          {t('admin.styles.cost')}{' '}
          {kept.remembered > 0 && t('admin.styles.remembered', { count: kept.remembered })}
        </p>
        <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap gap-3 border-t border-line bg-surface px-6 py-4 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8">
          <Button type="submit" aria-disabled={isSaving}>
            {t(isSaving ? 'admin.shelves.saving' : 'admin.account.save')}
          </Button>
          <Button variant="quiet" aria-disabled={isSaving} onClick={() => !isSaving && onClose()}>
            {t('admin.action.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
