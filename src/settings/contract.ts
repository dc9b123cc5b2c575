import { z } from 'zod';
import { locales } from '#i18n/locales.ts';
import { defaultSiteName } from '#i18n/translator.ts';
import type { Result } from '#platform/result.ts';
import { checkAccentColor } from './accent-color.ts';

export const startSteps = ['name', 'contact', 'mail', 'ai', 'post', 'address'] as const;
export type StartStep = (typeof startSteps)[number];

/** `real`: a number counted by this installation. */
export const claimModes = ['default', 'own', 'real', 'off'] as const;
export const claimNames = ['rating', 'downloads', 'reply', 'counter'] as const;
export type ClaimName = (typeof claimNames)[number];

/** An empty field means the text that ships. */
const textByLocale = (max: number) => z.partialRecord(z.enum(locales), singleLine.max(max));
const httpsUrl = z.url({ protocol: /^https$/ }).max(500);
/** Any variant of a stored image. */
const imagePath = z.string().regex(/^\/files\/[0-9a-f-]{36}\/\d{1,5}\.webp$/);
/** Without line breaks, other control characters and those that reverse the direction of the text. */
const singleLine = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]*$/u);

const claim = z.object({
  mode: z.enum(claimModes),
  /** For `own`. */
  values: textByLocale(20).default({}),
  labels: textByLocale(60).default({}),
});

export const claimsSchema = z.object({
  rating: claim,
  downloads: claim,
  reply: claim,
  counter: claim,
});

/** When posts are translated without a person starting it. The value is also the name of the rule in the history. */
export const automaticModes = ['never', 'publish', 'change', 'nightly'] as const;
export type AutomaticRule = Exclude<(typeof automaticModes)[number], 'never'>;

/**
 * Names of rules in the history of a post. `held`: a person publishes the translations into this language. `score`: the
 * lowest score decided whether it is published.
 */
export type TranslationRule = AutomaticRule | 'held' | 'score';

export const languageRule = z.strictObject({
  /** Lowest score of a translation that is published by itself; null: that of all languages. */
  threshold: z.int().min(0).max(100).nullable(),
  /** The user who publishes the translations, by id; null: nobody has to. */
  heldFor: z.string().min(1).max(100).nullable(),
});
const languageRules = z.partialRecord(z.enum(locales), languageRule);
export type LanguageRules = z.output<typeof languageRules>;

const automaticTranslation = z.object({
  mode: z.enum(automaticModes),
  locales: z.array(z.enum(locales)),
  /** Of the day, in UTC, for `nightly`. */
  hour: z.int().min(0).max(23),
  /** Posts that were last published or changed before stay as they are; null for `never`. */
  since: z.iso.datetime().nullable(),
  /** The user who gets an email about translations that the rule didn't publish, by id; null: nobody. */
  notifiedUser: z.string().min(1).max(100).nullable().default(null),
});
export type AutomaticTranslation = z.output<typeof automaticTranslation>;

const shippedClaim = { mode: 'default', values: {}, labels: {} } as const;

/** How the site looks and works. Every setting has a default, with which it does as the specification says. */
export const siteSettingsSchema = z.object({
  siteName: singleLine.min(1).max(40).default(defaultSiteName),
  taglines: textByLocale(80).default({}),
  logo: imagePath.nullable().default(null),
  icon: imagePath.nullable().default(null),
  /** For light pages. The color of dark pages is derived from it. */
  accentColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .refine((color) => checkAccentColor(color).isReadable)
    .nullable()
    .default(null),
  defaultTheme: z.enum(['system', 'light', 'dark']).default('system'),
  /** null: no promise is made. */
  replyHours: z.int().min(1).max(720).nullable().default(24),
  /** After how many days contact messages are deleted. */
  messageDays: z.int().min(1).max(730).default(90),
  socialLinks: z
    .array(z.object({ label: singleLine.min(1).max(40), url: httpsUrl }))
    .max(8)
    .default([]),
  /** Steps of the checklist for new installations. */
  skippedSteps: z.array(z.enum(startSteps)).default([]),
  automaticTranslation: automaticTranslation.default({
    mode: 'never',
    locales: [...locales],
    hour: 3,
    since: null,
    notifiedUser: null,
  }),
  languageRules: languageRules.default({}),
  claims: claimsSchema.default({
    rating: shippedClaim,
    downloads: shippedClaim,
    reply: shippedClaim,
    counter: shippedClaim,
  }),
});
export type SiteSettings = z.output<typeof siteSettingsSchema>;
export type SiteSettingName = keyof SiteSettings;

export const siteSettingNames = Object.keys(siteSettingsSchema.shape) as SiteSettingName[];
export const defaultSiteSettings: SiteSettings = siteSettingsSchema.parse({});

/** Settings of the server, by the environment variable that overrides them. */
export const serverSettingNames = [
  'CONTACT_EMAIL',
  'SMTP_URL',
  'AI_BASE_URL',
  'AI_API_KEY',
  'AI_MODEL',
  'AI_IMAGE_MODEL',
  'AI_VISION',
  'AI_INPUT_PRICE',
  'AI_OUTPUT_PRICE',
  'AI_CURRENCY',
  'AI_DAILY_BUDGET',
  'AI_RUN_BUDGET',
  'AI_CONCURRENCY',
  'AI_REVIEW_MODEL',
  'AI_REVIEW_BASE_URL',
  'AI_REVIEW_API_KEY',
  'AI_REVIEW_BUDGET',
  'AI_REVIEW_INPUT_PRICE',
  'AI_REVIEW_OUTPUT_PRICE',
  'AI_REVIEW_THRESHOLD',
  'VERIFICATION',
  'LIMITS_SCALE',
  'FILE_METADATA',
] as const;
export type ServerSettingName = (typeof serverSettingNames)[number];
/** As environment variables hold them. */
export type ServerSettings = Partial<Record<ServerSettingName, string>>;

/** Stored encrypted and never shown again. */
export const secretSettingNames: readonly ServerSettingName[] = [
  'SMTP_URL',
  'AI_API_KEY',
  'AI_REVIEW_API_KEY',
];

export type SettingName = SiteSettingName | ServerSettingName;

/** `null` restores the default, unless it is a value of the setting. */
export type SettingChanges = Partial<Record<SiteSettingName, unknown>> &
  Partial<Record<ServerSettingName, string | null>>;

/** `fixed`: the environment sets this variable. `reenter`: a stored secret must not reach another server. */
export interface SettingError {
  name: SettingName;
  code: 'invalid' | 'fixed' | 'reenter';
}

/** Why an email of the owner was not sent. */
export type SendMailError = 'missing' | 'unreachable' | 'sign_in' | 'rejected';

/** Name in the history for the restore of a backup; `after`: when it was created (ISO 8601). */
export const restoreChangeName = 'restore';

export interface SettingChange {
  id: string;
  changedAt: string;
  userName: string;
  name: string;
  /** JSON or a variable's value; null for the default and for secrets. */
  before: string | null;
  after: string | null;
  isSecret: boolean;
}

export interface SettingActor {
  name: string;
}

export interface Settings {
  site(): SiteSettings;
  /** With secrets. */
  server(): ServerSettings;
  /** Names of secrets that can't be decrypted, because the app secret was replaced. */
  unreadableSecrets(): readonly ServerSettingName[];
  /** Saves all changes, or none of them. */
  save(changes: SettingChanges, actor: SettingActor): Promise<Result<null, SettingError[]>>;
  /** On every node, after something else has written the rows. */
  reload(): Promise<void>;
  /** Newest first. */
  listChanges(options: { offset: number; limit: number }): Promise<SettingChange[]>;
  /** Reports changes by any node. */
  onChange(listener: () => void): void;
}
