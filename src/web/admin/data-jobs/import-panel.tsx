import { useId } from 'react';
import { type ForeignImportOptions, siteUrlLengthMax } from '#backup/data-job-contract.ts';
import { isLocale, localeNames, locales } from '#i18n/locales.ts';
import { useTranslator } from '../../translator.tsx';
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx';
import { Panel } from '../admin-page.tsx';
import { ActionForm, type DataPanelProps, readFile, readText } from './action-form.tsx';

export function ImportPanel({ controls, isBusy }: DataPanelProps) {
  const t = useTranslator();
  const id = useId();
  return (
    <Panel heading={t('admin.data.import')}>
      <p className="max-w-prose text-pretty">{t('admin.data.import_text')}</p>
      <ActionForm
        action={t('admin.data.check')}
        isBusy={isBusy}
        onSend={(fields) =>
          controls.upload(readFile(fields), {
            kind: 'import',
            replace: fields.has('replace'),
            options: readOptions(fields),
          })
        }
      >
        <TextField
          id={`${id}-file`}
          name="file"
          type="file"
          accept=".zip,.json,.xml,.gz"
          label={t('admin.data.import_file')}
          hint={t('admin.data.import_formats')}
        />
        <Checkbox name="replace">{t('admin.data.import_replace')}</Checkbox>
        <fieldset className="grid min-w-0 gap-5 rounded-xl border border-line p-4">
          <legend className="px-1.5 text-sm text-muted">{t('admin.data.import_foreign')}</legend>
          <SelectField id={`${id}-locale`} name="locale" label={t('admin.data.import_locale')}>
            <option value="">{t('admin.data.import_detect')}</option>
            {locales.map((locale) => (
              <option key={locale} value={locale} lang={locale}>
                {localeNames[locale]}
              </option>
            ))}
          </SelectField>
          <TextField
            id={`${id}-site`}
            name="siteUrl"
            type="url"
            required={false}
            maxLength={siteUrlLengthMax}
            label={t('admin.data.import_site')}
            hint={t('admin.data.import_site_hint')}
          />
          <div>
            <Checkbox name="fetchImages" aria-describedby={`${id}-fetch-hint`}>
              {t('admin.data.import_fetch')}
            </Checkbox>
            <p id={`${id}-fetch-hint`} className="mt-1 text-sm text-muted">
              {t('admin.data.import_fetch_hint')}
            </p>
          </div>
        </fieldset>
      </ActionForm>
    </Panel>
  );
}

function readOptions(fields: FormData): ForeignImportOptions {
  const locale = readText(fields, 'locale');
  const siteUrl = readText(fields, 'siteUrl').trim();
  return {
    ...(isLocale(locale) && { locale }),
    ...(siteUrl !== '' && { siteUrl }),
    fetchImages: fields.has('fetchImages'),
  };
}
