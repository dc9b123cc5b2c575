import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { browser, join, makeOwner, openAccounts, owner } from './fixtures/open-accounts.ts';

describeDatabases('people and their sessions', (openDatabase) => {
  test('a changed password ends every other session, and the new one goes on', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    const { person, user } = await makeOwner(setting);
    const other = browser();
    const elsewhere = await setting.accounts.signIn(owner, other);
    if (elsewhere.ok) other.keep(elsewhere.value);
    const change = (current: string, next: string) =>
      setting.accounts.changePassword(user, { current, next }, person);
    expect(await change('wrong', 'a new long password')).toMatchObject({ error: { code: 'password.wrong' } });
    expect(await change(owner.password, 'short')).toMatchObject({ error: { code: 'password.weak' } });
    expect(await change(owner.password, 'aaaaaaaaaaaaaaaa')).toMatchObject({
      error: { code: 'password.weak' },
    });
    const changed = await change(owner.password, 'a new long password');
    const before = new Headers(person.headers);
    if (changed.ok) person.keep(changed.value);
    expect(await setting.accounts.signedIn(person.headers)).not.toBeNull();
    expect(await setting.accounts.signedIn(before)).toBeNull();
    expect(await setting.accounts.signedIn(other.headers)).toBeNull();
    expect((await setting.accounts.signIn(owner, browser())).ok).toBe(false);
  });

  test('the last owner stays one, even where two owners demote each other at once', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    const { user } = await makeOwner(setting);
    expect(await setting.accounts.removePerson(user.id)).toMatchObject({ error: { code: 'owner.last' } });
    expect(await setting.accounts.changeRole(user.id, 'editor')).toMatchObject({
      error: { code: 'owner.last' },
    });
    const second = await join(setting, 'bob@example.org', 'owner');
    const both = await Promise.all([
      setting.accounts.changeRole(user.id, 'author'),
      setting.accounts.removePerson(second.user.id),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await setting.accounts.listPeople()).filter(({ role }) => role === 'owner')).toHaveLength(1);
  });

  test('a changed role and a removal end all sessions at once', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    await makeOwner(setting);
    const bob = await join(setting, 'bob@example.org', 'editor');
    await setting.accounts.changeRole(bob.user.id, 'author');
    expect(await setting.accounts.signedIn(bob.person.headers)).toBeNull();
    const again = await setting.accounts.signIn(
      { email: 'bob@example.org', password: 'another long password' },
      bob.person,
    );
    if (again.ok) bob.person.keep(again.value);
    expect((await setting.accounts.signedIn(bob.person.headers))?.user.role).toBe('author');
    await setting.accounts.removePerson(bob.user.id);
    expect(await setting.accounts.signedIn(bob.person.headers)).toBeNull();
  });

  test('a person ends their own sessions and nobody else’s', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    const ada = await makeOwner(setting);
    const bob = await join(setting, 'bob@example.org', 'editor');
    const [bobs] = await setting.accounts.listSessions(bob.user.id);
    await setting.accounts.endSession(ada.user.id, bobs?.id ?? '');
    expect(await setting.accounts.signedIn(bob.person.headers)).not.toBeNull();
    await setting.accounts.endSession(bob.user.id, bobs?.id ?? '');
    expect(await setting.accounts.signedIn(bob.person.headers)).toBeNull();
  });
});
