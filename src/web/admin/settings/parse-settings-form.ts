import { type Locale, locales } from '#i18n/locales.ts';
import {
  type AutomaticTranslation,
  type ClaimName,
  claimNames,
  type ServerSettings,
  type SettingChanges,
  type SettingError,
  type SiteSettings,
} from '#settings/contract.ts';
import { type ServerField, type SettingSection, serverFields } from './setting-fields.ts';
import { composeSmtpUrl, mailSecurities } from './smtp-url.ts';

export const maxSocialLinks = 8;

type ReadField = (name: string) => string;

/** Empty texts are left out. */
function parseTexts(field: ReadField, prefix: string): Partial<Record<Locale, string>> {
  const texts = locales.map((locale) => [locale, field(`${prefix}-${locale}`).trim()] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

function parseClaim(field: ReadField, name: ClaimName) {
  return {
    mode: field(`claim-${name}`),
    values: parseTexts(field, `claim-${name}-value`),
    labels: parseTexts(field, `claim-${name}-label`),
  };
}

function parseSite(field: ReadField): SettingChanges {
  const rows = Array.from({ length: maxSocialLinks }, (_, index) => ({
    label: field(`social-label-${index}`).trim(),
    url: field(`social-url-${index}`).trim(),
  }));
  return {
    siteName: field('siteName'),
    taglines: parseTexts(field, 'tagline'),
    accentColor: field('hasAccent') === 'yes' ? field('accentColor').toLowerCase() : null,
    defaultTheme: field('defaultTheme'),
    socialLinks: rows.filter(({ label, url }) => label !== '' || url !== ''),
    claims: Object.fromEntries(claimNames.map((name) => [name, parseClaim(field, name)])),
  };
}

/** A new rule, or one with more languages, leaves alone what was published before it. */
function parseAutomaticTranslation(
  field: ReadField,
  stored: AutomaticTranslation,
  now: number,
): SettingChanges {
  const mode = field('automatic-mode');
  const selected = locales.filter((locale) => field(`automatic-${locale}`) === 'yes');
  const isSame = stored.mode !== 'never' && selected.every((locale) => stored.locales.includes(locale));
  const started = isSame ? stored.since : new Date(now).toISOString();
  return {
    automaticTranslation: {
      mode,
      locales: selected,
      hour: field('automatic-hour').trim() === '' ? null : Number(field('automatic-hour')),
      since: mode === 'never' ? null : started,
      notifiedUser: field('automatic-notified') || null,
    },
  };
}

/** A language without a rule is left out. */
function parseLanguageRules(field: ReadField): SettingChanges {
  const rules = locales.map((locale) => {
    const threshold = field(`threshold-${locale}`).trim();
    const heldFor = field(`held-for-${locale}`) || null;
    return [locale, { threshold: threshold === '' ? null : Number(threshold), heldFor }] as const;
  });
  const isSet = ([, { threshold, heldFor }]: (typeof rules)[number]) =>
    threshold !== null || heldFor !== null;
  return { languageRules: Object.fromEntries(rules.filter(isSet)) };
}

/** An empty secret stays as it is; the first option of a list is the default. */
function parseServerField(field: ReadField, { name, type, options }: ServerField): SettingChanges {
  const value = field(name).trim();
  if (type === 'password') {
    if (field(`${name}-remove`) === 'yes') return { [name]: null };
    return value === '' ? {} : { [name]: value };
  }
  return { [name]: value === '' || value === options?.[0] ? null : value };
}

function parseMail(
  field: ReadField,
  stored: ServerSettings,
): { changes: SettingChanges; errors: SettingError[] } {
  const security = mailSecurities.find((name) => name === field('mail-security')) ?? 'tls';
  const server = {
    host: field('mail-host').trim(),
    port: field('mail-port').trim(),
    security,
    user: field('mail-user').trim(),
  };
  const composed = composeSmtpUrl(server, field('mail-password'), stored.SMTP_URL);
  if ('url' in composed) return { changes: { SMTP_URL: composed.url }, errors: [] };
  const code = composed.error === 'missing' ? 'reenter' : 'invalid';
  return { changes: {}, errors: [{ name: 'SMTP_URL', code }] };
}

interface FormContext {
  stored: ServerSettings;
  fixed: ServerSettings;
  site: SiteSettings;
  now: number;
}

/** Settings of the environment are left out: their fields are disabled. */
export function parseSettingsForm(
  section: SettingSection,
  field: ReadField,
  { stored, fixed, site, now }: FormContext,
): { changes: SettingChanges; errors: SettingError[] } {
  if (section === 'site') return { changes: parseSite(field), errors: [] };
  if (section === 'translation') {
    const automatic = parseAutomaticTranslation(field, site.automaticTranslation, now);
    return { changes: { ...automatic, ...parseLanguageRules(field) }, errors: [] };
  }
  if (section === 'mail') return 'SMTP_URL' in fixed ? { changes: {}, errors: [] } : parseMail(field, stored);
  const fields = serverFields[section]?.filter(({ name }) => !(name in fixed)) ?? [];
  const changes: SettingChanges = Object.assign({}, ...fields.map((item) => parseServerField(field, item)));
  if (section !== 'contact') return { changes, errors: [] };
  const readNumber = (name: string) => (field(name).trim() === '' ? null : Number(field(name)));
  const own = { replyHours: readNumber('replyHours'), messageDays: readNumber('messageDays') };
  return { changes: { ...changes, ...own }, errors: [] };
}

/** The fields to show again after an error. Never those of secrets. */
export function listRedisplayedFields(section: SettingSection): string[] {
  const perLocale = (prefix: string) => locales.map((locale) => `${prefix}-${locale}`);
  if (section === 'mail') return ['mail-host', 'mail-port', 'mail-security', 'mail-user'];
  if (section === 'translation') {
    const ofLanguages = ['automatic', 'threshold', 'held-for'].flatMap(perLocale);
    return ['automatic-mode', 'automatic-hour', 'automatic-notified', ...ofLanguages];
  }
  if (section === 'site')
    return [
      ...['siteName', 'hasAccent', 'accentColor', 'defaultTheme'],
      ...perLocale('tagline'),
      ...Array.from({ length: maxSocialLinks }, (_, index) => [
        `social-label-${index}`,
        `social-url-${index}`,
      ]).flat(),
      ...claimNames.flatMap((name) => [
        `claim-${name}`,
        ...perLocale(`claim-${name}-value`),
        ...perLocale(`claim-${name}-label`),
      ]),
    ];
  const fields = serverFields[section]?.filter(({ type }) => type !== 'password') ?? [];
  const names = fields.map(({ name }) => name);
  return section === 'contact' ? [...names, 'replyHours', 'messageDays'] : names;
}
