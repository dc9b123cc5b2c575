import { randomBytes, randomUUID } from 'node:crypto';
import { and, asc, eq, gt, lt } from 'drizzle-orm';
import { lockUntilCommit } from '#database/advisory-locks.ts';
import type { Database, Queries } from '#database/database.ts';
import { accountLink, accountUser } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import type { Email } from '#platform/mail/smtp.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { hashToken } from '../auth/better-auth.ts';
import { type AccountError, type Invitation, linkLifetimeMs, type Role } from '../contract.ts';
import { countOwners, createUser } from './users.ts';

type AccountLinkKind = keyof typeof linkLifetimeMs;
type AccountLink = typeof accountLink.$inferSelect;

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

export interface NewUser {
  name: string;
  email: string;
  password: string;
}

/** null once there is an owner. */
export async function createFirstOwnerToken(database: Database, now: number): Promise<string | null> {
  if ((await countOwners(database.query)) > 0) return null;
  return createAccountLink(database.query, { kind: 'owner' }, now);
}

/** The id of the link; null once there is an owner. */
export async function findFirstOwnerLink(
  queries: Queries,
  token: string,
  now: number,
): Promise<string | null> {
  const link = await findAccountLink(queries, 'owner', token, now);
  return link && (await countOwners(queries)) === 0 ? link.id : null;
}

/** Concurrent calls create at most one owner, even with different links. */
export async function createFirstOwner(
  database: Database,
  token: string,
  user: NewUser & { locale: Locale; passwordHash: string },
  now: number,
): Promise<Result<null, AccountError>> {
  const { name, email, locale, passwordHash } = user;
  return database.transaction(async (queries) => {
    await lockUntilCommit(queries, 'owners');
    if ((await countOwners(queries)) > 0) return fail({ code: 'link.invalid' });
    if (!(await consumeAccountLink(queries, 'owner', token, now))) return fail({ code: 'link.invalid' });
    await createUser(queries, { name, email, role: 'owner', locale, passwordHash });
    return ok(null);
  });
}

/** Returns the link's token. A new invitation replaces earlier ones for the same email. */
export async function createInvitation(
  database: Database,
  { email, role }: { email: string; role: Role },
  now: number,
): Promise<Result<string, AccountError>> {
  if ((await database.query.$count(accountUser, eq(accountUser.email, email))) > 0)
    return fail({ code: 'email.taken' });
  await database.query
    .delete(accountLink)
    .where(and(eq(accountLink.kind, 'invitation'), eq(accountLink.email, email)));
  return ok(await createAccountLink(database.query, { kind: 'invitation', email, role }, now));
}

export async function listInvitations(database: Database, now: number): Promise<Invitation[]> {
  const rows = await database.query
    .select()
    .from(accountLink)
    .where(and(eq(accountLink.kind, 'invitation'), gt(accountLink.expiresAt, new Date(now))))
    .orderBy(asc(accountLink.createdAt));
  return rows.flatMap(({ id, email, role, expiresAt }) =>
    email && role ? [{ id, email, role, expiresAt }] : [],
  );
}

export async function revokeInvitation(database: Database, id: string): Promise<void> {
  await database.query
    .delete(accountLink)
    .where(and(eq(accountLink.kind, 'invitation'), eq(accountLink.id, id)));
}

export async function findInvitation(
  database: Database,
  token: string,
  now: number,
): Promise<{ email: string; role: Role } | null> {
  const link = await findAccountLink(database.query, 'invitation', token, now);
  return link?.email && link.role ? { email: link.email, role: link.role } : null;
}

/** Returns the invitation's email. */
export function acceptInvitation(
  database: Database,
  token: string,
  { name, locale, passwordHash }: { name: string; locale: Locale; passwordHash: string },
  now: number,
): Promise<Result<string, AccountError>> {
  return database.transaction(async (queries) => {
    const link = await consumeAccountLink(queries, 'invitation', token, now);
    if (!link?.email || !link.role) return fail({ code: 'link.invalid' });
    const { email, role } = link;
    const user = await createUser(queries, { name, email, role, locale, passwordHash });
    return user ? ok(email) : fail({ code: 'email.taken' });
  });
}

export type EmailMessage = Pick<Email, 'to' | 'subject' | 'text'>;

export function renderResetEmail(
  to: { name: string; email: string; locale: Locale; site: string | undefined },
  link: string,
): EmailMessage {
  const t = serverTranslator(to.locale, to.site);
  return {
    to: { name: to.name, address: to.email },
    subject: t('admin.mail.reset.subject'),
    text: t('admin.mail.reset.text', { name: to.name, link }),
  };
}

export function renderInvitationEmail(
  to: { email: string; locale: Locale; from: string; site: string | undefined },
  link: string,
): EmailMessage {
  const t = serverTranslator(to.locale, to.site);
  return {
    to: { name: '', address: to.email },
    subject: t('admin.mail.invitation.subject'),
    text: t('admin.mail.invitation.text', { name: to.from, link }),
  };
}
