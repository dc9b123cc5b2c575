import { type ReactNode, useState } from 'react';
import type { CategoryInput } from '#blog/taxonomy-contract.ts';
import { categoryTextColumns, categoryTextLengthMax, mapNames } from '#blog/texts-contract.ts';
import { type Locale, locales, localeTags } from '#i18n/locales.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { useTranslator } from '../../translator.tsx';
import { Input, Textarea, TextField } from '../../ui/field.tsx';
import { CategoryBadge } from '../../ui/post/category-badge.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { postLanguageNames } from '../post-labels.ts';
import type { Taxon, TaxonInput, TaxonKind } from './taxon.ts';

// Visible on both backgrounds.
const defaultColor = '#b5553c';

const textLabels = {
  descriptions: 'admin.taxonomy.descriptions',
} as const satisfies Record<(typeof categoryTextColumns)[number], MessageKey>;

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
  const texts: Partial<CategoryInput> = taxon ?? {};
  const [englishName, setEnglishName] = useState(taxon?.names.en ?? '');

  const save = (form: FormData) => {
    const readField = (name: string) => String(form.get(name) ?? '').trim();
    const readTexts = (prefix: string) =>
      Object.fromEntries(
        locales
          .map((locale) => [locale, readField(`${prefix}-${locale}`)] as const)
          .filter(([, text]) => text !== ''),
      );
    const input = { names: readTexts('name'), slug: readField('slug') };
    return onSave(kind === 'tags' ? input : { ...input, ...mapNames(categoryTextColumns, readTexts), color });
  };

  return (
    <FormDialog title={title} onSave={save} onClose={onClose}>
      <LanguageFields legend={t('admin.taxonomy.names')} hint={t('admin.taxonomy.names_hint')} prefix="name">
        {(field, locale) => (
          <Input
            {...field}
            required={locale === 'en'}
            maxLength={80}
            defaultValue={taxon?.names[locale]}
            onInput={(event) => locale === 'en' && setEnglishName(event.currentTarget.value)}
          />
        )}
      </LanguageFields>
      <TextField
        label={t('admin.taxonomy.slug')}
        hint={t('admin.taxonomy.slug_hint')}
        id="taxon-slug"
        name="slug"
        required={false}
        maxLength={100}
        defaultValue={taxon?.slug}
        autoCapitalize="none"
        spellCheck={false}
        className="mt-1"
      />
      {kind === 'categories' && (
        <>
          <ColorField
            color={color}
            name={englishName.trim() || t('admin.taxonomy.example')}
            onChange={setColor}
          />
          {categoryTextColumns.map((column) => (
            <LanguageFields key={column} legend={t(textLabels[column])} prefix={column}>
              {(field, locale) => (
                <Textarea
                  {...field}
                  rows={2}
                  maxLength={categoryTextLengthMax}
                  defaultValue={texts[column]?.[locale]}
                />
              )}
            </LanguageFields>
          ))}
        </>
      )}
    </FormDialog>
  );
}

function LanguageFields({
  legend,
  hint,
  prefix,
  children: renderField,
}: {
  legend: string;
  hint?: string;
  prefix: string;
  children: (
    field: { id: string; name: string; lang: string; className: string },
    locale: Locale,
  ) => ReactNode;
}) {
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      {hint && <p className="text-sm text-muted">{hint}</p>}
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        {locales.map((locale) => {
          const name = `${prefix}-${locale}`;
          const lang = localeTags[locale];
          return (
            <div key={locale}>
              <label htmlFor={name} lang={lang} className="text-sm">
                {postLanguageNames[locale]}
              </label>
              {renderField({ id: name, name, lang, className: 'mt-1' }, locale)}
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

/** WCAG 2 contrast ratio of two opaque `#rrggbb` colors, from 1 to 21. */
export function getContrastRatio(first: string, second: string): number {
  const [dark = 0, light = 0] = [getLuminance(first), getLuminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function getLuminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((offset) => {
    const channel = Number.parseInt(color.slice(offset, offset + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// Same values as in styles.css.
const backgrounds = [
  {
    label: 'admin.taxonomy.color_light',
    surface: '#ffffff',
    className: '[--surface:#ffffff] [--ink:#1f1a17]',
  },
  {
    label: 'admin.taxonomy.color_dark',
    surface: '#1f1b18',
    className: '[--surface:#1f1b18] [--ink:#f5f0eb]',
  },
] as const satisfies readonly { label: MessageKey; surface: string; className: string }[];

/** Minimum contrast of graphics, WCAG 2.2, 1.4.11. */
const minContrast = 3;

function ColorField({
  color,
  name,
  onChange,
}: {
  color: string;
  name: string;
  onChange: (color: string) => void;
}) {
  const t = useTranslator();
  return (
    <div>
      <label htmlFor="taxon-color" className="font-semibold">
        {t('admin.taxonomy.color')}
      </label>
      <div className="mt-1.5 flex flex-wrap items-stretch gap-3">
        <input
          id="taxon-color"
          type="color"
          value={color}
          onChange={(event) => onChange(event.target.value)}
          className="h-auto min-h-14 w-16 cursor-pointer rounded-xl border border-field bg-paper p-1"
        />
        {backgrounds.map(({ label, surface, className }) => (
          <div
            key={surface}
            className={`${className} min-w-0 flex-1 basis-40 rounded-xl border border-line bg-surface p-3 text-sm text-ink`}
          >
            <p className="mb-1.5">{t(label)}</p>
            <CategoryBadge category={{ name, color }} />
            {getContrastRatio(color, surface) < minContrast && (
              <p className="mt-1.5">{t('admin.taxonomy.color_faint')}</p>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
