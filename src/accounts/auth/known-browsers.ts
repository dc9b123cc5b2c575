import { createHmac, randomUUID } from 'node:crypto';
import { parse, serialize } from 'hono/utils/cookie';
import { createSealer, deriveKey } from '#platform/crypto/sealed-token.ts';
import { knownBrowserSeconds } from '../contract.ts';

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

/** A cookie for each account that the browser has signed in to. It gives no access by itself. */
export function createKnownBrowsers({
  secret,
  publicOrigin,
  now,
}: {
  secret: string;
  publicOrigin: string;
  now: () => number;
}) {
  const secure = publicOrigin.startsWith('https:');
  const sealer = createSealer(secret, 'known browser');
  const key = deriveKey(secret, 'known browser accounts');
  const hash = (email: string) =>
    createHmac('sha256', key).update(email.trim().toLowerCase()).digest('base64url').slice(0, 22);
  const getName = (account: string) => `${secure ? '__Host-' : ''}known-browser-${account}`;

  return {
    createCookie(email: string): string {
      const account = hash(email);
      const value = sealer.seal({ account, id: randomUUID(), createdAt: now() });
      return serialize(getName(account), value, {
        maxAge: knownBrowserSeconds,
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        secure,
      });
    },
    /** The browser's id; null if it never signed in to this account, or too long ago. */
    find(headers: Headers, email: string): string | null {
      const account = hash(email);
      const name = getName(account);
      const opened = sealer.open(parse(headers.get('cookie') ?? '', name)[name] ?? '');
      if (!opened.ok) return null;
      const cookie = opened.value as { account: string; id: string; createdAt: number };
      const isCurrent = now() - cookie.createdAt < knownBrowserSeconds * 1000;
      return cookie.account === account && isCurrent ? cookie.id : null;
    },
  };
}
