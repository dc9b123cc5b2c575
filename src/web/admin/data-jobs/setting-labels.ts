import type { Locale } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { type SettingName, serverSettingNames, siteSettingNames } from '#settings/contract.ts';
import { settingTexts } from '../settings/setting-fields.ts';

export type SettingLabels = Readonly<Record<string, string>>;

/** Not in the messages of the browser: only the preview of a restore needs them. */
export function createSettingLabels(locale: Locale): SettingLabels {
  const t = serverTranslator(locale);
  const names: readonly SettingName[] = [...siteSettingNames, ...serverSettingNames];
  return Object.fromEntries(names.map((name) => [name, t(settingTexts[name].label)]));
}
