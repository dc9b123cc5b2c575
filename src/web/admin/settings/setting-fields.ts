import type { MessageKey } from '#i18n/translator.ts';
import type { ServerSettingName, SettingName } from '#settings/contract.ts';

export const sectionLabels = {
  site: 'admin.settings.site',
  contact: 'admin.settings.contact',
  mail: 'admin.settings.mail',
  ai: 'admin.settings.ai',
  translation: 'admin.settings.translation',
  protection: 'admin.settings.protection',
  history: 'admin.settings.history',
} as const satisfies Record<string, MessageKey>;

export type SettingSection = keyof typeof sectionLabels;
export const settingSections = Object.keys(sectionLabels) as SettingSection[];

export const sectionPath = (section: SettingSection) => `/admin/settings/${section}`;

export const optionLabels = {
  no: 'admin.settings.no',
  yes: 'admin.settings.yes',
  page: 'admin.settings.verification_page',
  proof: 'admin.settings.verification_proof',
} as const satisfies Record<string, MessageKey>;

/** How a server setting is entered. `mail-section.tsx` composes `SMTP_URL` from several fields. */
export interface ServerField {
  name: Exclude<ServerSettingName, 'SMTP_URL'>;
  type: 'text' | 'email' | 'url' | 'number' | 'password' | 'select';
  /** For numbers. */
  step?: string;
  /** The first is the default. */
  options?: readonly (keyof typeof optionLabels)[];
  /** Of an empty field. */
  placeholder?: string;
}

export const serverFields: Partial<Record<SettingSection, readonly ServerField[]>> = {
  contact: [{ name: 'CONTACT_EMAIL', type: 'email' }],
  ai: [
    { name: 'AI_BASE_URL', type: 'url', placeholder: 'https://api.example.org/v1' },
    { name: 'AI_API_KEY', type: 'password' },
    { name: 'AI_MODEL', type: 'text' },
    { name: 'AI_IMAGE_MODEL', type: 'text' },
    { name: 'AI_VISION', type: 'select', options: ['no', 'yes'] },
    { name: 'AI_INPUT_PRICE', type: 'number', step: 'any' },
    { name: 'AI_OUTPUT_PRICE', type: 'number', step: 'any' },
    { name: 'AI_CURRENCY', type: 'text', placeholder: 'USD' },
    { name: 'AI_DAILY_BUDGET', type: 'number', placeholder: '500000' },
    { name: 'AI_RUN_BUDGET', type: 'number', placeholder: '250000' },
    { name: 'AI_CONCURRENCY', type: 'number', placeholder: '4' },
    { name: 'AI_REVIEW_MODEL', type: 'text' },
    { name: 'AI_REVIEW_BASE_URL', type: 'url', placeholder: 'https://api.example.org/v1' },
    { name: 'AI_REVIEW_API_KEY', type: 'password' },
    { name: 'AI_REVIEW_BUDGET', type: 'number', placeholder: '100000' },
    { name: 'AI_REVIEW_INPUT_PRICE', type: 'number', step: 'any' },
    { name: 'AI_REVIEW_OUTPUT_PRICE', type: 'number', step: 'any' },
    { name: 'AI_REVIEW_THRESHOLD', type: 'number', placeholder: '0' },
  ],
  protection: [
    { name: 'VERIFICATION', type: 'select', options: ['page', 'proof'] },
    { name: 'LIMITS_SCALE', type: 'number', step: 'any', placeholder: '1' },
    { name: 'FILE_METADATA', type: 'select', options: ['yes', 'no'] },
  ],
};

/** `hint`: what a valid value is. */
export const settingTexts = {
  CONTACT_EMAIL: { label: 'admin.settings.contact_email', hint: 'admin.settings.contact_email_hint' },
  AI_BASE_URL: { label: 'admin.settings.ai_url', hint: 'admin.settings.ai_url_hint' },
  AI_API_KEY: { label: 'admin.settings.ai_key', hint: 'admin.settings.ai_key_hint' },
  AI_MODEL: { label: 'admin.settings.ai_model', hint: 'admin.settings.ai_model_hint' },
  AI_IMAGE_MODEL: { label: 'admin.settings.ai_image_model', hint: 'admin.settings.ai_image_model_hint' },
  AI_VISION: { label: 'admin.settings.ai_vision', hint: 'admin.settings.ai_vision_hint' },
  AI_INPUT_PRICE: { label: 'admin.settings.ai_input_price', hint: 'admin.settings.ai_input_price_hint' },
  AI_OUTPUT_PRICE: { label: 'admin.settings.ai_output_price', hint: 'admin.settings.ai_output_price_hint' },
  AI_CURRENCY: { label: 'admin.settings.ai_currency', hint: 'admin.settings.ai_currency_hint' },
  AI_DAILY_BUDGET: { label: 'admin.settings.ai_daily_budget', hint: 'admin.settings.ai_daily_budget_hint' },
  AI_RUN_BUDGET: { label: 'admin.settings.ai_run_budget', hint: 'admin.settings.ai_run_budget_hint' },
  AI_REVIEW_MODEL: { label: 'admin.settings.ai_review_model', hint: 'admin.settings.ai_review_model_hint' },
  AI_REVIEW_BASE_URL: { label: 'admin.settings.ai_review_url', hint: 'admin.settings.ai_review_url_hint' },
  AI_REVIEW_API_KEY: { label: 'admin.settings.ai_review_key', hint: 'admin.settings.ai_review_key_hint' },
  AI_REVIEW_BUDGET: {
    label: 'admin.settings.ai_review_budget',
    hint: 'admin.settings.ai_review_budget_hint',
  },
  AI_REVIEW_INPUT_PRICE: {
    label: 'admin.settings.ai_review_input_price',
    hint: 'admin.settings.ai_review_price_hint',
  },
  AI_REVIEW_OUTPUT_PRICE: {
    label: 'admin.settings.ai_review_output_price',
    hint: 'admin.settings.ai_review_price_hint',
  },
  AI_REVIEW_THRESHOLD: {
    label: 'admin.settings.ai_review_threshold',
    hint: 'admin.settings.ai_review_threshold_hint',
  },
  AI_CONCURRENCY: { label: 'admin.settings.ai_concurrency', hint: 'admin.settings.ai_concurrency_hint' },
  VERIFICATION: { label: 'admin.settings.verification', hint: 'admin.settings.verification_hint' },
  LIMITS_SCALE: { label: 'admin.settings.limits', hint: 'admin.settings.limits_hint' },
  FILE_METADATA: { label: 'admin.settings.file_metadata', hint: 'admin.settings.file_metadata_hint' },
  SMTP_URL: { label: 'admin.settings.mail_server', hint: 'admin.settings.mail_host_hint' },
  siteName: { label: 'admin.settings.site_name', hint: 'admin.settings.site_name_hint' },
  taglines: { label: 'admin.settings.taglines', hint: 'admin.settings.taglines_hint' },
  logo: { label: 'admin.settings.logo' },
  icon: { label: 'admin.settings.icon' },
  accentColor: { label: 'admin.settings.accent', hint: 'admin.settings.accent_hint' },
  defaultTheme: { label: 'admin.settings.theme' },
  replyHours: { label: 'admin.settings.reply', hint: 'admin.settings.reply_hint' },
  messageDays: { label: 'inbox.setting', hint: 'inbox.setting_hint' },
  socialLinks: { label: 'admin.settings.social', hint: 'admin.settings.social_hint' },
  claims: { label: 'admin.settings.claims', hint: 'admin.settings.claims_hint' },
  automaticTranslation: { label: 'admin.settings.automatic', hint: 'admin.settings.automatic_hour_hint' },
  languageRules: { label: 'admin.settings.language_rules', hint: 'admin.settings.language_rules_invalid' },
  skippedSteps: { label: 'admin.start.title' },
} as const satisfies Record<SettingName, { label: MessageKey; hint?: MessageKey }>;

/** False for a name that another version has stored. */
export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingTexts, name);

export const placeholders = {
  mailHost: 'mail.example.org',
  socialLabel: 'Mastodon',
  socialUrl: 'https://social.example/@name',
} as const;
