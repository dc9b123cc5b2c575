import { useState } from 'react';
import { type Locale, locales, localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../translator.tsx';
import { Input, Textarea } from '../../ui/field.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { postLanguageNames } from '../post-labels.ts';
import { ColorField } from './color-field.tsx';
import type { Taxon, TaxonInput, TaxonKind } from './taxon.ts';

// Visible on both backgrounds.
const defaultColor = '#b5553c';

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
  const descriptions = taxon && 'descriptions' in taxon ? taxon.descriptions : {};

  const save = (form: FormData) => {
    const readField = (name: string) => String(form.get(name) ?? '').trim();
    return onSave({
      names: collectTexts((locale) => readField(`name-${locale}`)),
      descriptions: collectTexts((locale) => readField(`description-${locale}`)),
      slug: readField('slug'),
      color,
    });
  };

  return (
    <FormDialog title={title} onSave={save} onClose={onClose}>
      <fieldset>
        <legend className="font-semibold">{t('admin.taxonomy.names')}</legend>
        <p className="text-sm text-muted">{t('admin.taxonomy.names_hint')}</p>
        <div className="mt-2 grid gap-3 sm:grid-cols-2">
          {locales.map((locale) => (
            <div key={locale}>
              <label htmlFor={`name-${locale}`} lang={localeTags[locale]} className="text-sm">
                {postLanguageNames[locale]}
              </label>
              <Input
                id={`name-${locale}`}
                name={`name-${locale}`}
                lang={localeTags[locale]}
                required={locale === 'en'}
                maxLength={80}
                defaultValue={taxon?.names[locale]}
                onInput={(event) => locale === 'en' && setEnglishName(event.currentTarget.value)}
                className="mt-1"
              />
            </div>
          ))}
        </div>
      </fieldset>
      <div>
        <label htmlFor="taxon-slug" className="font-semibold">
          {t('admin.taxonomy.slug')}
        </label>
        <Input
          id="taxon-slug"
          name="slug"
          maxLength={100}
          defaultValue={taxon?.slug}
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby="taxon-slug-hint"
          className="mt-1"
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
                  <Textarea
                    id={`description-${locale}`}
                    name={`description-${locale}`}
                    lang={localeTags[locale]}
                    rows={2}
                    maxLength={300}
                    defaultValue={descriptions[locale]}
                    className="mt-1"
                  />
                </div>
              ))}
            </div>
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}

function collectTexts(readText: (locale: Locale) => string): Partial<Record<Locale, string>> {
  return Object.fromEntries(
    locales.map((locale) => [locale, readText(locale)] as const).filter(([, value]) => value !== ''),
  );
}
