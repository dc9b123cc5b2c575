import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { accountLink } from '#database/schema.ts';
import { hashToken } from '../auth/hash-session-tokens.ts';
import { linkLifetimeMs, type Role } from '../contract.ts';

export type AccountLinkKind = keyof typeof linkLifetimeMs;
export type AccountLink = typeof accountLink.$inferSelect;

/** Returns the token; only its digest is stored. */
export async function createAccountLink(
  queries: Queries,
  link: { kind: AccountLinkKind; email?: string; role?: Role; userId?: string },
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await queries.delete(accountLink).where(lt(accountLink.expiresAt, new Date(now)));
  await queries.insert(accountLink).values({
    id: randomUUID(),
    digest: hashToken(token),
    createdAt: new Date(now),
    expiresAt: new Date(now + linkLifetimeMs[link.kind]),
    ...link,
  });
  return token;
}

export async function findAccountLink(
  queries: Queries,
  kind: AccountLinkKind,
  token: string,
  now: number,
): Promise<AccountLink | null> {
  const [link] = await queries
    .select()
    .from(accountLink)
    .where(activeLinkFilter(kind, token, now));
  return link ?? null;
}

/** Deletes the link, so only one of several concurrent calls gets it. */
export async function consumeAccountLink(
  queries: Queries,
  kind: AccountLinkKind,
  token: string,
  now: number,
): Promise<AccountLink | null> {
  const [link] = await queries
    .delete(accountLink)
    .where(activeLinkFilter(kind, token, now))
    .returning();
  return link ?? null;
}

function activeLinkFilter(kind: AccountLinkKind, token: string, now: number) {
  return and(
    eq(accountLink.kind, kind),
    eq(accountLink.digest, hashToken(token)),
    gt(accountLink.expiresAt, new Date(now)),
  );
}
