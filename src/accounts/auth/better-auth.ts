import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { BetterAuthOptions, DBAdapter, Where } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { z } from 'zod';
import type { Database } from '#database/database.ts';
import { accountCredential, accountSession, accountUser } from '#database/schema.ts';
import { deriveKey } from '#platform/crypto/sealed-token.ts';
import { type PasswordHashing, sessionCookies, sessionSeconds } from '../contract.ts';
import { passwordLength } from '../password-contract.ts';

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

/** For a user who has proven both factors; better-auth itself only starts a session with a password. */
const verifiedSessions = {
  id: 'verified-sessions',
  endpoints: {
    startVerifiedSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ userId: z.string() }) },
      async (context) => {
        const { internalAdapter } = context.context;
        const user = await internalAdapter.findUserById(context.body.userId);
        if (!user) return false;
        await setSessionCookie(context, { session: await internalAdapter.createSession(user.id), user });
        return true;
      },
    ),
  },
};

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
          name: isSecure ? sessionCookies.secure : sessionCookies.plain,
          attributes: { secure: isSecure, httpOnly: true, sameSite: 'lax', path: '/' },
        },
      },
      ipAddress: { disableIpTracking: true },
    },
    plugins: [verifiedSessions],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log(_level, message, cause) {
        const call = calls.getStore();
        if (call) call.cause = cause;
        options.onError(cause ?? message);
      },
    },
  });
}

const calls = new AsyncLocalStorage<{ cause?: unknown }>();

/** better-auth only logs an error of the database and throws one of its own. This throws the first. */
export async function withDatabaseErrors<T>(run: () => Promise<T>): Promise<T> {
  const call: { cause?: unknown } = {};
  try {
    return await calls.run(call, run);
  } catch (error) {
    throw call.cause ?? error;
  }
}

type Row = Record<string, unknown>;

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Stores only digests of session tokens, so a copy of the database can't be used to sign in. */
function hashSessionTokens(adapter: DBAdapter): DBAdapter {
  return {
    ...adapter,
    async create(call) {
      if (call.model !== 'session') return adapter.create(call);
      const { token, ipAddress, ...data } = call.data as Row;
      const row = await adapter.create<Row>({ ...call, data: { ...data, token: hashToken(String(token)) } });
      return { ...row, token } as never;
    },
    async findOne<T>(call: Parameters<DBAdapter['findOne']>[0]) {
      return withToken<T>(await adapter.findOne<T>({ ...call, where: hashTokenFilters(call) ?? [] }), call);
    },
    async findMany<T>(call: Parameters<DBAdapter['findMany']>[0]) {
      const rows = await adapter.findMany<T>({ ...call, where: hashTokenFilters(call) });
      return rows.map((row) => withToken<T>(row, call) as T);
    },
    async update<T>(call: Parameters<DBAdapter['update']>[0]) {
      return withToken<T>(await adapter.update<T>({ ...call, where: hashTokenFilters(call) ?? [] }), call);
    },
    delete: (call) => adapter.delete({ ...call, where: hashTokenFilters(call) ?? [] }),
    deleteMany: (call) => adapter.deleteMany({ ...call, where: hashTokenFilters(call) ?? [] }),
  };
}

interface Call {
  model: string;
  where?: Where[] | undefined;
}

function hashTokenFilters({ model, where }: Call): Where[] | undefined {
  if (model !== 'session') return where;
  return where?.map((part) => (isToken(part) ? { ...part, value: hashToken(part.value) } : part));
}

function withToken<T>(row: T | null, { model, where }: Call): T | null {
  const tokenFilter = model === 'session' ? where?.find(isToken) : undefined;
  return row && tokenFilter ? { ...row, token: tokenFilter.value } : row;
}

function isToken(part: Where): part is Where & { value: string } {
  return part.field === 'token' && typeof part.value === 'string';
}
