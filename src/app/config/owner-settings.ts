import { z } from 'zod';
import type { AiProvider } from '#ai/language-model.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { type ServerSettings, serverSettingNames } from '#settings/contract.ts';
import type { ConfigError } from '../config.ts';
import { aiVariables, parseAiConfig, validateAi } from './ai.ts';
import { fileVariables, validateVerification, verificationVariables } from './media.ts';

/** What owners can change in the settings while the server runs. */
export interface OwnerConfig {
  contactEmail: string | null;
  /** Delivers messages of the contact form, invitations and password links; null: none are sent. */
  mail: { smtpUrl: string; to: string } | null;
  /** Provider of language models; null: suggestions come from rules. */
  ai: AiProvider | null;
  /** `proof`: browsers need a proof of work for each post before they can download its files. */
  verification: 'page' | 'proof';
  /** Whether saved files say who made them and where they are from. */
  insertsMetadata: boolean;
  /** Factor for all rate limits of clients. */
  limitScale: number;
}

const ownerVariables = z.object({
  CONTACT_EMAIL: z.email('Use one email address, for example hello@example.org.').optional(),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'Use the URL of a mail server, for example smtps://user:password@mail.example.org.')
    .optional(),
  ...aiVariables,
  ...verificationVariables,
  ...fileVariables,
  LIMITS_SCALE: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,3})?$/, 'Use a number, for example 2 to double all rate limits.')
    .transform(Number)
    .refine((scale) => scale > 0, 'Use a number above 0, for example 2 to double all rate limits.')
    .default(1),
});

/** The URL of each provider, and the key that only it receives. */
export const providerKeys = [
  ['AI_BASE_URL', 'AI_API_KEY'],
  ['AI_REVIEW_BASE_URL', 'AI_REVIEW_API_KEY'],
] as const;

/** Stored settings and the environment, which wins. */
export function mergeSettings(stored: ServerSettings, environment: ServerSettings): ServerSettings {
  // A stored key belongs to the stored provider, so no other one may receive it.
  const kept = { ...stored };
  for (const [url, key] of providerKeys) if (environment[url] !== undefined) delete kept[key];
  return { ...kept, ...environment };
}

export function parseOwnerConfig(
  variables: ServerSettings,
  publicOrigin: string | undefined,
): Result<OwnerConfig, ConfigError[]> {
  const parsed = ownerVariables.safeParse(variables);
  if (!parsed.success) return fail(toConfigErrors(parsed.error));
  const settings = parsed.data;
  const errors = [...validateAi(settings), ...validateVerification(settings.VERIFICATION, publicOrigin)];
  if (settings.SMTP_URL && !settings.CONTACT_EMAIL)
    errors.unshift({ name: 'SMTP_URL', hint: 'Set CONTACT_EMAIL too: it receives the messages.' });
  if (errors.length > 0) return fail(errors);
  return ok({
    contactEmail: settings.CONTACT_EMAIL ?? null,
    mail:
      settings.SMTP_URL && settings.CONTACT_EMAIL
        ? { smtpUrl: settings.SMTP_URL, to: settings.CONTACT_EMAIL }
        : null,
    ai: parseAiConfig(settings),
    verification: settings.VERIFICATION,
    insertsMetadata: settings.FILE_METADATA === 'yes',
    limitScale: settings.LIMITS_SCALE,
  });
}

export function toConfigErrors({ issues }: z.ZodError): ConfigError[] {
  return issues.map(({ path, message }) => ({ name: String(path[0]), hint: message }));
}

export function pickServerSettings(variables: Record<string, string | undefined>): ServerSettings {
  return Object.fromEntries(
    serverSettingNames.map((name) => [name, variables[name]]).filter(([, value]) => value),
  );
}

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '';
}
