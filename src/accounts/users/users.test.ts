import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { addTeamMember, browser, createOwner, openAccounts, owner } from '../fixtures/open-accounts.ts';

describeDatabases('users and their sessions', (openDatabase) => {
  test('changing the password ends all other sessions and starts a new one', async () => {
    await using database = await openDatabase();
    const fixture = openAccounts(database);
    const { client, user } = await createOwner(fixture);
    const other = browser();
    const otherSession = await fixture.accounts.signIn(owner, other);
    if (otherSession.ok) other.storeCookies(otherSession.value);
    const change = (current: string, next: string) =>
      fixture.accounts.changePassword(user, { current, next }, client);
    expect(await change('wrong', 'a new long password')).toMatchObject({ error: { code: 'password.wrong' } });
    expect(await change(owner.password, 'short')).toMatchObject({ error: { code: 'password.weak' } });
    expect(await change(owner.password, 'aaaaaaaaaaaaaaaa')).toMatchObject({
      error: { code: 'password.weak' },
    });
    const changed = await change(owner.password, 'a new long password');
    const previousHeaders = new Headers(client.headers);
    if (changed.ok) client.storeCookies(changed.value);
    expect(await fixture.accounts.getSession(client.headers)).not.toBeNull();
    expect(await fixture.accounts.getSession(previousHeaders)).toBeNull();
    expect(await fixture.accounts.getSession(other.headers)).toBeNull();
    expect((await fixture.accounts.signIn(owner, browser())).ok).toBe(false);
  });

  test("the last owner can't be removed, even by two concurrent changes", async () => {
    await using database = await openDatabase();
    const fixture = openAccounts(database);
    const { user } = await createOwner(fixture);
    expect(await fixture.accounts.deleteUser(user.id)).toMatchObject({ error: { code: 'owner.last' } });
    expect(await fixture.accounts.changeRole(user.id, 'editor')).toMatchObject({
      error: { code: 'owner.last' },
    });
    const second = await addTeamMember(fixture, 'bob@example.org', 'owner');
    const both = await Promise.all([
      fixture.accounts.changeRole(user.id, 'author'),
      fixture.accounts.deleteUser(second.user.id),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await fixture.accounts.listUsers()).filter(({ role }) => role === 'owner')).toHaveLength(1);
  });

  test("changing a role and deleting a user end all of the user's sessions", async () => {
    await using database = await openDatabase();
    const fixture = openAccounts(database);
    await createOwner(fixture);
    const bob = await addTeamMember(fixture, 'bob@example.org', 'editor');
    await fixture.accounts.changeRole(bob.user.id, 'author');
    expect(await fixture.accounts.getSession(bob.client.headers)).toBeNull();
    const signedIn = await fixture.accounts.signIn(
      { email: 'bob@example.org', password: 'another long password' },
      bob.client,
    );
    if (signedIn.ok) bob.client.storeCookies(signedIn.value);
    expect((await fixture.accounts.getSession(bob.client.headers))?.user.role).toBe('author');
    await fixture.accounts.deleteUser(bob.user.id);
    expect(await fixture.accounts.getSession(bob.client.headers)).toBeNull();
  });

  test('users can end only their own sessions', async () => {
    await using database = await openDatabase();
    const fixture = openAccounts(database);
    const ada = await createOwner(fixture);
    const bob = await addTeamMember(fixture, 'bob@example.org', 'editor');
    const [bobs] = await fixture.accounts.listSessions(bob.user.id);
    await fixture.accounts.endSession(ada.user.id, bobs?.id ?? '');
    expect(await fixture.accounts.getSession(bob.client.headers)).not.toBeNull();
    await fixture.accounts.endSession(bob.user.id, bobs?.id ?? '');
    expect(await fixture.accounts.getSession(bob.client.headers)).toBeNull();
  });
});
