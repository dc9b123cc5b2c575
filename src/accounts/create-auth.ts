import type { BetterAuthOptions } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { betterAuth } from 'better-auth/minimal';
import type { Database } from '#database/connect.ts';
import { accountCredential, accountSession, accountUser } from '#database/schema.ts';
import { deriveKey } from '#platform/sealed-token.ts';
import { passwordLength, sessionSeconds } from './contract.ts';
import { hashSessionTokens } from './hash-session-tokens.ts';
import { deviceName } from './name-device.ts';

export type BetterAuth = ReturnType<typeof createBetterAuth>;

export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(input: { hash: string; password: string }): Promise<boolean>;
}

/**
 * better-auth handles passwords, sessions and the cookie. Its routes aren't mounted: this folder's functions
 * add attempt limits and roles.
 */
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
