import { z } from 'zod';
import { locales } from '#i18n/locales.ts';
import { type LanguageRules, languageRule, type SiteSettingName, siteSettingsSchema } from './contract.ts';

const { shape } = siteSettingsSchema;

/** Holds a language, although no user has this id. */
const unknownReviewer = 'unknown';

/** What this version can't read holds the language, because another version may have stored that it is held. */
const storedRule = languageRule.catch(({ value }) => {
  const { data } = z.object({ heldFor: z.string().min(1) }).safeParse(value);
  return { threshold: null, heldFor: data?.heldFor ?? unknownReviewer };
});

const storedLanguageRules = z.unknown().transform((value): LanguageRules => {
  const { data } = z.record(z.string(), z.unknown()).safeParse(value);
  const listed = data ? locales.filter((locale) => Object.hasOwn(data, locale)) : locales;
  return Object.fromEntries(listed.map((locale) => [locale, storedRule.parse(data?.[locale])]));
});

const knownLocales = z
  .array(z.unknown())
  .transform((list) => locales.filter((locale) => list.includes(locale)));

/** Settings of which a part may be of another version. All others fall back to the default as a whole. */
const storedSchemas: Partial<Record<SiteSettingName, z.ZodType>> = {
  languageRules: storedLanguageRules,
  automaticTranslation: shape.automaticTranslation.unwrap().extend({ locales: knownLocales }),
};

export const parseStoredSetting = (name: SiteSettingName, value: unknown) =>
  (storedSchemas[name] ?? shape[name]).safeParse(value);
