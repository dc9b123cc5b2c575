import { z } from 'zod';
import type { Locale } from '#i18n/locales.ts';
import { passwordLength } from './password-contract.ts';

export const roles = ['owner', 'editor', 'author'] as const;
export type Role = (typeof roles)[number];

const permissions = {
  'blog.see': ['owner', 'editor', 'author'],
  'post.write': ['owner', 'editor', 'author'],
  'post.publish': ['owner', 'editor'],
  'post.delete': ['owner'],
  'taxonomy.manage': ['owner', 'editor'],
  'assistant.use': ['owner', 'editor', 'author'],
  'people.manage': ['owner'],
  'keys.manage': ['owner'],
  'settings.manage': ['owner'],
  'page.manage': ['owner'],
  'inbox.manage': ['owner'],
  'figures.see': ['owner', 'editor'],
  'data.manage': ['owner'],
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof permissions;

export function can(user: { role: Role }, action: Permission): boolean {
  const allowedRoles: readonly Role[] = permissions[action];
  return allowedRoles.includes(user.role);
}

export const accountErrorCodes = [
  'credentials.wrong',
  'attempts.too_many',
  'password.weak',
  'password.wrong',
  'password.missing',
  'code.missing',
  'code.wrong',
  'code.expired',
  'code.unreadable',
  'email.invalid',
  'email.taken',
  'name.missing',
  'link.invalid',
  'owner.last',
  'user.missing',
  'key.unnamed',
  'key.limit',
  'key.ended',
  'key.too_many',
] as const;
export type AccountErrorCode = (typeof accountErrorCodes)[number];

export interface AccountError {
  code: AccountErrorCode;
  retryAfterSeconds?: number;
  /** With `code.missing`, and while another code may be tried: the password was right. */
  pendingSignIn?: string;
}

/** Failed attempts on one account from one network, or from one browser that was signed in to it. */
export const accountAttemptLimit = { limit: 5, windowMs: 15 * 60_000 };
/** Failed attempts on all accounts, without those from known browsers. */
export const networkAttemptLimit = { limit: 25, windowMs: 5 * 60_000 };
/** Once an account has had `accountAttemptLimit` failed attempts from all networks, each further one waits. */
export const attemptPause = { stepMs: 500, maxMs: 5_000 };
/** Failed codes of the second factor on one account from all networks, without those from known browsers. */
export const codeAttemptLimit = 10;
export const knownBrowserSeconds = 180 * 24 * 3600;

const passwordDistinctCharacters = 5;
export const nameLengthLimit = 100;

/** `secure`: over https. */
export const sessionCookies = { secure: '__Host-unspool-session', plain: 'unspool-session' };

/** A session expires after this long without use. */
export const sessionSeconds = 12 * 3600;
export const sessionRenewedAfterMs = 3_600_000;
/** However much it is used, a session ends this long after the sign-in. */
export const sessionLifetimeMs = 7 * 24 * 3_600_000;
/** For this long after the sign-in, no action asks for the password again. */
export const recentSignInMs = 10 * 60_000;
/** A right password waits this long for the code of the second factor. */
export const pendingSignInMs = 10 * 60_000;
/** The server's secret seals the secret of a second factor. */
export const secondFactorLabel = 'second factor';
export const secondFactorSetupMs = 30 * 60_000;
/** How long an authenticator app shows a code. */
export const codeStepMs = 30_000;
export const recoveryCodeCount = 10;
export const linkLifetimeMs = {
  owner: 24 * 3_600_000,
  invitation: 7 * 24 * 3_600_000,
  reset: 3_600_000,
} as const;

export const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email());
/** No control characters: names appear in emails, and PostgreSQL can't store NUL. */
export const nameSchema = z
  .string()
  .trim()
  .min(1)
  .max(nameLengthLimit)
  .regex(/^\P{Cc}*$/u);

export const passwordSchema = z
  .string()
  .min(passwordLength.min)
  .max(passwordLength.max)
  .refine((password) => new Set(password).size >= passwordDistinctCharacters);

export const roleSchema = z.enum(roles);
export const signInSchema = z.strictObject({ email: z.string().max(254), password: z.string().max(1024) });

export const signInCodeSchema = z.strictObject({ pendingSignIn: z.string(), code: z.string().max(100) });

export const apiKeyPrefix = 'unspool_';
/** `min`, `max` and `default` are posts per minute; `keys` is the maximum number of keys. */
export const apiKeyLimits = { min: 1, max: 2000, default: 120, keys: 100 } as const;
/** Other nodes accept a revoked key for at most this long. */
export const apiKeyCacheMs = 5_000;
export const apiKeyRefreshMs = 1_000;

/** `npm run owner:create` seals the current time (Unix milliseconds) with the server's secret. */
export const ownerProofLabel = 'owner proof';
export const ownerProofMaxAgeMs = 60_000;

export interface ApiKey {
  id: string;
  name: string;
  /** Posts per minute. */
  perMinute: number;
  /** Last day of validity (UTC, `2026-12-31`); null if the key doesn't expire. */
  endsOn: string | null;
  /** UTC day; null if never used. */
  lastUsedOn: string | null;
  createdAt: Date;
}

export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(input: { hash: string; password: string }): Promise<boolean>;
}

export interface User {
  id: string;
  name: string;
  email: string;
  role: Role;
  locale: Locale;
}

export interface SecondFactor {
  recoveryCodesLeft: number;
}

export interface SecondFactorSetup {
  /** Sealed, for the form with the first code. */
  token: string;
  uri: string;
  /** The secret in base32, to be typed. */
  key: string;
}

export interface Invitation {
  id: string;
  email: string;
  role: Role;
  expiresAt: Date;
}

export interface ActiveSession {
  id: string;
  device: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface AuthSession {
  user: User;
  session: { id: string; createdAt: Date; expiresAt: Date };
}
