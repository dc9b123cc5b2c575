import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { Database, Queries } from '#database/database.ts';
import { accountUser } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { createApiKeys } from './auth/api-keys.ts';
import { createAttemptLimiter } from './auth/attempt-limiter.ts';
import { createBetterAuth } from './auth/better-auth.ts';
import { createKnownBrowsers } from './auth/known-browsers.ts';
import { changePassword, createPasswordResetLink, resetPassword, verifyPassword } from './auth/passwords.ts';
import { createSecondFactors } from './auth/second-factors.ts';
import { createSessions, type RequestClient, type SetCookieHeaders } from './auth/sessions.ts';
import {
  type AccountError,
  type AuthSession,
  can,
  emailSchema,
  nameSchema,
  ownerProofLabel,
  ownerProofMaxAgeMs,
  type PasswordHashing,
  passwordSchema,
  type Role,
  recentSignInMs,
  type SecondFactorSetup,
  type User,
} from './contract.ts';
import type { EmailMessage, NewUser } from './users/account-links.ts';
import * as links from './users/account-links.ts';
import * as users from './users/users.ts';

export type Accounts = ReturnType<typeof createAccounts>;

type NewSession = Promise<Result<SetCookieHeaders, AccountError>>;

export function createAccounts(options: {
  database: Database;
  secret: string;
  publicOrigin: string;
  now: () => number;
  pause?: (ms: number) => Promise<void>;
  /** Returns null while the site can't send email; owners then pass links on themselves. */
  mail(): ((message: EmailMessage) => Promise<void>) | null;
  /** Named in emails. */
  siteName?: () => string;
  onError: (error: unknown) => void;
  passwordHashing?: PasswordHashing;
  /** The database also deletes what refers to the user, such as the author profile. */
  onUserDeleted?: () => Promise<void>;
}) {
  const { database, now, publicOrigin } = options;
  const auth = createBetterAuth(options);
  const knownBrowsers = createKnownBrowsers(options);
  const attempts = createAttemptLimiter({ pause: wait, ...options, knownBrowsers });
  const proofs = createSealer(options.secret, ownerProofLabel);
  const secondFactors = createSecondFactors({
    ...options,
    siteName: () => serverTranslator('en', options.siteName?.())('brand.name'),
  });
  const sessionDeps = { ...options, auth, attempts, knownBrowsers, secondFactors };
  const { startSession, requireCode, ...sessions } = createSessions(sessionDeps);
  const mails = new Set<Promise<void>>();

  const hash = async (password: string) => (await auth.$context).password.hash(password);
  const buildPath = (page: string, token: string) => `/admin/${page}?token=${token}`;
  const buildLink = (page: string, token: string) => publicOrigin + buildPath(page, token);

  /** Not awaited: the response time must not reveal whether an account exists. */
  function sendInBackground(task: () => Promise<void>): void {
    const mail = task()
      .catch(options.onError)
      .finally(() => mails.delete(mail));
    mails.add(mail);
  }

  const checkPassword = ({ id, email }: User, password: string, client: RequestClient) =>
    verifyPassword(sessionDeps, { id, email, current: password }, client);

  return {
    can,
    ...sessions,
    ...createApiKeys(options),

    async changePassword(
      user: User,
      passwords: { current: string; next: string },
      client: RequestClient,
    ): NewSession {
      if (!passwordSchema.safeParse(passwords.next).success) return fail({ code: 'password.weak' });
      const { id, email } = user;
      const changed = await changePassword(sessionDeps, { id, email, ...passwords }, client);
      return changed.ok ? startSession({ email, password: passwords.next }, client.headers) : changed;
    },
    /** Before an action that a stolen session must not be enough for. */
    verifyPassword: checkPassword,
    /** `verifyPassword`, unless the sign-in is recent. */
    async confirmPassword(
      { user, session }: AuthSession,
      password: string,
      client: RequestClient,
    ): Promise<Result<null, AccountError>> {
      if (now() - session.createdAt.getTime() < recentSignInMs) return ok(null);
      if (password === '') return fail({ code: 'password.missing' });
      return checkPassword(user, password, client);
    },

    findSecondFactor: secondFactors.find,
    listUsersWithSecondFactor: secondFactors.listUserIds,
    readSecondFactorSetup: secondFactors.readSetup,
    enableSecondFactor: secondFactors.enable,
    async setUpSecondFactor(
      authSession: AuthSession,
      password: string,
      client: RequestClient,
    ): Promise<Result<SecondFactorSetup, AccountError>> {
      const checked = await checkPassword(authSession.user, password, client);
      return checked.ok ? ok(secondFactors.createSetup(authSession)) : checked;
    },
    async disableSecondFactor(
      user: User,
      password: string,
      client: RequestClient,
    ): Promise<Result<null, AccountError>> {
      const checked = await checkPassword(user, password, client);
      if (checked.ok) await secondFactors.disable(user.id);
      return checked;
    },
    async replaceRecoveryCodes(
      user: User,
      password: string,
      client: RequestClient,
    ): Promise<Result<string[], AccountError>> {
      const checked = await checkPassword(user, password, client);
      return checked.ok ? secondFactors.replaceRecoveryCodes(user.id) : checked;
    },
    /** For a user who has lost it. */
    resetSecondFactor: secondFactors.disable,

    async changeLocale(userId: string, locale: Locale): Promise<void> {
      await database.query.update(accountUser).set({ locale }).where(eq(accountUser.id, userId));
    },

    firstOwnerToken: () => links.createFirstOwnerToken(database, now()),
    /** The id of the link; null if it is invalid or there is an owner. */
    findFirstOwnerLink: (token: string, queries: Queries = database.query) =>
      links.findFirstOwnerLink(queries, token, now()),
    /** The browser's language becomes the account's. */
    async createFirstOwner(token: string, input: NewUser, { headers }: RequestClient): NewSession {
      const checked = validateNewUser(input);
      if (!checked.ok) return checked;
      if ((await links.findFirstOwnerLink(database.query, token, now())) === null)
        return fail({ code: 'link.invalid' });
      const locale = preferredLocale(headers.get('accept-language'));
      const newUser = { ...checked.value, locale, passwordHash: await hash(input.password) };
      const created = await links.createFirstOwner(database, token, newUser, now());
      return created.ok ? startSession(newUser, headers) : created;
    },
    /**
     * Returns a set-up link, or a reset link for the oldest owner, also without their second factor; null if the proof
     * is invalid.
     */
    async createOwnerLink(
      proof: string,
      { resetsSecondFactor = false } = {},
    ): Promise<{ kind: 'set-up' | 'reset'; path: string } | null> {
      const opened = proofs.open(proof);
      if (!opened.ok || Math.abs(now() - Number(opened.value)) > ownerProofMaxAgeMs) return null;
      const token = await links.createFirstOwnerToken(database, now());
      if (token !== null) return { kind: 'set-up', path: buildPath('set-up', token) };
      const owner = (await users.listUsers(database)).find(({ role }) => role === 'owner');
      if (owner && resetsSecondFactor) await secondFactors.disable(owner.id);
      const link = owner && (await createPasswordResetLink(database, owner, now()));
      return link ? { kind: 'reset', path: buildPath('reset', link.token) } : null;
    },

    listUsers: () => users.listUsers(database),
    changeRole: (id: string, role: Role) => users.changeRole(database, id, role),
    async deleteUser(id: string): Promise<Result<null, AccountError>> {
      const deleted = await users.deleteUser(database, id);
      if (deleted.ok) await options.onUserDeleted?.();
      return deleted;
    },
    async invite(
      input: { email: string; role: Role },
      actor: User,
    ): Promise<Result<{ link: string; isMailed: boolean }, AccountError>> {
      const email = emailSchema.safeParse(input.email);
      if (!email.success) return fail({ code: 'email.invalid' });
      const created = await links.createInvitation(database, { email: email.data, role: input.role }, now());
      if (!created.ok) return created;
      const link = buildLink('invitation', created.value);
      const to = { email: email.data, locale: actor.locale, from: actor.name, site: options.siteName?.() };
      const sendMail = options.mail();
      if (sendMail) sendInBackground(() => sendMail(links.renderInvitationEmail(to, link)));
      return ok({ link, isMailed: sendMail !== null });
    },
    listInvitations: () => links.listInvitations(database, now()),
    revokeInvitation: (id: string) => links.revokeInvitation(database, id),
    findInvitation: (token: string) => links.findInvitation(database, token, now()),
    /** The browser's language becomes the account's. */
    async acceptInvitation(
      token: string,
      input: { name: string; password: string },
      { headers }: RequestClient,
    ): NewSession {
      const invitation = await links.findInvitation(database, token, now());
      if (!invitation) return fail({ code: 'link.invalid' });
      const checked = validateNewUser({ ...input, email: invitation.email });
      if (!checked.ok) return checked;
      const locale = preferredLocale(headers.get('accept-language'));
      const newUser = { name: checked.value.name, locale, passwordHash: await hash(input.password) };
      const accepted = await links.acceptInvitation(database, token, newUser, now());
      return accepted.ok
        ? startSession({ email: accepted.value, password: input.password }, headers)
        : accepted;
    },

    canSendEmail: () => options.mail() !== null,
    async requestPasswordReset(rawEmail: string, client: RequestClient): Promise<Result<null, AccountError>> {
      const email = emailSchema.safeParse(rawEmail);
      if (!email.success) return fail({ code: 'email.invalid' });
      // Never refunded: every request counts.
      const attempt = await attempts.consume('reset', email.data, client);
      if (!attempt.ok) return attempt;
      // Each of the links that were just sent still works.
      if (attempt.value.isContested) return ok(null);
      sendInBackground(async () => {
        const sendMail = options.mail();
        const link = sendMail && (await createPasswordResetLink(database, { email: email.data }, now()));
        if (link)
          await sendMail(
            links.renderResetEmail(
              { ...link.user, site: options.siteName?.() },
              buildLink('reset', link.token),
            ),
          );
      });
      return ok(null);
    },
    async createPasswordResetLink(id: string): Promise<Result<{ link: string }, AccountError>> {
      const link = await createPasswordResetLink(database, { id }, now());
      return link ? ok({ link: buildLink('reset', link.token) }) : fail({ code: 'user.missing' });
    },
    isResetLink: async (token: string) =>
      (await links.findAccountLink(database.query, 'reset', token, now())) !== null,
    async resetPassword(token: string, password: string, { headers }: RequestClient): NewSession {
      if (!passwordSchema.safeParse(password).success) return fail({ code: 'password.weak' });
      if (!(await links.findAccountLink(database.query, 'reset', token, now())))
        return fail({ code: 'link.invalid' });
      const reset = await resetPassword(database, token, await hash(password), now());
      if (!reset.ok) return reset;
      const codeRequest = await requireCode(reset.value);
      return codeRequest ? fail(codeRequest) : startSession({ email: reset.value, password }, headers);
    },

    async stop(): Promise<void> {
      await Promise.all(mails);
    },
  };
}

function validateNewUser(input: NewUser): Result<NewUser, AccountError> {
  const name = nameSchema.safeParse(input.name);
  const email = emailSchema.safeParse(input.email);
  if (!name.success) return fail({ code: 'name.missing' });
  if (!email.success) return fail({ code: 'email.invalid' });
  if (!passwordSchema.safeParse(input.password).success) return fail({ code: 'password.weak' });
  return ok({ name: name.data, email: email.data, password: input.password });
}
