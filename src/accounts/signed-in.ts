import { isLocale } from '#i18n/locales.ts';
import { roleSchema, sessionRenewedAfterMs, sessionSeconds } from './contract.ts';
import type { BetterAuth } from './create-auth.ts';
import type { User } from './people.ts';
import type { SetCookieHeaders } from './sign-in.ts';

export interface AuthSession {
  user: User;
  session: { id: string; expiresAt: Date };
}

/** Reads the database each time, so a session ended on another device is invalid at once. */
export async function readAuthSession(auth: BetterAuth, headers: Headers): Promise<AuthSession | null> {
  return toAuthSession(await auth.api.getSession({ headers, query: { disableRefresh: true } }));
}

/** Like `readAuthSession`, but extends the session. */
export async function renewSession(
  auth: BetterAuth,
  headers: Headers,
): Promise<{ authSession: AuthSession; cookies: SetCookieHeaders } | null> {
  const renewed = await auth.api.getSession({ headers, returnHeaders: true });
  const found = toAuthSession(renewed.response);
  return found && { authSession: found, cookies: renewed.headers.getSetCookie() };
}

export function shouldRenewSession({ session }: AuthSession, now: number): boolean {
  return session.expiresAt.getTime() - now < sessionSeconds * 1000 - sessionRenewedAfterMs;
}

type BetterAuthSession = Awaited<ReturnType<BetterAuth['api']['getSession']>>;

function toAuthSession(found: BetterAuthSession): AuthSession | null {
  if (!found) return null;
  const { id, name, email, role, locale } = found.user;
  return {
    user: { id, name, email, role: roleSchema.parse(role), locale: isLocale(locale) ? locale : 'en' },
    session: { id: found.session.id, expiresAt: found.session.expiresAt },
  };
}
