import { isAPIError } from 'better-auth/api';
import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { Database } from '#database/database.ts';
import { accountCredential, accountSession, accountUser } from '#database/schema.ts';
import { isLocale } from '#i18n/locales.ts';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import {
  type AccountError,
  type ActiveSession,
  type AuthSession,
  emailSchema,
  pendingSignInMs,
  roleSchema,
  sessionLifetimeMs,
  sessionRenewedAfterMs,
  sessionSeconds,
} from '../contract.ts';
import type { AttemptLimiter } from './attempt-limiter.ts';
import { type BetterAuth, hashToken, withDatabaseErrors } from './better-auth.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { SecondFactors } from './second-factors.ts';

export interface RequestClient {
  headers: Headers;
  network: string;
}

export type SetCookieHeaders = string[];

export interface SessionDeps {
  auth: BetterAuth;
  attempts: AttemptLimiter;
  knownBrowsers: KnownBrowsers;
  secondFactors: SecondFactors;
  secret: string;
  database: Database;
  now: () => number;
}

interface Credential {
  userId: string;
  email: string;
  hash: string;
}

interface PendingSignIn {
  userId: string;
  email: string;
  /** Digest of the password's hash: a new password ends the sign-in. */
  credential: string;
  createdAt: number;
}

export function createSessions(deps: SessionDeps) {
  const { auth, attempts, knownBrowsers, secondFactors, database, now } = deps;
  const pendingSignIns = createSealer(deps.secret, 'pending sign-in');
  async function startSession(
    body: { email: string; password: string },
    headers: Headers,
  ): Promise<Result<SetCookieHeaders, AccountError>> {
    try {
      const signInResult = await withDatabaseErrors(() =>
        auth.api.signInEmail({
          body: { ...body, email: body.email.trim() },
          headers: toDeviceHeaders(headers),
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
  async function loadCredential(rawEmail: string): Promise<Credential | null> {
    const email = emailSchema.safeParse(rawEmail);
    if (!email.success) return null;
    const [row] = await database.query
      .select({ userId: accountUser.id, email: accountUser.email, hash: accountCredential.password })
      .from(accountCredential)
      .innerJoin(accountUser, eq(accountUser.id, accountCredential.userId))
      .where(eq(accountUser.email, email.data))
      .for('share', { of: accountCredential });
    return row ?? null;
  }

  function requestCode({ userId, email, hash }: Credential): AccountError {
    const pending: PendingSignIn = { userId, email, credential: hashToken(hash), createdAt: now() };
    return { code: 'code.missing', pendingSignIn: pendingSignIns.seal(pending) };
  }

  async function loadPendingCredential(token: string): Promise<Credential | null> {
    const opened = pendingSignIns.open(token);
    if (!opened.ok) return null;
    const { userId, email, credential, createdAt } = opened.value as PendingSignIn;
    if (now() - createdAt >= pendingSignInMs) return null;
    const current = await loadCredential(email);
    return current?.userId === userId && hashToken(current.hash) === credential ? current : null;
  }

  /** For a session that started too late to be ended with the others. */
  async function endNewSession(cookies: SetCookieHeaders): Promise<void> {
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
    await signOut(new Headers({ cookie }));
  }

  return {
    startSession,
    signOut,
    /** An error with `pendingSignIn`, or null if the account has no second factor. */
    async requireCode(email: string): Promise<AccountError | null> {
      const credential = await loadCredential(email);
      if (!credential || !(await secondFactors.find(credential.userId))) return null;
      return requestCode(credential);
    },
    /** A wrong password and an unknown email give the same error after the same amount of work. */
    async signIn(
      { email, password }: { email: string; password: string },
      client: RequestClient,
    ): Promise<Result<SetCookieHeaders, AccountError>> {
      const attempt = await attempts.consume('password', email, client);
      if (!attempt.ok) return attempt;
      await attempt.value.pause();
      const before = await loadCredential(email);
      if (before && (await secondFactors.find(before.userId))) {
        const { verify } = (await auth.$context).password;
        if (!(await verify({ hash: before.hash, password }))) return fail({ code: 'credentials.wrong' });
        await attempt.value.refund();
        return fail(requestCode(before));
      }
      const result = await startSession({ email, password }, client.headers);
      if (!result.ok) return result;
      await attempt.value.refund();
      const after = await loadCredential(email);
      const isCurrent = after?.hash === before?.hash;
      if (isCurrent && !(after && (await secondFactors.find(after.userId)))) return result;
      await endNewSession(result.value);
      return fail({ code: 'credentials.wrong' });
    },
    async completeSignIn(
      { pendingSignIn, code }: { pendingSignIn: string; code: string },
      client: RequestClient,
    ): Promise<Result<SetCookieHeaders, AccountError>> {
      const before = await loadPendingCredential(pendingSignIn);
      if (!before) return fail({ code: 'code.expired' });
      const { userId, email } = before;
      const attempt = await attempts.consume('code', email, client);
      if (!attempt.ok) return fail({ ...attempt.error, pendingSignIn });
      await attempt.value.pause();
      const accepted = await secondFactors.acceptCode(userId, code);
      if (!accepted.ok)
        return fail(
          accepted.error.code === 'code.wrong' ? { ...accepted.error, pendingSignIn } : accepted.error,
        );
      await attempt.value.refund();
      const started = await withDatabaseErrors(() =>
        auth.api.startVerifiedSession({
          body: { userId },
          headers: toDeviceHeaders(client.headers),
          returnHeaders: true,
        }),
      );
      const cookies = started.headers.getSetCookie();
      if ((await loadPendingCredential(pendingSignIn)) === null) {
        await endNewSession(cookies);
        return fail({ code: 'code.expired' });
      }
      await signOut(client.headers);
      return ok([...cookies, knownBrowsers.createCookie(email)]);
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

const toDeviceHeaders = (headers: Headers) => new Headers({ 'user-agent': headers.get('user-agent') ?? '' });

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
