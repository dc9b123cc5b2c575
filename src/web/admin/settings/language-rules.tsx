import { formatList } from '#i18n/formats.ts';
import { localeNames, locales, localeTags } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translator.ts';
import { useTranslator } from '../../translator.tsx';
import { Input, Options, Select } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { SettingsFormProps } from './settings-form.tsx';

const rowClass =
  'grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-3 gap-y-1 sm:grid-cols-[10rem_7rem_minmax(0,1fr)] sm:items-center';
const labelClass = 'text-sm text-muted sm:sr-only';

const isScore = (text: string) => /^\d*$/.test(text) && Number(text) <= 100;

type ReviewerList = SettingsFormProps['page']['reviewers'];

const isUnknown = (reviewers: ReviewerList, chosen: string | null | undefined): chosen is string =>
  Boolean(chosen) && !reviewers.some(({ id }) => id === chosen);

/** A chosen user who may no longer publish stays chosen until the owner chooses again. */
export function listPublisherOptions(t: Translator, reviewers: ReviewerList, chosen: string | null) {
  return [
    ['', t('admin.settings.language_not_held')] as const,
    ...reviewers.map(({ id, name }) => [id, name] as const),
    ...(isUnknown(reviewers, chosen)
      ? [[chosen, t('admin.settings.language_held_for_unknown')] as const]
      : []),
  ];
}

/** What translations into one language need before readers see them. */
export function LanguageRules({ page, values, errors }: SettingsFormProps) {
  const t = useTranslator();
  const rules = page.site.languageRules;
  const thresholdLabel = t('admin.rule.score');
  const reviewerLabel = t('admin.settings.language_held_for');
  const waiting = locales.filter((locale) => isUnknown(page.reviewers, rules[locale]?.heldFor));
  const isWrong = errors.some(({ name }) => name === 'languageRules');
  return (
    <fieldset>
      <legend className="font-semibold">{t('admin.settings.language_rules')}</legend>
      <p className="mt-1 text-sm text-pretty text-muted">{t('admin.settings.language_rules_hint')}</p>
      {waiting.length > 0 && (
        <Notice className="my-4">
          {t('admin.settings.language_reviewer_missing', {
            languages: formatList(
              t.locale,
              waiting.map((locale) => localeNames[locale]),
            ),
          })}
        </Notice>
      )}
      {/* On a phone, each field has its label instead. */}
      <div aria-hidden="true" className={`${rowClass} mt-3 text-sm font-semibold max-sm:hidden`}>
        <span>{t('admin.settings.automatic_languages')}</span>
        <span>{thresholdLabel}</span>
        <span>{reviewerLabel}</span>
      </div>
      {locales.map((locale) => {
        const { threshold = null, heldFor = null } = rules[locale] ?? {};
        const score = values?.[`threshold-${locale}`] ?? String(threshold ?? '');
        return (
          <fieldset key={locale} className={`${rowClass} mt-3 sm:mt-2`}>
            <legend className="contents">
              <span lang={localeTags[locale]} className="max-sm:col-span-full">
                {localeNames[locale]}
              </span>
            </legend>
            <div>
              <label htmlFor={`threshold-${locale}`} className={labelClass}>
                {thresholdLabel}
              </label>
              <Input
                id={`threshold-${locale}`}
                name={`threshold-${locale}`}
                type="number"
                min={0}
                max={100}
                aria-invalid={(isWrong && !isScore(score)) || undefined}
                defaultValue={score}
              />
            </div>
            <div className="min-w-0">
              <label htmlFor={`held-for-${locale}`} className={labelClass}>
                {reviewerLabel}
              </label>
              <Select
                id={`held-for-${locale}`}
                name={`held-for-${locale}`}
                defaultValue={values?.[`held-for-${locale}`] ?? heldFor ?? ''}
              >
                <Options items={listPublisherOptions(t, page.reviewers, heldFor)} />
              </Select>
            </div>
          </fieldset>
        );
      })}
    </fieldset>
  );
}
