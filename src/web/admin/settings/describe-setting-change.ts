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
  if (name === 'automaticTranslation' && automatic.success)
    return describeAutomatic(t, automatic.data, users);
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

function describeAutomatic(t: Translator, rule: AutomaticTranslation, users: Users): string {
  const { mode, hour, notifiedUser } = rule;
  const describe = (label: string, value: string) => t('admin.settings.history_value', { label, value });
  const languages = rule.locales.map((locale) => localeNames[locale]);
  const notified = users.find(({ id }) => id === notifiedUser)?.name;
  const lines = [
    mode === 'never'
      ? t(translationRuleLabels.never)
      : describe(t(translationRuleLabels[mode]), formatList(t.locale, languages)),
    mode === 'nightly' && describe(t('admin.settings.automatic_hour'), String(hour)),
    notifiedUser !== null &&
      describe(
        t('admin.settings.automatic_notified'),
        notified ?? t('admin.settings.language_held_for_unknown'),
      ),
  ];
  return lines.filter(Boolean).join('\n');
}
