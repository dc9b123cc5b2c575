import { expect, test } from 'vitest';
import { accountAttempt } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { resetPassword } from '../auth/passwords.ts';
import type { PasswordHashing } from '../contract.ts';
import {
  browser,
  cheapHashing,
  extractToken,
  openAccounts,
  openWithOwner,
  owner,
} from '../fixtures/open-accounts.ts';

/** Hashing whose `verify` a test can block, to reproduce races. */
function createBlockableHashing() {
  let atComparison = async (): Promise<void> => undefined;
  const hashing: PasswordHashing = {
    hash: cheapHashing.hash,
    async verify(input) {
      await atComparison();
      return cheapHashing.verify(input);
    },
  };
  return {
    ...hashing,
    /** Blocks every `verify` until `release`; `reached` resolves once `count` calls have started. */
    block(count: number) {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      let started = 0;
      atComparison = () => {
        started += 1;
        if (started === count) reached.resolve();
        return released.promise;
      };
      return { reached: reached.promise, release: released.resolve };
    },
  };
}

describeDatabases('single-use links', (openDatabase) => {
  test('ten first-owner links used at once create one owner and then stop working', async () => {
    const database = await openDatabase();
    const { accounts } = openAccounts(database);
    const tokens = await Promise.all(Array.from({ length: 10 }, () => accounts.firstOwnerToken()));
    const results = await Promise.all(
      tokens.map((token, index) =>
        accounts.createFirstOwner(token ?? '', { ...owner, email: `p${index}@example.org` }, browser()),
      ),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await accounts.listUsers()).map(({ role }) => role)).toEqual(['owner']);
    expect(await accounts.firstOwnerToken()).toBeNull();
    for (const token of tokens) expect(await accounts.findFirstOwnerLink(token ?? '')).toBeNull();
  });

  test('new users read the administration in the language of their browser', async () => {
    const { accounts } = openAccounts(await openDatabase());
    const german = browser();
    german.headers.set('accept-language', 'de-AT,de;q=0.9,en;q=0.5');
    const thai = browser();
    thai.headers.set('accept-language', 'th');
    const token = (await accounts.firstOwnerToken()) ?? '';
    expect((await accounts.createFirstOwner(token, owner, german)).ok).toBe(true);
    const [ada] = await accounts.listUsers();
    const invited = ada && (await accounts.invite({ email: 'bob@example.org', role: 'editor' }, ada));
    if (!invited?.ok) throw new Error('invitation failed');
    const bob = { name: 'Bob', password: 'another long password' };
    expect((await accounts.acceptInvitation(extractToken(invited.value.link), bob, thai)).ok).toBe(true);
    expect((await accounts.listUsers()).map(({ locale }) => locale)).toEqual(['de', 'th']);
  });

  test('a reset link works once and for an hour, and ends all sessions', async () => {
    const { accounts, client, user, advanceTime } = await openWithOwner(await openDatabase());
    const make = async () => {
      const created = await accounts.createPasswordResetLink(user.id);
      return created.ok ? extractToken(created.value.link) : '';
    };
    const late = await make();
    advanceTime(3_600_000);
    expect(await accounts.isResetLink(late)).toBe(false);
    const token = await make();
    const both = await Promise.all(
      ['one new password', 'two new password'].map((password) =>
        accounts.resetPassword(token, password, browser()),
      ),
    );
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await accounts.getSession(client.headers)).toBeNull();
    expect((await accounts.signIn(owner, browser())).ok).toBe(false);
  });

  test('an invalid name is rejected and the link stays valid', async () => {
    const database = await openDatabase();
    const { accounts } = openAccounts(database);
    const token = (await accounts.firstOwnerToken()) ?? '';
    for (const name of ['A\0da', 'Ada\nhttps://evil.example', ' '])
      expect(await accounts.createFirstOwner(token, { ...owner, name }, browser())).toEqual({
        ok: false,
        error: { code: 'name.missing' },
      });
    expect(await accounts.findFirstOwnerLink(token)).not.toBeNull();
  });

  test('a sign-in in progress fails if the password is reset meanwhile', async () => {
    const hashing = createBlockableHashing();
    const { database, accounts, user } = await openWithOwner(await openDatabase(), {
      passwordHashing: hashing,
    });
    const created = await accounts.createPasswordResetLink(user.id);
    const token = created.ok ? extractToken(created.value.link) : '';
    expect((await accounts.signIn(owner, browser())).ok).toBe(true);
    const blocked = hashing.block(4);
    const attempts = Array.from({ length: 4 }, (_, index) =>
      accounts.signIn(owner, browser(`192.0.2.${index}`)),
    );
    await blocked.reached;
    expect((await resetPassword(database, token, 'another hash', Date.now())).ok).toBe(true);
    blocked.release();
    for (const entered of await Promise.all(attempts)) expect(entered.ok).toBe(false);
    expect(await accounts.listSessions(user.id)).toEqual([]);
  });

  test('a password change in progress fails if the password is reset meanwhile', async () => {
    const hashing = createBlockableHashing();
    const { database, accounts, client, user } = await openWithOwner(await openDatabase(), {
      passwordHashing: hashing,
    });
    const created = await accounts.createPasswordResetLink(user.id);
    const token = created.ok ? extractToken(created.value.link) : '';
    const passwords = { current: owner.password, next: 'what a thief would have' };
    const blocked = hashing.block(1);
    const changing = accounts.changePassword(user, passwords, client);
    await blocked.reached;
    expect(await database.query.$count(accountAttempt)).toBe(3);
    const hash = `${'0'.repeat(32)}:${'0'.repeat(128)}`;
    expect((await resetPassword(database, token, hash, Date.now())).ok).toBe(true);
    blocked.release();
    expect(await changing).toMatchObject({ error: { code: 'password.wrong' } });
    expect(await accounts.listSessions(user.id)).toEqual([]);
  });

  test('changing the password invalidates reset links', async () => {
    const { accounts, client, user } = await openWithOwner(await openDatabase());
    const created = await accounts.createPasswordResetLink(user.id);
    const passwords = { current: owner.password, next: 'a new long password' };
    expect((await accounts.changePassword(user, passwords, client)).ok).toBe(true);
    expect(await accounts.isResetLink(created.ok ? extractToken(created.value.link) : '')).toBe(false);
  });

  test('only an existing account gets a reset email, with the same response for everyone', async () => {
    const { accounts, mails } = await openWithOwner(await openDatabase(), { mail: true });
    const known = await accounts.requestPasswordReset('ada@example.org', browser());
    const unknown = await accounts.requestPasswordReset('nobody@example.org', browser());
    await accounts.stop();
    expect(known).toEqual({ ok: true, value: null });
    expect(unknown).toEqual(known);
    expect(mails.map(({ to }) => to.address)).toEqual(['ada@example.org']);
    const link = /https:\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
    expect(await accounts.isResetLink(extractToken(link))).toBe(true);
    for (let index = 0; index < 4; index++) await accounts.requestPasswordReset('ada@example.org', browser());
    expect(await accounts.requestPasswordReset('ada@example.org', browser())).toMatchObject({
      error: { code: 'attempts.too_many' },
    });
    await accounts.stop();
    expect(mails).toHaveLength(5);
  });

  test("a stranger who requests reset links can't keep the owner from getting one", async () => {
    const { accounts, mails } = await openWithOwner(await openDatabase(), { mail: true });
    const request = (network: string) => accounts.requestPasswordReset(owner.email, browser(network));
    for (let index = 0; index < 5; index++) expect((await request('203.0.113.66')).ok).toBe(true);
    expect((await request('203.0.113.66')).ok).toBe(false);
    expect((await request('192.0.2.1')).ok).toBe(true);
    await accounts.stop();
    expect(mails).toHaveLength(5);
    for (const { text } of mails) {
      const link = /https:\S+/.exec(text)?.[0] ?? '';
      expect(await accounts.isResetLink(extractToken(link))).toBe(true);
    }
  });

  test('an invitation can be used once and determines the email and role', async () => {
    const { accounts, user } = await openWithOwner(await openDatabase());
    const invited = await accounts.invite({ email: 'Bob@example.org', role: 'author' }, user);
    const token = invited.ok ? extractToken(invited.value.link) : '';
    expect(await accounts.findInvitation(token)).toEqual({
      email: 'bob@example.org',
      role: 'author',
    });
    const bob = browser();
    const accept = () =>
      accounts.acceptInvitation(token, { name: 'Bob', password: 'a long enough one' }, bob);
    const both = await Promise.all([accept(), accept()]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await accounts.listUsers()).map(({ email, role }) => [email, role])).toEqual([
      ['ada@example.org', 'owner'],
      ['bob@example.org', 'author'],
    ]);
    expect(await accounts.listInvitations()).toEqual([]);
    expect(await accounts.invite({ email: 'bob@example.org', role: 'owner' }, user)).toEqual({
      ok: false,
      error: { code: 'email.taken' },
    });
  });

  test('a revoked, replaced or week-old invitation is invalid', async () => {
    const { accounts, user, advanceTime } = await openWithOwner(await openDatabase());
    const make = async () => {
      const created = await accounts.invite({ email: 'bob@example.org', role: 'editor' }, user);
      return created.ok ? extractToken(created.value.link) : '';
    };
    const first = await make();
    const second = await make();
    expect(await accounts.findInvitation(first)).toBeNull();
    const [listed] = await accounts.listInvitations();
    await accounts.revokeInvitation(listed?.id ?? '');
    expect(await accounts.findInvitation(second)).toBeNull();
    const third = await make();
    advanceTime(7 * 24 * 3_600_000);
    expect(await accounts.findInvitation(third)).toBeNull();
  });
});
