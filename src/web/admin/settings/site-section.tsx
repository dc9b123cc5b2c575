import { type Locale, localeNames, locales, localeTags } from '#i18n/locales.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { type ClaimName, claimModes, claimNames, type SiteSettings } from '#settings/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Checkbox, Input, Options, SelectField, TextField } from '../../ui/field.tsx';
import { maxSocialLinks } from './parse-settings-form.ts';
import { placeholders } from './setting-fields.ts';
import type { SettingsFormProps } from './settings-form.tsx';

const shippedAccent = '#b3261e';

const themeLabels = {
  system: 'admin.settings.theme_system',
  light: 'admin.settings.theme_light',
  dark: 'admin.settings.theme_dark',
} as const satisfies Record<SiteSettings['defaultTheme'], MessageKey>;

const claimLabels = {
  rating: 'admin.settings.claim_rating',
  downloads: 'admin.settings.claim_downloads',
  reply: 'admin.settings.claim_reply',
  counter: 'admin.settings.claim_counter',
} as const satisfies Record<ClaimName, MessageKey>;

const claimModeLabels = {
  default: 'admin.settings.claim_default',
  own: 'admin.settings.claim_own',
  real: 'admin.settings.claim_real',
  off: 'admin.settings.claim_off',
} as const satisfies Record<(typeof claimModes)[number], MessageKey>;

/** Only downloads are counted, so only they have real numbers. */
const countedClaims: readonly ClaimName[] = ['downloads', 'counter'];

export function SiteSection({ page: { site }, values, errors }: SettingsFormProps) {
  const t = useTranslator();
  const isInvalid = (setting: keyof SiteSettings) => errors.some(({ name }) => name === setting) || undefined;
  return (
    <>
      <TextField
        label={t('admin.settings.site_name')}
        hint={t('admin.settings.site_name_hint')}
        id="siteName"
        name="siteName"
        maxLength={40}
        aria-invalid={isInvalid('siteName')}
        defaultValue={values?.siteName ?? site.siteName}
      />
      <LanguageTexts
        legend={t('admin.settings.taglines')}
        hint={t('admin.settings.taglines_hint')}
        prefix="tagline"
        maxLength={80}
        texts={site.taglines}
        values={values}
      />
      <fieldset>
        <legend className="font-semibold">{t('admin.settings.accent')}</legend>
        <Checkbox
          name="hasAccent"
          value="yes"
          defaultChecked={values ? values.hasAccent === 'yes' : site.accentColor !== null}
          className="mt-1"
        >
          {t('admin.settings.accent_own')}
        </Checkbox>
        <Input
          type="color"
          name="accentColor"
          aria-label={t('admin.settings.accent')}
          aria-describedby="accent-hint"
          defaultValue={values?.accentColor || site.accentColor || shippedAccent}
          className="h-12 max-w-24 cursor-pointer p-1"
        />
        <p id="accent-hint" className="mt-1 text-sm text-muted">
          {t('admin.settings.accent_hint')}
        </p>
      </fieldset>
      <SelectField
        label={t('admin.settings.theme')}
        id="defaultTheme"
        name="defaultTheme"
        defaultValue={values?.defaultTheme ?? site.defaultTheme}
      >
        <Options
          items={(['system', 'light', 'dark'] as const).map((theme) => [theme, t(themeLabels[theme])])}
        />
      </SelectField>
      <SocialLinks links={site.socialLinks} values={values} />
      <fieldset className="grid gap-5">
        <legend className="font-semibold">{t('admin.settings.claims')}</legend>
        <p className="text-sm text-muted">{t('admin.settings.claims_hint')}</p>
        {claimNames.map((name) => (
          <ClaimFields key={name} name={name} claim={site.claims[name]} values={values} />
        ))}
      </fieldset>
    </>
  );
}

/** The languages after the admin's own are folded. */
function LanguageTexts({
  legend,
  hint,
  prefix,
  maxLength,
  texts,
  values,
}: {
  legend: string;
  hint?: string;
  prefix: string;
  maxLength: number;
  texts: Partial<Record<Locale, string>>;
  values: SettingsFormProps['values'];
}) {
  const t = useTranslator();
  const others = locales.filter((locale) => locale !== t.locale);
  const getText = (locale: Locale) => (values ? values[`${prefix}-${locale}`] : texts[locale]);
  const field = (locale: Locale) => {
    const id = `${prefix}-${locale}`;
    return (
      <div key={locale}>
        <label htmlFor={id} lang={localeTags[locale]} className="text-sm">
          {localeNames[locale]}
        </label>
        <Input
          id={id}
          name={id}
          lang={localeTags[locale]}
          maxLength={maxLength}
          defaultValue={getText(locale) ?? ''}
        />
      </div>
    );
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="font-semibold">{legend}</legend>
      {hint && <p className="text-sm text-muted">{hint}</p>}
      {field(t.locale)}
      <details open={others.some(getText)}>
        <summary className="flex min-h-11 cursor-pointer items-center rounded-lg font-semibold text-accent">
          {t('admin.settings.other_languages')}
        </summary>
        <div className="mt-2 grid gap-2">{others.map(field)}</div>
      </details>
    </fieldset>
  );
}

/** Two empty rows more than there are links. */
function SocialLinks({
  links,
  values,
}: {
  links: SiteSettings['socialLinks'];
  values: SettingsFormProps['values'];
}) {
  const t = useTranslator();
  const rows = values ? maxSocialLinks : Math.min(maxSocialLinks, links.length + 2);
  return (
    <fieldset className="grid gap-3">
      <legend className="font-semibold">{t('admin.settings.social')}</legend>
      <p className="text-sm text-muted">{t('admin.settings.social_hint')}</p>
      {Array.from({ length: rows }, (_, index) => index).map((index) => (
        <div key={index} className="grid gap-2 sm:grid-cols-[1fr_2fr]">
          <Input
            name={`social-label-${index}`}
            aria-label={t('admin.settings.social_label', { number: index + 1 })}
            placeholder={placeholders.socialLabel}
            maxLength={40}
            defaultValue={values?.[`social-label-${index}`] ?? links[index]?.label ?? ''}
          />
          <Input
            name={`social-url-${index}`}
            type="url"
            aria-label={t('admin.settings.social_url', { number: index + 1 })}
            placeholder={placeholders.socialUrl}
            maxLength={500}
            defaultValue={values?.[`social-url-${index}`] ?? links[index]?.url ?? ''}
          />
        </div>
      ))}
    </fieldset>
  );
}

function ClaimFields({
  name,
  claim,
  values,
}: {
  name: ClaimName;
  claim: SiteSettings['claims'][ClaimName];
  values: SettingsFormProps['values'];
}) {
  const t = useTranslator();
  const id = `claim-${name}`;
  const modes = claimModes.filter((mode) => mode !== 'real' || countedClaims.includes(name));
  const mode = values?.[id] ?? claim.mode;
  return (
    <div className="rounded-2xl border border-line p-4">
      <SelectField label={t(claimLabels[name])} id={id} name={id} defaultValue={mode}>
        <Options items={modes.map((option) => [option, t(claimModeLabels[option])])} />
      </SelectField>
      <details open={mode === 'own'} className="mt-2">
        <summary className="flex min-h-11 cursor-pointer items-center rounded-lg font-semibold text-accent">
          {t('admin.settings.claim_texts')}
        </summary>
        <div className="mt-2 grid gap-4">
          <LanguageTexts
            legend={t('admin.settings.claim_value')}
            prefix={`${id}-value`}
            maxLength={20}
            texts={claim.values}
            values={values}
          />
          <LanguageTexts
            legend={t('admin.settings.claim_label')}
            prefix={`${id}-label`}
            maxLength={60}
            texts={claim.labels}
            values={values}
          />
        </div>
      </details>
    </div>
  );
}
