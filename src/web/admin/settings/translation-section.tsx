import { localeNames, locales, localeTags } from '#i18n/locales.ts';
import { automaticModes } from '#settings/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Checkbox, Options, SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { translationRuleLabels } from '../translation-rules.ts';
import { listPublisherOptions } from './language-rules.tsx';
import type { SettingsFormProps } from './settings-form.tsx';

/** The rule by which posts are translated without a person starting it. */
export function TranslationSection({ page, values, errors }: SettingsFormProps) {
  const t = useTranslator();
  const rule = page.site.automaticTranslation;
  // Whoever turns it on wants all languages, unless they say otherwise.
  const selected = rule.mode === 'never' ? locales : rule.locales;
  const hasModel = Boolean(page.values.AI_BASE_URL && page.values.AI_MODEL);
  return (
    <>
      {!hasModel && <Notice tone="plain">{t('admin.settings.automatic_no_model')}</Notice>}
      <div>
        <SelectField
          label={t('admin.settings.automatic')}
          id="automatic-mode"
          name="automatic-mode"
          aria-describedby="automatic-mode-hint"
          defaultValue={values?.['automatic-mode'] ?? rule.mode}
        >
          <Options items={automaticModes.map((mode) => [mode, t(translationRuleLabels[mode])])} />
        </SelectField>
        <div id="automatic-mode-hint" className="mt-1 grid gap-1 text-sm text-pretty text-muted">
          <p>{t('admin.settings.automatic_start_hint')}</p>
          <p>{t('admin.settings.automatic_result_hint')}</p>
        </div>
      </div>
      <TextField
        label={t('admin.settings.automatic_hour')}
        hint={t('admin.settings.automatic_hour_hint')}
        id="automatic-hour"
        name="automatic-hour"
        type="number"
        min={0}
        max={23}
        aria-invalid={errors.some(({ name }) => name === 'automaticTranslation') || undefined}
        defaultValue={values?.['automatic-hour'] ?? rule.hour}
      />
      <div>
        <SelectField
          label={t('admin.settings.automatic_notified')}
          id="automatic-notified"
          name="automatic-notified"
          aria-describedby="automatic-notified-hint"
          defaultValue={values?.['automatic-notified'] ?? rule.notifiedUser ?? ''}
        >
          <Options items={listPublisherOptions(t, page.reviewers, rule.notifiedUser)} />
        </SelectField>
        <p id="automatic-notified-hint" className="mt-1 text-sm text-pretty text-muted">
          {t('admin.settings.automatic_notified_hint')}
        </p>
      </div>
      <fieldset>
        <legend className="font-semibold">{t('admin.settings.automatic_languages')}</legend>
        <p className="mt-1 text-sm text-pretty text-muted">{t('admin.settings.automatic_languages_hint')}</p>
        <div className="mt-1 grid sm:grid-cols-2">
          {locales.map((locale) => (
            <Checkbox
              key={locale}
              name={`automatic-${locale}`}
              value="yes"
              defaultChecked={values ? values[`automatic-${locale}`] === 'yes' : selected.includes(locale)}
            >
              <span lang={localeTags[locale]}>{localeNames[locale]}</span>
            </Checkbox>
          ))}
        </div>
      </fieldset>
    </>
  );
}
