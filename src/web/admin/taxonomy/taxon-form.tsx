import { type FormEvent, useRef, useState } from 'react';
import { type Locale, locales, localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { postLanguageNames } from '../post-labels.ts';
import { ColorField } from './color-field.tsx';
import type { Taxon, TaxonInput, TaxonKind } from './taxon.ts';

// Visible on both backgrounds.
const defaultColor = '#b5553c';

const inputClass = 'mt-1 min-h-12 w-full rounded-xl border border-field bg-paper px-4 py-2.5 text-base';

/** `onSave` resolves to an error message, or null on success. */
export function TaxonForm({
  kind,
  title,
  taxon,
  onSave,
  onClose,
}: {
  kind: TaxonKind;
  title: string;
  /** null to create one. */
  taxon: Taxon | null;
  onSave: (input: TaxonInput) => Promise<string | null>;
  onClose: () => void;
}) {
  const t = useTranslator();
  const [color, setColor] = useState(taxon && 'color' in taxon ? taxon.color : defaultColor);
  const [englishName, setEnglishName] = useState(taxon?.names.en ?? '');
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isDirty = useRef(false);
  const alert = useRef<HTMLParagraphElement>(null);
  const descriptions = taxon && 'descriptions' in taxon ? taxon.descriptions : {};

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSaving) return;
    const form = new FormData(event.currentTarget);
    const readField = (name: string) => String(form.get(name) ?? '').trim();
    setSaving(true);
    setError(null);
    const errorMessage = await onSave({
      names: collectTexts((locale) => readField(`name-${locale}`)),
      descriptions: collectTexts((locale) => readField(`description-${locale}`)),
      slug: readField('slug'),
      color,
    });
    if (errorMessage === null) return;
    setSaving(false);
    setError(errorMessage);
    alert.current?.scrollIntoView({ block: 'nearest' });
  }

  /** Warns about unsaved input once: Escape is often pressed by mistake. */
  function handleClose() {
    if (!isDirty.current) return onClose();
    isDirty.current = false;
    setError(t('admin.taxonomy.unsaved'));
    alert.current?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <Dialog title={title} isWide isBusy={isSaving} onClose={handleClose}>
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
          <legend className="font-semibold">{t('admin.taxonomy.names')}</legend>
          <p className="text-sm text-muted">{t('admin.taxonomy.names_hint')}</p>
          <div className="mt-2 grid gap-3 sm:grid-cols-2">
            {locales.map((locale) => (
              <div key={locale}>
                <label htmlFor={`name-${locale}`} lang={localeTags[locale]} className="text-sm">
                  {postLanguageNames[locale]}
                </label>
                <input
                  id={`name-${locale}`}
                  name={`name-${locale}`}
                  lang={localeTags[locale]}
                  required={locale === 'en'}
                  maxLength={80}
                  defaultValue={taxon?.names[locale]}
                  onInput={(event) => locale === 'en' && setEnglishName(event.currentTarget.value)}
                  className={inputClass}
                />
              </div>
            ))}
          </div>
        </fieldset>
        <div>
          <label htmlFor="taxon-slug" className="font-semibold">
            {t('admin.taxonomy.slug')}
          </label>
          <input
            id="taxon-slug"
            name="slug"
            maxLength={100}
            defaultValue={taxon?.slug}
            autoCapitalize="none"
            spellCheck={false}
            aria-describedby="taxon-slug-hint"
            className={inputClass}
          />
          <p id="taxon-slug-hint" className="mt-1 text-sm text-muted">
            {t('admin.taxonomy.slug_hint')}
          </p>
        </div>
        {kind === 'categories' && (
          <>
            <ColorField
              color={color}
              name={englishName.trim() || t('admin.taxonomy.example')}
              onChange={setColor}
            />
            <fieldset>
              <legend className="font-semibold">{t('admin.taxonomy.descriptions')}</legend>
              <div className="mt-2 grid gap-3 sm:grid-cols-2">
                {locales.map((locale) => (
                  <div key={locale}>
                    <label htmlFor={`description-${locale}`} lang={localeTags[locale]} className="text-sm">
                      {postLanguageNames[locale]}
                    </label>
                    <textarea
                      id={`description-${locale}`}
                      name={`description-${locale}`}
                      lang={localeTags[locale]}
                      rows={2}
                      maxLength={300}
                      defaultValue={descriptions[locale]}
                      className={inputClass}
                    />
                  </div>
                ))}
              </div>
            </fieldset>
          </>
        )}
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

function collectTexts(readText: (locale: Locale) => string): Partial<Record<Locale, string>> {
  return Object.fromEntries(
    locales.map((locale) => [locale, readText(locale)] as const).filter(([, value]) => value !== ''),
  );
}
