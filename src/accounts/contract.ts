import { z } from 'zod';

/** From the one who may do everything to the one who only writes. */
export const roles = ['owner', 'editor', 'author'] as const;
export type Role = (typeof roles)[number];

/** What needs permission; `allows.ts` says who has it. */
export type Action =
  | 'blog.see'
  | 'post.write'
  | 'post.publish'
  | 'post.delete'
  | 'taxonomy.manage'
  | 'assistant.use'
  | 'people.manage'
  | 'keys.manage';

/** An expected refusal, in words of `web/admin/account-messages.ts`. */
export const accountErrorCodes = [
  'credentials.wrong',
  'attempts.too_many',
  'password.weak',
  'password.wrong',
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
  /** Only with `attempts.too_many`. */
  retryAfterSeconds?: number;
}

/** Tries that may fail within a window, per account and per network. */
export const accountAttempts = { limit: 5, windowMs: 15 * 60_000 };
export const networkAttempts = { limit: 25, windowMs: 5 * 60_000 };

/** Characters; forms say the same by `passwordRange` of the pages. */
export const passwordLength = { min: 12, max: 128 };
/** So that a password is not one key held down. */
const passwordDistinct = 5;
export const nameLengthLimit = 100;

/** A session ends when it has not been used for so long. */
export const sessionSeconds = 12 * 3600;
/** The server renews it with a page when it is older than this. */
export const sessionRenewedAfterMs = 3_600_000;
/** How long a link works, unless it is used before. */
export const linkLifetimeMs = {
  owner: 24 * 3_600_000,
  invitation: 7 * 24 * 3_600_000,
  reset: 3_600_000,
} as const;

export const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email());
/** One line, as it stands in letters; the database keeps no character 0 either. */
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
  .refine((password) => new Set(password).size >= passwordDistinct);
export const roleSchema = z.enum(roles);
export const signInSchema = z.strictObject({ email: z.string().max(254), password: z.string().max(1024) });

/** What every API key begins with, which tells it from other bearers. */
export const apiKeyPrefix = 'unspool_';
/** Posts a minute of one key; how many keys there are at most. */
export const apiKeyLimits = { min: 1, max: 2000, usual: 120, keys: 100 } as const;
/** A key that was withdrawn works no longer than this, on every node. */
export const apiKeyMemoryMs = 5_000;
/** How often keys are read again for one that is not among them. */
export const apiKeyMissMs = 1_000;

/** What `npm run owner:create` seals with the server's secret: the time, in milliseconds since 1970. */
export const ownerProofLabel = 'owner proof';
/** How old such a proof may be. */
export const ownerProofMs = 60_000;
