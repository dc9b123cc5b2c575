import type { User } from '#accounts/contract.ts';
import { formatList } from '#i18n/formats.ts';
import { localeNames, locales } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translator.ts';
import {
  type AutomaticTranslation,
  type LanguageRules,
  type SettingChange,
  siteSettingsSchema,
} from '#settings/contract.ts';
import { parseJsonOrNull } from '../../browser/parse-json.ts';
import { translationRuleLabels } from '../translation-rules.ts';

type Users = readonly Pick<User, 'id' | 'name'>[];

/** With values as an owner reads them. One that this version can't read stays as it is stored. */
export function describeSettingChange(t: Translator, change: SettingChange, users: Users): SettingChange {
  const describe = (text: string | null) => text && describeValue(t, change.name, text, users);
  return { ...change, before: describe(change.before), after: describe(change.after) };
}

/** Site settings are JSON, server settings plain text. */
function describeValue(t: Translator, name: string, text: string, users: Users): string {
  const value = parseJsonOrNull(text);
  const rules = siteSettingsSchema.shape.languageRules.safeParse(value);
  if (name === 'languageRules' && rules.success) return describeRules(t, rules.data, users);
  const automatic = siteSettingsSchema.shape.automaticTranslation.safeParse(value);
  if (name === 'automaticTranslation' && automatic.success) return describeAutomatic(t, automatic.data);
  return /^"/.test(text) && typeof value === 'string' ? value : text;
}

function describeRules(t: Translator, rules: LanguageRules, users: Users): string {
  const lines = locales.flatMap((locale) => {
    const { heldFor, threshold } = rules[locale] ?? { heldFor: null, threshold: null };
    const name = users.find(({ id }) => id === heldFor)?.name;
    const parts = [
      heldFor !== null &&
        (name
          ? t('admin.settings.history_reviewer', { name })
          : t('admin.settings.history_reviewer_deleted')),
      threshold !== null && t('admin.settings.history_score', { score: threshold }),
    ].filter(Boolean);
    const value = parts.join(' · ');
    return value && t('admin.settings.history_value', { label: localeNames[locale], value });
  });
  return lines.filter(Boolean).join('\n');
}

function describeAutomatic(t: Translator, { mode, locales: targets, hour }: AutomaticTranslation): string {
  const label = t(translationRuleLabels[mode]);
  if (mode === 'never') return label;
  const languages = targets.map((locale) => localeNames[locale]);
  const lines = [
    t('admin.settings.history_value', { label, value: formatList(t.locale, languages) }),
    mode === 'nightly' &&
      t('admin.settings.history_value', { label: t('admin.settings.automatic_hour'), value: String(hour) }),
  ];
  return lines.filter(Boolean).join('\n');
}
