import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { addTeamMember, browser, openWithOwner, owner } from '../fixtures/open-accounts.ts';

describeDatabases('users and their sessions', (openDatabase) => {
  test('changing the password ends all other sessions and starts a new one', async () => {
    const { accounts, client, user } = await openWithOwner(await openDatabase());
    const other = browser();
    const otherSession = await accounts.signIn(owner, other);
    if (otherSession.ok) other.storeCookies(otherSession.value);
    const change = (current: string, next: string) =>
      accounts.changePassword(user, { current, next }, client);
    expect(await change('wrong', 'a new long password')).toMatchObject({ error: { code: 'password.wrong' } });
    expect(await change(owner.password, 'short')).toMatchObject({ error: { code: 'password.weak' } });
    expect(await change(owner.password, 'aaaaaaaaaaaaaaaa')).toMatchObject({
      error: { code: 'password.weak' },
    });
    const changed = await change(owner.password, 'a new long password');
    const previousHeaders = new Headers(client.headers);
    if (changed.ok) client.storeCookies(changed.value);
    expect(await accounts.getSession(client.headers)).not.toBeNull();
    expect(await accounts.getSession(previousHeaders)).toBeNull();
    expect(await accounts.getSession(other.headers)).toBeNull();
    expect((await accounts.signIn(owner, browser())).ok).toBe(false);
  });

  test("the last owner can't be removed, even by two concurrent changes", async () => {
    const { accounts, user } = await openWithOwner(await openDatabase());
    expect(await accounts.deleteUser(user.id)).toMatchObject({ error: { code: 'owner.last' } });
    expect(await accounts.changeRole(user.id, 'editor')).toMatchObject({
      error: { code: 'owner.last' },
    });
    const second = await addTeamMember({ accounts }, 'bob@example.org', 'owner');
    const both = await Promise.all([
      accounts.changeRole(user.id, 'author'),
      accounts.deleteUser(second.user.id),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await accounts.listUsers()).filter(({ role }) => role === 'owner')).toHaveLength(1);
  });

  test("changing a role and deleting a user end all of the user's sessions", async () => {
    const { accounts } = await openWithOwner(await openDatabase());
    const bob = await addTeamMember({ accounts }, 'bob@example.org', 'editor');
    await accounts.changeRole(bob.user.id, 'author');
    expect(await accounts.getSession(bob.client.headers)).toBeNull();
    const signedIn = await accounts.signIn(
      { email: 'bob@example.org', password: 'another long password' },
      bob.client,
    );
    if (signedIn.ok) bob.client.storeCookies(signedIn.value);
    expect((await accounts.getSession(bob.client.headers))?.user.role).toBe('author');
    await accounts.deleteUser(bob.user.id);
    expect(await accounts.getSession(bob.client.headers)).toBeNull();
  });

  test('users can end only their own sessions', async () => {
    const { accounts, user } = await openWithOwner(await openDatabase());
    const bob = await addTeamMember({ accounts }, 'bob@example.org', 'editor');
    const [bobs] = await accounts.listSessions(bob.user.id);
    await accounts.endSession(user.id, bobs?.id ?? '');
    expect(await accounts.getSession(bob.client.headers)).not.toBeNull();
    await accounts.endSession(bob.user.id, bobs?.id ?? '');
    expect(await accounts.getSession(bob.client.headers)).toBeNull();
  });
});
