import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { accountLink } from '#database/schema.ts';
import { linkLifetimeMs, type Role } from './contract.ts';
import { digestOf } from './hash-session-tokens.ts';

export type LinkKind = keyof typeof linkLifetimeMs;
export type Link = typeof accountLink.$inferSelect;

/** Makes a link and gives its token, which is kept nowhere: only its digest is. */
export async function makeLink(
  queries: Queries,
  link: { kind: LinkKind; email?: string; role?: Role; userId?: string },
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await queries.delete(accountLink).where(lt(accountLink.expiresAt, new Date(now)));
  await queries.insert(accountLink).values({
    id: randomUUID(),
    digest: digestOf(token),
    createdAt: new Date(now),
    expiresAt: new Date(now + linkLifetimeMs[link.kind]),
    ...link,
  });
  return token;
}

/** null: there is none, it was used, or it is too old. */
export async function findLink(
  queries: Queries,
  kind: LinkKind,
  token: string,
  now: number,
): Promise<Link | null> {
  const [link] = await queries
    .select()
    .from(accountLink)
    .where(works(kind, token, now));
  return link ?? null;
}

/** The same, and the link works no more: of many at once one gets it. */
export async function takeLink(
  queries: Queries,
  kind: LinkKind,
  token: string,
  now: number,
): Promise<Link | null> {
  const [link] = await queries
    .delete(accountLink)
    .where(works(kind, token, now))
    .returning();
  return link ?? null;
}

function works(kind: LinkKind, token: string, now: number) {
  return and(
    eq(accountLink.kind, kind),
    eq(accountLink.digest, digestOf(token)),
    gt(accountLink.expiresAt, new Date(now)),
  );
}
