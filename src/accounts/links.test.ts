import { expect, test } from 'vitest';
import { accountAttempt } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import type { PasswordHashing } from './create-auth.ts';
import { cheapHashing } from './fixtures/cheap-hashing.ts';
import { browser, makeOwner, openAccounts, owner, tokenIn } from './fixtures/open-accounts.ts';
import { resetPassword } from './reset-password.ts';

/** Hashing in whose comparisons a test can stop: what happens during one is otherwise a matter of luck. */
function heldHashing() {
  let atComparison = async (): Promise<void> => undefined;
  const hashing: PasswordHashing = {
    hash: cheapHashing.hash,
    async verify(typed) {
      await atComparison();
      return cheapHashing.verify(typed);
    },
  };
  return {
    ...hashing,
    /** From now on every comparison waits for `release`; `reached` once so many have begun. */
    hold(count: number) {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      let begun = 0;
      atComparison = () => {
        begun += 1;
        if (begun === count) reached.resolve();
        return released.promise;
      };
      return { reached: reached.promise, release: released.resolve };
    },
  };
}

describeDatabases('links that work once', (openDatabase) => {
  test('of ten people with a link to make the first owner one does, and the links then work no more', async () => {
    await using database = await openDatabase();
    const { accounts } = openAccounts(database);
    const tokens = await Promise.all(Array.from({ length: 10 }, () => accounts.firstOwnerToken()));
    const made = await Promise.all(
      tokens.map((token, place) =>
        accounts.createFirstOwner(token ?? '', { ...owner, email: `p${place}@example.org` }, browser()),
      ),
    );
    expect(made.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await accounts.listPeople()).map(({ role }) => role)).toEqual(['owner']);
    expect(await accounts.firstOwnerToken()).toBeNull();
    for (const token of tokens) expect(await accounts.isFirstOwnerLink(token ?? '')).toBe(false);
  });

  test('a link to a new password works once and for an hour, and ends all sessions', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    const { person, user } = await makeOwner(setting);
    const make = async () => {
      const made = await setting.accounts.makeResetLink(user.id);
      return made.ok ? tokenIn(made.value.link) : '';
    };
    const late = await make();
    setting.pass(3_600_000);
    expect(await setting.accounts.isResetLink(late)).toBe(false);
    const token = await make();
    const both = await Promise.all(
      ['one new password', 'two new password'].map((password) =>
        setting.accounts.resetPassword(token, password, browser()),
      ),
    );
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await setting.accounts.signedIn(person.headers)).toBeNull();
    expect((await setting.accounts.signIn(owner, browser())).ok).toBe(false);
  });

  test('a name with what no name has is refused, and the link works on', async () => {
    await using database = await openDatabase();
    const { accounts } = openAccounts(database);
    const token = (await accounts.firstOwnerToken()) ?? '';
    for (const name of ['A\0da', 'Ada\nhttps://evil.example', ' '])
      expect(await accounts.createFirstOwner(token, { ...owner, name }, browser())).toEqual({
        ...{ ok: false, error: { code: 'name.missing' } },
      });
    expect(await accounts.isFirstOwnerLink(token)).toBe(true);
  });

  test('who is signing in with the old password while it is changed does not get in', async () => {
    await using database = await openDatabase();
    const hashing = heldHashing();
    const setting = openAccounts(database, { passwordHashing: hashing });
    const { user } = await makeOwner(setting);
    const made = await setting.accounts.makeResetLink(user.id);
    const token = made.ok ? tokenIn(made.value.link) : '';
    expect((await setting.accounts.signIn(owner, browser())).ok).toBe(true);
    const held = hashing.hold(4);
    const tries = Array.from({ length: 4 }, (_, place) =>
      setting.accounts.signIn(owner, browser(`192.0.2.${place}`)),
    );
    await held.reached;
    expect((await resetPassword(database, token, 'another hash', Date.now())).ok).toBe(true);
    held.release();
    for (const entered of await Promise.all(tries)) expect(entered.ok).toBe(false);
    expect(await setting.accounts.listSessions(user.id)).toEqual([]);
  });

  test('who is changing the old password while it is reset changes nothing more', async () => {
    await using database = await openDatabase();
    const hashing = heldHashing();
    const setting = openAccounts(database, { passwordHashing: hashing });
    const { person, user } = await makeOwner(setting);
    const made = await setting.accounts.makeResetLink(user.id);
    const token = made.ok ? tokenIn(made.value.link) : '';
    const typed = { current: owner.password, next: 'what a thief would have' };
    const held = hashing.hold(1);
    const changing = setting.accounts.changePassword(user, typed, person);
    await held.reached;
    // The account and the network: the try counts while it is under way.
    expect(await database.query.$count(accountAttempt)).toBe(2);
    const hash = `${'0'.repeat(32)}:${'0'.repeat(128)}`;
    expect((await resetPassword(database, token, hash, Date.now())).ok).toBe(true);
    held.release();
    expect(await changing).toMatchObject({ error: { code: 'password.wrong' } });
    expect(await setting.accounts.listSessions(user.id)).toEqual([]);
  });

  test('a changed password ends the links to a new one', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    const { person, user } = await makeOwner(setting);
    const made = await setting.accounts.makeResetLink(user.id);
    const typed = { current: owner.password, next: 'a new long password' };
    expect((await setting.accounts.changePassword(user, typed, person)).ok).toBe(true);
    expect(await setting.accounts.isResetLink(made.ok ? tokenIn(made.value.link) : '')).toBe(false);
  });

  test('a forgotten password is mailed to who has an account, and everybody gets the same answer', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database, { mail: true });
    await makeOwner(setting);
    const known = await setting.accounts.requestReset('ada@example.org', '192.0.2.1');
    const unknown = await setting.accounts.requestReset('nobody@example.org', '192.0.2.1');
    await setting.accounts.stop();
    expect(known).toEqual({ ok: true, value: null });
    expect(unknown).toEqual(known);
    expect(setting.mails.map(({ to }) => to.address)).toEqual(['ada@example.org']);
    const link = /https:\S+/.exec(setting.mails[0]?.text ?? '')?.[0] ?? '';
    expect(await setting.accounts.isResetLink(tokenIn(link))).toBe(true);
    for (let place = 0; place < 4; place++)
      await setting.accounts.requestReset('ada@example.org', '192.0.2.1');
    expect(await setting.accounts.requestReset('ada@example.org', '192.0.2.1')).toMatchObject({
      error: { code: 'attempts.too_many' },
    });
    await setting.accounts.stop();
    expect(setting.mails).toHaveLength(5);
  });

  test('an invitation gives the address and the role it was made for, once', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    const { user } = await makeOwner(setting);
    const invited = await setting.accounts.invite({ email: 'Bob@example.org', role: 'author' }, user);
    const token = invited.ok ? tokenIn(invited.value.link) : '';
    expect(await setting.accounts.findInvitation(token)).toEqual({
      email: 'bob@example.org',
      role: 'author',
    });
    const bob = browser();
    const accept = () =>
      setting.accounts.acceptInvitation(token, { name: 'Bob', password: 'a long enough one' }, bob);
    const both = await Promise.all([accept(), accept()]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await setting.accounts.listPeople()).map(({ email, role }) => [email, role])).toEqual([
      ['ada@example.org', 'owner'],
      ['bob@example.org', 'author'],
    ]);
    expect(await setting.accounts.listInvitations()).toEqual([]);
    expect(await setting.accounts.invite({ email: 'bob@example.org', role: 'owner' }, user)).toEqual({
      ok: false,
      error: { code: 'email.taken' },
    });
  });

  test('an invitation that is withdrawn, made anew or a week old works no more', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    const { user } = await makeOwner(setting);
    const make = async () => {
      const made = await setting.accounts.invite({ email: 'bob@example.org', role: 'editor' }, user);
      return made.ok ? tokenIn(made.value.link) : '';
    };
    const first = await make();
    const second = await make();
    expect(await setting.accounts.findInvitation(first)).toBeNull();
    const [listed] = await setting.accounts.listInvitations();
    await setting.accounts.withdrawInvitation(listed?.id ?? '');
    expect(await setting.accounts.findInvitation(second)).toBeNull();
    const third = await make();
    setting.pass(7 * 24 * 3_600_000);
    expect(await setting.accounts.findInvitation(third)).toBeNull();
  });
});
