import { isAPIError } from 'better-auth/api';
import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { Database } from '#database/database.ts';
import { accountCredential, accountSession, accountUser } from '#database/schema.ts';
import { isLocale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import {
  type AccountError,
  type ActiveSession,
  type AuthSession,
  emailSchema,
  roleSchema,
  sessionLifetimeMs,
  sessionRenewedAfterMs,
  sessionSeconds,
} from '../contract.ts';
import type { AttemptLimiter } from './attempt-limiter.ts';
import { type BetterAuth, withDatabaseErrors } from './better-auth.ts';
import type { KnownBrowsers } from './known-browsers.ts';

export interface RequestClient {
  headers: Headers;
  network: string;
}

export type SetCookieHeaders = string[];

export interface SessionDeps {
  auth: BetterAuth;
  attempts: AttemptLimiter;
  knownBrowsers: KnownBrowsers;
  database: Database;
  now: () => number;
}

export function createSessions({ auth, attempts, knownBrowsers, database, now }: SessionDeps) {
  async function startSession(
    body: { email: string; password: string },
    headers: Headers,
  ): Promise<Result<SetCookieHeaders, AccountError>> {
    try {
      const signInResult = await withDatabaseErrors(() =>
        auth.api.signInEmail({
          body: { ...body, email: body.email.trim() },
          headers: new Headers({ 'user-agent': headers.get('user-agent') ?? '' }),
          returnHeaders: true,
        }),
      );
      await signOut(headers);
      return ok([...signInResult.headers.getSetCookie(), knownBrowsers.createCookie(body.email)]);
    } catch (error) {
      if (isAPIError(error) && error.statusCode < 500) return fail({ code: 'credentials.wrong' });
      throw error;
    }
  }

  async function signOut(headers: Headers): Promise<SetCookieHeaders> {
    const ended = await withDatabaseErrors(() => auth.api.signOut({ headers, returnHeaders: true }));
    return ended.headers.getSetCookie();
  }

  /** `for share` waits for a concurrent password change. */
  async function loadPasswordHash(rawEmail: string): Promise<string | null> {
    const email = emailSchema.safeParse(rawEmail);
    if (!email.success) return null;
    const [row] = await database.query
      .select({ hash: accountCredential.password })
      .from(accountCredential)
      .innerJoin(accountUser, eq(accountUser.id, accountCredential.userId))
      .where(eq(accountUser.email, email.data))
      .for('share', { of: accountCredential });
    return row?.hash ?? null;
  }

  return {
    startSession,
    signOut,
    /** A wrong password and an unknown email give the same error after the same amount of work. */
    async signIn(
      { email, password }: { email: string; password: string },
      client: RequestClient,
    ): Promise<Result<SetCookieHeaders, AccountError>> {
      const attempt = await attempts.consume('password', email, client);
      if (!attempt.ok) return attempt;
      await attempt.value.pause();
      const before = await loadPasswordHash(email);
      const result = await startSession({ email, password }, client.headers);
      if (!result.ok) return result;
      await attempt.value.refund();
      if ((await loadPasswordHash(email)) === before) return result;
      // The password changed meanwhile, and this session started too late to be ended with the others.
      const cookie = result.value.map((line) => line.split(';')[0]).join('; ');
      await signOut(new Headers({ cookie }));
      return fail({ code: 'credentials.wrong' });
    },
    async listSessions(userId: string): Promise<ActiveSession[]> {
      const rows = await database.query
        .select()
        .from(accountSession)
        .where(
          and(
            eq(accountSession.userId, userId),
            gt(accountSession.expiresAt, new Date(now())),
            gt(accountSession.createdAt, new Date(now() - sessionLifetimeMs)),
          ),
        )
        .orderBy(desc(accountSession.updatedAt));
      return rows.map(({ id, userAgent: device, createdAt, updatedAt }) => ({
        id,
        device,
        createdAt,
        updatedAt,
      }));
    },
    async endSession(userId: string, id: string): Promise<void> {
      const ownSession = and(eq(accountSession.userId, userId), eq(accountSession.id, id));
      await database.query.delete(accountSession).where(ownSession);
    },
    async endOtherSessions(userId: string, currentId: string): Promise<void> {
      const otherSessions = and(eq(accountSession.userId, userId), ne(accountSession.id, currentId));
      await database.query.delete(accountSession).where(otherSessions);
    },
    /** Reads the database each time, so a session ended on another device is invalid at once. */
    async getSession(headers: Headers): Promise<AuthSession | null> {
      const found = await withDatabaseErrors(() =>
        auth.api.getSession({ headers, query: { disableRefresh: true } }),
      );
      return toAuthSession(found, now());
    },
    async renewSession(headers: Headers) {
      const renewed = await withDatabaseErrors(() => auth.api.getSession({ headers, returnHeaders: true }));
      const authSession = toAuthSession(renewed.response, now());
      if (authSession) return { authSession, cookies: renewed.headers.getSetCookie() };
      // better-auth has just extended it.
      if (renewed.response) await signOut(headers);
      return null;
    },
    shouldRenewSession: ({ session }: AuthSession) =>
      session.expiresAt.getTime() < getSessionEnd(session) &&
      session.expiresAt.getTime() - now() < sessionSeconds * 1000 - sessionRenewedAfterMs,
  };
}

type BetterAuthSession = Awaited<ReturnType<BetterAuth['api']['getSession']>>;

const getSessionEnd = ({ createdAt }: { createdAt: Date }) => createdAt.getTime() + sessionLifetimeMs;

/** better-auth extends a session without end. */
function toAuthSession(found: BetterAuthSession, now: number): AuthSession | null {
  if (!found) return null;
  const end = getSessionEnd(found.session);
  if (now >= end) return null;
  const { id, name, email, role, locale } = found.user;
  return {
    user: { id, name, email, role: roleSchema.parse(role), locale: isLocale(locale) ? locale : 'en' },
    session: {
      id: found.session.id,
      createdAt: found.session.createdAt,
      expiresAt: new Date(Math.min(found.session.expiresAt.getTime(), end)),
    },
  };
}
