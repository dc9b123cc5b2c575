import { isLocale } from '#i18n/locales.ts';
import { roleSchema, sessionRenewedAfterMs, sessionSeconds } from './contract.ts';
import type { Auth } from './create-auth.ts';
import type { Person } from './people.ts';
import type { Cookies } from './sign-in.ts';

export interface SignedIn {
  user: Person;
  session: { id: string; expiresAt: Date };
}

/** Asked of the database each time: a session that was ended elsewhere is over at once. */
export async function signedIn(auth: Auth, headers: Headers): Promise<SignedIn | null> {
  return toSignedIn(await auth.api.getSession({ headers, query: { disableRefresh: true } }));
}

/** The same, and the session lasts from now on anew. */
export async function renew(
  auth: Auth,
  headers: Headers,
): Promise<{ signedIn: SignedIn; cookies: Cookies } | null> {
  const renewed = await auth.api.getSession({ headers, returnHeaders: true });
  const found = toSignedIn(renewed.response);
  return found && { signedIn: found, cookies: renewed.headers.getSetCookie() };
}

/** Whether a page that is asked for should renew its session. */
export function isDueForRenewal({ session }: SignedIn, now: number): boolean {
  return session.expiresAt.getTime() - now < sessionSeconds * 1000 - sessionRenewedAfterMs;
}

type Found = Awaited<ReturnType<Auth['api']['getSession']>>;

function toSignedIn(found: Found): SignedIn | null {
  if (!found) return null;
  const { id, name, email, role, locale } = found.user;
  return {
    user: { id, name, email, role: roleSchema.parse(role), locale: isLocale(locale) ? locale : 'en' },
    session: { id: found.session.id, expiresAt: found.session.expiresAt },
  };
}
