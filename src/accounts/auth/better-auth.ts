import type { BetterAuthOptions } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { betterAuth } from 'better-auth/minimal';
import type { Database } from '#database/database.ts';
import { accountCredential, accountSession, accountUser } from '#database/schema.ts';
import { deriveKey } from '#platform/crypto/sealed-token.ts';
import { type PasswordHashing, passwordLength, sessionSeconds } from '../contract.ts';
import { hashSessionTokens } from './hash-session-tokens.ts';

const browsers = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

function deviceName(userAgent: string): string {
  const find = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(' · ');
}

export type BetterAuth = ReturnType<typeof createBetterAuth>;

/** better-auth's routes aren't mounted: this folder's functions add attempt limits and roles. */
export function createBetterAuth(options: {
  database: Database;
  secret: string;
  publicOrigin: string;
  onError: (error: unknown) => void;
  passwordHashing?: PasswordHashing;
}) {
  const isSecure = options.publicOrigin.startsWith('https:');
  const adapter = drizzleAdapter(options.database.query, {
    provider: 'pg',
    schema: { accountUser, accountCredential, accountSession },
  });
  return betterAuth({
    baseURL: options.publicOrigin,
    secret: deriveKey(options.secret, 'accounts').toString('base64url'),
    database: (settings: BetterAuthOptions) => hashSessionTokens(adapter(settings)),
    user: {
      modelName: 'accountUser',
      additionalFields: {
        role: { type: 'string', required: true, input: false },
        locale: { type: 'string', required: true, input: false },
      },
    },
    account: { modelName: 'accountCredential' },
    session: { modelName: 'accountSession', expiresIn: sessionSeconds, updateAge: 0 },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      ...(options.passwordHashing && { password: options.passwordHashing }),
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => ({
            data: { ...session, userAgent: deviceName(session.userAgent ?? '') },
          }),
        },
      },
    },
    advanced: {
      // better-auth would use `__Secure-`; `__Host-` is stricter.
      cookiePrefix: 'unspool',
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: isSecure ? '__Host-unspool-session' : 'unspool-session',
          attributes: { secure: isSecure, httpOnly: true, sameSite: 'lax', path: '/' },
        },
      },
      ipAddress: { disableIpTracking: true },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message, cause) => options.onError(cause ?? message) },
  });
}
