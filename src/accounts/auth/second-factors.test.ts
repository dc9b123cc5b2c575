import { expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { secondFactor } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { codeStepMs } from '../contract.ts';
import {
  addTeamMember,
  browser,
  extractToken,
  openAccounts,
  openWithOwner,
  owner,
  readAuthenticatorApp,
} from '../fixtures/open-accounts.ts';

type SignIn = Awaited<ReturnType<ReturnType<typeof openAccounts>['accounts']['signIn']>>;

const getPending = (result: SignIn) => (result.ok ? '' : (result.error.pendingSignIn ?? ''));
const getCode = (result: SignIn) => (result.ok ? 'ok' : result.error.code);

async function openProtected(database: Database) {
  const fixture = await openWithOwner(database);
  const { accounts, client, now, advanceTime } = fixture;
  const authSession = await accounts.getSession(client.headers);
  if (!authSession) throw new Error('the owner is not signed in');
  const setup = await accounts.setUpSecondFactor(authSession, owner.password, client);
  if (!setup.ok) throw new Error(setup.error.code);
  const { key, token } = setup.value;
  const showCode = (offset = 0) => readAuthenticatorApp(key, now() + offset * codeStepMs);
  const enabled = await accounts.enableSecondFactor(token, await showCode(), authSession);
  if (!enabled.ok) throw new Error(enabled.error.code);
  // The code that turned it on is used.
  advanceTime(codeStepMs);
  const startSignIn = async (from = browser()) => getPending(await accounts.signIn(owner, from));
  return {
    ...fixture,
    authSession,
    setup: setup.value,
    showCode,
    recoveryCodes: enabled.value,
    startSignIn,
    async enterCode(code: string, from = browser()) {
      return accounts.completeSignIn({ pendingSignIn: await startSignIn(from), code }, from);
    },
  };
}

test('codes are those of RFC 6238', async () => {
  const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  expect(await readAuthenticatorApp(key, 59_000)).toBe('287082');
  expect(await readAuthenticatorApp(key, 1_111_111_109_000)).toBe('081804');
});

describeDatabases('second factor', (openDatabase) => {
  test('is set up with the password and the first code, and ends the other sessions', async () => {
    const { accounts, database, client, user, now } = await openWithOwner(await openDatabase());
    const authSession = await accounts.getSession(client.headers);
    if (!authSession) throw new Error('the owner is not signed in');
    await accounts.signIn(owner, browser('198.51.100.9'));
    const refused = await accounts.setUpSecondFactor(authSession, 'not the password', client);
    expect(refused).toEqual({ ok: false, error: { code: 'password.wrong' } });

    const result = await accounts.setUpSecondFactor(authSession, owner.password, client);
    const setup = result.ok ? result.value : { token: '', uri: '', key: '' };
    expect(setup.uri).toBe(
      `otpauth://totp/Unspool:ada%40example.org?secret=${setup.key}&issuer=Unspool&digits=6&period=30`,
    );
    expect(accounts.readSecondFactorSetup(setup.token, authSession)).toEqual(setup);
    const other = { ...authSession, session: { ...authSession.session, id: 'another session' } };
    expect(accounts.readSecondFactorSetup(setup.token, other)).toBeNull();
    const code = await readAuthenticatorApp(setup.key, now());
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect(await accounts.enableSecondFactor(setup.token, wrong, authSession)).toMatchObject({ ok: false });
    expect(await accounts.enableSecondFactor(setup.token, code, other)).toMatchObject({
      error: { code: 'code.expired' },
    });
    expect(await accounts.findSecondFactor(user.id)).toBeNull();
    expect(await accounts.listSessions(user.id)).toHaveLength(2);

    const enabled = await accounts.enableSecondFactor(setup.token, ` ${code} `, authSession);
    expect(enabled).toEqual({ ok: true, value: expect.arrayContaining([expect.any(String)]) });
    expect(await accounts.findSecondFactor(user.id)).toEqual({ recoveryCodesLeft: 10 });
    expect(await accounts.listSessions(user.id)).toHaveLength(1);
    expect((await accounts.getSession(client.headers))?.user).toEqual(user);
    const again = await accounts.enableSecondFactor(setup.token, code, authSession);
    expect(again).toMatchObject({ error: { code: 'code.expired' } });
    const rows = JSON.stringify(await database.query.select().from(secondFactor));
    for (const secret of [setup.key, ...(enabled.ok ? enabled.value : [])]) {
      expect(rows).not.toContain(secret);
      expect(rows).not.toContain(secret.replaceAll('-', ''));
    }
  });

  test('a setup is too old after half an hour', async () => {
    const { accounts, client, now, advanceTime } = await openWithOwner(await openDatabase());
    const authSession = await accounts.getSession(client.headers);
    if (!authSession) throw new Error('the owner is not signed in');
    const setup = await accounts.setUpSecondFactor(authSession, owner.password, client);
    const { token, key } = setup.ok ? setup.value : { token: '', key: '' };
    advanceTime(30 * 60_000);
    const late = await accounts.enableSecondFactor(
      token,
      await readAuthenticatorApp(key, now()),
      authSession,
    );
    expect(late).toEqual({ ok: false, error: { code: 'code.expired' } });
    expect(accounts.readSecondFactorSetup(token, authSession)).toBeNull();
  });

  test('the password alone starts no session, and the code starts one', async () => {
    const { accounts, user, showCode } = await openProtected(await openDatabase());
    const before = await accounts.listSessions(user.id);
    const client = browser('192.0.2.99');
    const wrong = await accounts.signIn({ ...owner, password: 'not the password' }, client);
    expect(wrong).toEqual({ ok: false, error: { code: 'credentials.wrong' } });
    const started = await accounts.signIn(owner, client);
    expect(started).toEqual({
      ok: false,
      error: { code: 'code.missing', pendingSignIn: expect.any(String) },
    });
    expect(await accounts.listSessions(user.id)).toEqual(before);
    const done = await accounts.completeSignIn(
      { pendingSignIn: getPending(started), code: await showCode() },
      client,
    );
    client.storeCookies(done.ok ? done.value : []);
    expect((await accounts.getSession(client.headers))?.user).toEqual(user);
    expect(done.ok && done.value.map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-unspool-session',
      expect.stringMatching(/^__Host-known-browser-/),
    ]);
    expect((await accounts.listSessions(user.id))[0]?.device).toBe('Firefox · Linux');
  });

  test('a code works once, also for concurrent requests, and older codes never', async () => {
    const { startSignIn, accounts, enterCode, showCode, advanceTime } = await openProtected(
      await openDatabase(),
    );
    const pendingSignIn = await startSignIn();
    const code = await showCode();
    const attempts = await Promise.all(
      [1, 2, 3].map(() => accounts.completeSignIn({ pendingSignIn, code }, browser())),
    );
    expect(attempts.map(getCode).sort()).toEqual(['code.wrong', 'code.wrong', 'ok']);
    expect(getCode(await enterCode(await showCode(-1)))).toBe('code.wrong');
    advanceTime(codeStepMs);
    expect(getCode(await enterCode(await showCode(1), browser('192.0.2.2')))).toBe('ok');
    expect(getCode(await enterCode(await showCode(), browser('192.0.2.3')))).toBe('code.wrong');
  });

  test('the clock of the phone may be 30 seconds off', async () => {
    const { enterCode, showCode, advanceTime } = await openProtected(await openDatabase());
    advanceTime(10 * codeStepMs);
    expect(getCode(await enterCode(await showCode(-2)))).toBe('code.wrong');
    expect(getCode(await enterCode(await showCode(2)))).toBe('code.wrong');
    expect(getCode(await enterCode(await showCode(-1)))).toBe('ok');
    expect(getCode(await enterCode(await showCode(1)))).toBe('ok');
  });

  test('each recovery code works once, also without hyphens and for concurrent requests', async () => {
    const { accounts, user, recoveryCodes, enterCode, startSignIn } = await openProtected(
      await openDatabase(),
    );
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', second = '', third = ''] = recoveryCodes;
    expect(first).toMatch(/^\d{4}-\d{4}-\d{4}$/);
    expect(getCode(await enterCode(first))).toBe('ok');
    expect(getCode(await enterCode(first))).toBe('code.wrong');
    expect(getCode(await enterCode(second.replaceAll('-', ' ')))).toBe('ok');
    const pendingSignIn = await startSignIn();
    const attempts = await Promise.all(
      [1, 2].map(() => accounts.completeSignIn({ pendingSignIn, code: third }, browser())),
    );
    expect(attempts.map(getCode).sort()).toEqual(['code.wrong', 'ok']);
    expect(await accounts.findSecondFactor(user.id)).toEqual({ recoveryCodesLeft: 7 });
    for (const code of ['', '1', 'x'.repeat(100), '000000000000'])
      expect(['code.wrong', 'attempts.too_many']).toContain(getCode(await enterCode(code)));
  });

  test('new recovery codes need the password and replace the previous ones', async () => {
    const { accounts, user, client, recoveryCodes, enterCode } = await openProtected(await openDatabase());
    const wrong = await accounts.replaceRecoveryCodes(user, 'not the password', client);
    expect(wrong).toEqual({ ok: false, error: { code: 'password.wrong' } });
    const replaced = await accounts.replaceRecoveryCodes(user, owner.password, client);
    expect(getCode(await enterCode(recoveryCodes[0] ?? ''))).toBe('code.wrong');
    expect(getCode(await enterCode(replaced.ok ? (replaced.value[0] ?? '') : ''))).toBe('ok');
  });

  test('wrong codes are limited for a network, and for the account on all networks', async () => {
    const { accounts, enterCode, showCode, startSignIn, advanceTime } = await openProtected(
      await openDatabase(),
    );
    const known = browser('192.0.2.50');
    const signedIn = await enterCode(await showCode(), known);
    known.storeKnownBrowser(signedIn.ok ? signedIn.value : []);
    advanceTime(codeStepMs);
    for (let attempt = 0; attempt < 5; attempt++)
      expect(getCode(await enterCode('000', browser('192.0.2.1')))).toBe('code.wrong');
    const pendingSignIn = await startSignIn();
    const blocked = await accounts.completeSignIn(
      { pendingSignIn, code: await showCode() },
      browser('192.0.2.1'),
    );
    expect(blocked).toEqual({
      ok: false,
      error: { code: 'attempts.too_many', retryAfterSeconds: 900, pendingSignIn },
    });
    for (let network = 2; network < 7; network++)
      expect(getCode(await enterCode('000', browser(`192.0.2.${network}`)))).toBe('code.wrong');
    expect(getCode(await enterCode(await showCode(), browser('192.0.2.8')))).toBe('attempts.too_many');
    expect(getCode(await enterCode(await showCode(), known))).toBe('ok');
    advanceTime(15 * 60_000);
    expect(getCode(await enterCode(await showCode(), browser('192.0.2.8')))).toBe('ok');
  });

  test('a sign-in waits ten minutes for the code, and ends with a new password or a forged token', async () => {
    const { accounts, user, client, startSignIn, showCode, advanceTime, recoveryCodes } = await openProtected(
      await openDatabase(),
    );
    const complete = async (pendingSignIn: string) =>
      getCode(
        await accounts.completeSignIn({ pendingSignIn, code: recoveryCodes[0] ?? '' }, browser('192.0.2.1')),
      );
    const old = await startSignIn();
    advanceTime(10 * 60_000);
    expect(await complete(old)).toBe('code.expired');
    const pending = await startSignIn();
    const forged = (pending.startsWith('A') ? 'B' : 'A') + pending.slice(1);
    expect(await complete(forged)).toBe('code.expired');
    const next = 'a new long password';
    await accounts.changePassword(user, { current: owner.password, next }, client);
    expect(await complete(pending)).toBe('code.expired');
    const renewed = await accounts.signIn({ ...owner, password: next }, browser());
    const code = await showCode();
    expect(
      getCode(await accounts.completeSignIn({ pendingSignIn: getPending(renewed), code }, browser())),
    ).toBe('ok');
  });

  test('a reset link changes the password, and still asks for the code', async () => {
    const { accounts, user, showCode } = await openProtected(await openDatabase());
    const link = await accounts.createPasswordResetLink(user.id);
    const token = link.ok ? extractToken(link.value.link) : '';
    const reset = await accounts.resetPassword(token, 'a new long password', browser());
    expect(getCode(reset)).toBe('code.missing');
    expect(await accounts.listSessions(user.id)).toEqual([]);
    const code = await showCode();
    const done = await accounts.completeSignIn({ pendingSignIn: getPending(reset), code }, browser());
    expect(getCode(done)).toBe('ok');
  });

  test('is turned off with the password, or by an owner', async () => {
    const { accounts, user, client } = await openProtected(await openDatabase());
    const wrong = await accounts.disableSecondFactor(user, 'not the password', client);
    expect(wrong).toEqual({ ok: false, error: { code: 'password.wrong' } });
    expect(await accounts.listUsersWithSecondFactor()).toEqual([user.id]);
    expect(await accounts.disableSecondFactor(user, owner.password, client)).toEqual({
      ok: true,
      value: null,
    });
    expect(getCode(await accounts.signIn(owner, browser()))).toBe('ok');

    const bob = await addTeamMember({ accounts }, 'bob@example.org', 'author');
    await accounts.resetSecondFactor(bob.user.id);
    expect(await accounts.listUsersWithSecondFactor()).toEqual([]);
  });

  test('a sign-in at the same time as it is turned on leaves no session without a code', async () => {
    const { accounts, user, client, now } = await openWithOwner(await openDatabase());
    const authSession = await accounts.getSession(client.headers);
    if (!authSession) throw new Error('the owner is not signed in');
    const setup = await accounts.setUpSecondFactor(authSession, owner.password, client);
    const { token, key } = setup.ok ? setup.value : { token: '', key: '' };
    const code = await readAuthenticatorApp(key, now());
    await Promise.all([
      ...Array.from({ length: 4 }, (_, index) => accounts.signIn(owner, browser(`192.0.2.${index}`))),
      accounts.enableSecondFactor(token, code, authSession),
      ...Array.from({ length: 4 }, (_, index) => accounts.signIn(owner, browser(`198.51.100.${index}`))),
    ]);
    expect(await accounts.listSessions(user.id)).toHaveLength(1);
  });

  test('with another app secret no code is accepted, and the error says why', async () => {
    const { database, recoveryCodes, showCode, now } = await openProtected(await openDatabase());
    const { accounts, advanceTime } = openAccounts(database, {
      secret: 'another secret for tests, long enough',
    });
    advanceTime(now() - Date.now());
    const pendingSignIn = getPending(await accounts.signIn(owner, browser()));
    const complete = async (code: string) =>
      getCode(await accounts.completeSignIn({ pendingSignIn, code }, browser()));
    expect(await complete(await showCode())).toBe('code.unreadable');
    expect(await complete(recoveryCodes[0] ?? '')).toBe('code.unreadable');
  });
});
