import { localeNames, locales, localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../translator.tsx';
import { Input, Options, Select } from '../../ui/field.tsx';
import type { SettingsFormProps } from './settings-form.tsx';

/** What translations into one language need before readers see them. */
export function LanguageRules({ page, values, errors }: SettingsFormProps) {
  const t = useTranslator();
  const rules = page.site.languageRules;
  const isWrong = errors.some(({ name }) => name === 'languageRules');
  return (
    <fieldset>
      <legend className="font-semibold">{t('admin.settings.language_rules')}</legend>
      <p className="mt-1 text-sm text-pretty text-muted">{t('admin.settings.language_rules_hint')}</p>
      <table className="mt-3 w-full text-start [&_td]:py-1 [&_td]:ps-3 [&_th]:py-1 [&_th]:text-start">
        <thead className="text-sm">
          <tr>
            <th scope="col">{t('admin.settings.automatic_languages')}</th>
            <th scope="col" className="w-28 ps-3">
              {t('admin.settings.language_threshold')}
            </th>
            <th scope="col" className="ps-3">
              {t('admin.settings.language_held_for')}
            </th>
          </tr>
        </thead>
        <tbody>
          {locales.map((locale) => {
            const { threshold = null, heldFor = null } = rules[locale] ?? {};
            // A user who is gone still holds the language, until the owner chooses.
            const known = page.reviewers.some(({ id }) => id === heldFor);
            return (
              <tr key={locale}>
                <th scope="row" id={`rule-${locale}`} lang={localeTags[locale]} className="font-normal">
                  {localeNames[locale]}
                </th>
                <td>
                  <Input
                    name={`threshold-${locale}`}
                    type="number"
                    min={0}
                    max={100}
                    aria-label={t('admin.settings.language_threshold')}
                    aria-describedby={`rule-${locale}`}
                    aria-invalid={isWrong || undefined}
                    defaultValue={values?.[`threshold-${locale}`] ?? threshold ?? ''}
                  />
                </td>
                <td>
                  <Select
                    name={`held-for-${locale}`}
                    aria-label={t('admin.settings.language_held_for')}
                    aria-describedby={`rule-${locale}`}
                    defaultValue={values?.[`held-for-${locale}`] ?? heldFor ?? ''}
                  >
                    <Options
                      items={[
                        ['', t('admin.settings.language_not_held')],
                        ...page.reviewers.map(({ id, name }) => [id, name] as const),
                        ...(heldFor !== null && !known
                          ? [[heldFor, t('admin.settings.language_held_for_unknown')] as const]
                          : []),
                      ]}
                    />
                  </Select>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </fieldset>
  );
}
