import { eq } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { accountUser } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { createSealer } from '#platform/sealed-token.ts';
import { allows } from './allows.ts';
import * as apiKeys from './api-keys.ts';
import { createAttempts } from './attempts.ts';
import { changePassword } from './change-password.ts';
import {
  type AccountError,
  type Action,
  emailSchema,
  nameSchema,
  ownerProofLabel,
  ownerProofMs,
  passwordSchema,
  type Role,
} from './contract.ts';
import { createAuth, type PasswordHashing } from './create-auth.ts';
import { createFirstOwner, firstOwnerToken, isFirstOwnerLink, type NewPerson } from './first-owner.ts';
import * as invitations from './invitations.ts';
import { findLink } from './links.ts';
import * as people from './people.ts';
import { createKeyReader } from './read-api-key.ts';
import { makeResetLink, resetPassword } from './reset-password.ts';
import * as sessions from './sessions.ts';
import { type Caller, type Cookies, enter, signIn, signOut } from './sign-in.ts';
import { isDueForRenewal, renew, type SignedIn, signedIn } from './signed-in.ts';
import { type Letter, writeInvitationMail, writeResetMail } from './write-mail.ts';

export type Accounts = ReturnType<typeof createAccounts>;

/** Entering ends with `Set-Cookie` values. */
type Entering = Promise<Result<Cookies, AccountError>>;

/** Who may use the administration, and everything they do about it. */
export function createAccounts(options: {
  database: Database;
  secret: string;
  publicOrigin: string;
  now: () => number;
  /** null: no mail is sent, and links are passed on by people. */
  sendMail: ((letter: Letter) => Promise<void>) | null;
  onTrouble: (error: unknown) => void;
  /** Left out, as in production: the strong one. */
  passwordHashing?: PasswordHashing;
}) {
  const { database, now, publicOrigin, sendMail } = options;
  const auth = createAuth(options);
  const attempts = createAttempts(options);
  const proofs = createSealer(options.secret, ownerProofLabel);
  const keys = createKeyReader(options);
  const mails = new Set<Promise<void>>();

  const hash = async (password: string) => (await auth.$context).password.hash(password);
  const linkTo = (page: string, token: string) => `${publicOrigin}/admin/${page}?token=${token}`;

  /** Not waited for: how long a server takes for it would tell who has an account. */
  function later(task: () => Promise<void>): void {
    const mail = task()
      .catch(options.onTrouble)
      .finally(() => mails.delete(mail));
    mails.add(mail);
  }

  return {
    allows: (user: { role: Role }, action: Action) => allows(user, action),

    /** Who the browser with these headers is; null where nobody is signed in. */
    signedIn: (headers: Headers): Promise<SignedIn | null> => signedIn(auth, headers),
    renew: (headers: Headers) => renew(auth, headers),
    isDueForRenewal: (found: SignedIn) => isDueForRenewal(found, now()),
    signIn: (typed: { email: string; password: string }, caller: Caller): Entering =>
      signIn({ auth, attempts, database }, typed, caller),
    signOut: (headers: Headers): Promise<Cookies> => signOut(auth, headers),

    async changePassword(
      user: people.Person,
      typed: { current: string; next: string },
      caller: Caller,
    ): Entering {
      if (!passwordSchema.safeParse(typed.next).success) return fail({ code: 'password.weak' });
      const { id, email } = user;
      return changePassword({ auth, attempts, database }, { id, email, ...typed }, caller);
    },
    async changeLocale(userId: string, locale: Locale): Promise<void> {
      await database.query.update(accountUser).set({ locale }).where(eq(accountUser.id, userId));
    },
    listSessions: (userId: string) => sessions.listSessions(database, userId, now()),
    endSession: (userId: string, id: string) => sessions.endSession(database, userId, id),
    endOtherSessions: (userId: string, keptId: string) => sessions.endOtherSessions(database, userId, keptId),

    /** The token of a link that makes the first owner; null where there is one. */
    firstOwnerToken: () => firstOwnerToken(database, now()),
    isFirstOwnerLink: (token: string) => isFirstOwnerLink(database, token, now()),
    async createFirstOwner(token: string, typed: NewPerson, { headers }: Caller): Entering {
      const checked = checkPerson(typed);
      if (!checked.ok) return checked;
      if (!(await isFirstOwnerLink(database, token, now()))) return fail({ code: 'link.invalid' });
      const person = { ...checked.value, passwordHash: await hash(typed.password) };
      const made = await createFirstOwner(database, token, person, now());
      return made.ok ? enter(auth, person, headers) : made;
    },
    /**
     * For who proves to have the server's secret: a link to make the first owner, or to a new password for the owner
     * who has been there longest. null: no proof.
     */
    async ownerLink(proof: string): Promise<{ kind: 'set-up' | 'reset'; path: string } | null> {
      const opened = proofs.open(proof);
      if (!opened.ok || Math.abs(now() - Number(opened.value)) > ownerProofMs) return null;
      const token = await firstOwnerToken(database, now());
      if (token !== null) return { kind: 'set-up', path: `/admin/set-up?token=${token}` };
      const owner = (await people.listPeople(database)).find(({ role }) => role === 'owner');
      const link = owner && (await makeResetLink(database, owner, now()));
      return link ? { kind: 'reset', path: `/admin/reset?token=${link.token}` } : null;
    },

    listPeople: () => people.listPeople(database),
    changeRole: (id: string, role: Role) => people.changeRole(database, id, role),
    removePerson: (id: string) => people.removePerson(database, id),
    /** A link to pass on; sent by mail too, where the site sends mail. */
    async invite(
      typed: { email: string; role: Role },
      by: people.Person,
    ): Promise<Result<{ link: string; isMailed: boolean }, AccountError>> {
      const email = emailSchema.safeParse(typed.email);
      if (!email.success) return fail({ code: 'email.invalid' });
      const made = await invitations.invite(database, { email: email.data, role: typed.role }, now());
      if (!made.ok) return made;
      const link = linkTo('invitation', made.value);
      const to = { email: email.data, locale: by.locale, from: by.name };
      if (sendMail) later(() => sendMail(writeInvitationMail(to, link)));
      return ok({ link, isMailed: sendMail !== null });
    },
    listInvitations: () => invitations.listInvitations(database, now()),
    withdrawInvitation: (id: string) => invitations.withdrawInvitation(database, id),
    findInvitation: (token: string) => invitations.findInvitation(database, token, now()),
    async acceptInvitation(
      token: string,
      typed: { name: string; password: string },
      { headers }: Caller,
    ): Entering {
      const invitation = await invitations.findInvitation(database, token, now());
      if (!invitation) return fail({ code: 'link.invalid' });
      const checked = checkPerson({ ...typed, email: invitation.email });
      if (!checked.ok) return checked;
      const person = { name: checked.value.name, passwordHash: await hash(typed.password) };
      const taken = await invitations.acceptInvitation(database, token, person, now());
      return taken.ok ? enter(auth, { email: taken.value, password: typed.password }, headers) : taken;
    },

    /** For programs: what a bearer's key allows. */
    readApiKey: keys.read,
    listKeys: () => apiKeys.listKeys(database),
    /** The key itself, which is shown once. */
    async makeKey(typed: apiKeys.TypedKey): Promise<Result<string, AccountError>> {
      const made = await apiKeys.makeKey(database, typed, now());
      keys.forget();
      return made;
    },
    async withdrawKey(id: string): Promise<void> {
      await apiKeys.withdrawKey(database, id);
      keys.forget();
    },

    sendsMail: sendMail !== null,
    /** The same answer, as fast, whether there is such an account or not. */
    async requestReset(typed: string, network: string): Promise<Result<null, AccountError>> {
      const email = emailSchema.safeParse(typed);
      if (!email.success) return fail({ code: 'email.invalid' });
      // Never forgotten: a request is a try whatever comes of it.
      const attempt = await attempts.begin({ account: `reset ${email.data}`, network: `reset ${network}` });
      if (!attempt.ok) return attempt;
      later(async () => {
        const link = sendMail && (await makeResetLink(database, { email: email.data }, now()));
        if (link) await sendMail(writeResetMail(link.person, linkTo('reset', link.token)));
      });
      return ok(null);
    },
    async makeResetLink(id: string): Promise<Result<{ link: string }, AccountError>> {
      const made = await makeResetLink(database, { id }, now());
      return made ? ok({ link: linkTo('reset', made.token) }) : fail({ code: 'user.missing' });
    },
    isResetLink: async (token: string) => (await findLink(database.query, 'reset', token, now())) !== null,
    async resetPassword(token: string, password: string, { headers }: Caller): Entering {
      if (!passwordSchema.safeParse(password).success) return fail({ code: 'password.weak' });
      if (!(await findLink(database.query, 'reset', token, now()))) return fail({ code: 'link.invalid' });
      const reset = await resetPassword(database, token, await hash(password), now());
      return reset.ok ? enter(auth, { email: reset.value, password }, headers) : reset;
    },

    /** Waits for the mails that are under way. */
    async stop(): Promise<void> {
      await Promise.all(mails);
    },
  };
}

function checkPerson(typed: NewPerson): Result<NewPerson, AccountError> {
  const name = nameSchema.safeParse(typed.name);
  const email = emailSchema.safeParse(typed.email);
  if (!name.success) return fail({ code: 'name.missing' });
  if (!email.success) return fail({ code: 'email.invalid' });
  if (!passwordSchema.safeParse(typed.password).success) return fail({ code: 'password.weak' });
  return ok({ name: name.data, email: email.data, password: typed.password });
}
