import { scryptSync } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountCredential, accountLink, accountSession } from '#database/schema.ts';
import { describeDatabases, emptyDatabase } from '#test/support/databases.ts';
import { createAccounts } from '../accounts.ts';
import {
  addTeamMember,
  browser,
  cheapHashing,
  extractToken,
  openAccounts,
  openWithOwner,
  owner,
} from '../fixtures/open-accounts.ts';
import { createAttemptLimiter } from './attempt-limiter.ts';
import { createBetterAuth } from './better-auth.ts';
import { createKnownBrowsers } from './known-browsers.ts';
import { createSecondFactors } from './second-factors.ts';
import { createSessions } from './sessions.ts';

const wrongCredentials = { email: owner.email, password: 'not the password' };

describeDatabases('sign-in', (openDatabase) => {
  test('the cookie is host-only, secure and HTTP-only; without TLS it has a plain name', async () => {
    const { database, accounts } = await openWithOwner(await openDatabase());
    const signed = await accounts.signIn(owner, browser());
    const [cookie = ''] = signed.ok ? signed.value : [];
    expect(cookie).toMatch(/^__Host-unspool-session=[^;]{40,};/);
    expect(cookie.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=43200',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
    const local = openAccounts(database, { publicOrigin: 'http://localhost:3000' });
    const plain = await local.accounts.signIn(owner, browser());
    expect(plain.ok && plain.value[0]).toMatch(/^unspool-session=(?!.*Secure)/);
  });

  test('the database holds no session or link token, and of the user agent only a label', async () => {
    const { database, accounts, client, user } = await openWithOwner(await openDatabase());
    const link = await accounts.createPasswordResetLink(user.id);
    const sessions = await database.query.select().from(accountSession);
    const links = await database.query.select().from(accountLink);
    const rows = JSON.stringify([sessions, links]);
    const cookie = decodeURIComponent(client.headers.get('cookie')?.split('=')[1] ?? '');
    expect(rows).not.toContain(cookie.split('.')[0]);
    expect(rows).not.toContain(link.ok && extractToken(link.value.link));
    expect(sessions[0]?.userAgent).toBe('Firefox · Linux');
  });

  test("signing in starts a new session and ends the client's previous one", async () => {
    const { accounts, client, user } = await openWithOwner(await openDatabase());
    const previousHeaders = new Headers(client.headers);
    const signedIn = await accounts.signIn(owner, client);
    if (signedIn.ok) client.storeCookies(signedIn.value);
    expect(await accounts.getSession(previousHeaders)).toBeNull();
    expect((await accounts.getSession(client.headers))?.user).toEqual(user);
    expect(await accounts.listSessions(user.id)).toHaveLength(1);
  });

  test('a forged signature, or a stored digest used as a token, is rejected', async () => {
    const { database, accounts, client } = await openWithOwner(await openDatabase());
    const [row] = await database.query.select().from(accountSession);
    const value = decodeURIComponent(client.headers.get('cookie')?.split('=')[1] ?? '');
    const [token = '', signature = ''] = value.split('.');
    const otherSignature = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    for (const forged of [`${row?.token}.${signature}`, `${token}.${otherSignature}`, token]) {
      const headers = new Headers({ cookie: `__Host-unspool-session=${encodeURIComponent(forged)}` });
      expect(await accounts.getSession(headers)).toBeNull();
    }
  });

  test('a wrong password and an unknown email give the same error', async () => {
    const { accounts } = await openWithOwner(await openDatabase());
    const wrong = await accounts.signIn({ ...owner, password: 'not the password' }, browser());
    const unknown = await accounts.signIn({ ...owner, email: 'nobody@example.org' }, browser());
    const none = await accounts.signIn({ ...owner, email: 'nul\0@example.org' }, browser());
    expect(wrong).toEqual({ ok: false, error: { code: 'credentials.wrong' } });
    expect([unknown, none]).toEqual([wrong, wrong]);
  });

  test('every failed sign-in verifies or hashes one password', async () => {
    const { database, user } = await openWithOwner(await openDatabase());
    const secret = 'a secret for tests that is long enough';
    const onError = (error: unknown) => {
      throw error;
    };
    const options = { database, secret, publicOrigin: 'https://blog.example.org', now: Date.now };
    const auth = createBetterAuth({ ...options, onError, passwordHashing: cheapHashing });
    const knownBrowsers = createKnownBrowsers(options);
    const attempts = createAttemptLimiter({ ...options, pause: async () => undefined, knownBrowsers });
    const secondFactors = createSecondFactors({ ...options, siteName: () => 'Blog' });
    const { signIn } = createSessions({ ...options, auth, attempts, knownBrowsers, secondFactors });
    const work: string[] = [];
    const { password } = await auth.$context;
    const { hash, verify } = password;
    password.hash = (text) => {
      work.push(text);
      return hash(text);
    };
    password.verify = (input) => {
      work.push(input.password);
      return verify(input);
    };
    const recordHashing = async (email: string) => {
      const credentials = { email, password: 'not the password' };
      expect((await signIn(credentials, browser())).ok).toBe(false);
      return work.splice(0);
    };
    const expectedWork = await recordHashing(owner.email);
    expect(expectedWork).toEqual(['not the password']);
    expect(await recordHashing('nobody@example.org')).toEqual(expectedWork);
    await database.query.delete(accountCredential).where(eq(accountCredential.userId, user.id));
    expect(await recordHashing(owner.email)).toEqual(expectedWork);
  });

  test('of 100 concurrent wrong passwords from one network five are checked, then it waits 15 minutes', async () => {
    const { accounts, advanceTime } = await openWithOwner(await openDatabase());
    const results = await Promise.all(
      Array.from({ length: 100 }, () => accounts.signIn(wrongCredentials, browser())),
    );
    const codes = results.map((result) => (result.ok ? '' : result.error.code));
    expect(codes.filter((code) => code === 'credentials.wrong')).toHaveLength(5);
    expect(codes.filter((code) => code === 'attempts.too_many')).toHaveLength(95);
    const right = await accounts.signIn({ ...owner, email: ' ADA@example.ORG' }, browser());
    expect(right).toEqual({ ok: false, error: { code: 'attempts.too_many', retryAfterSeconds: 900 } });
    advanceTime(15 * 60_000);
    expect((await accounts.signIn(owner, browser())).ok).toBe(true);
  });

  test('wrong passwords of strangers slow an account down and never block it, on any node', async () => {
    const { database, accounts, pauses } = await openWithOwner(await openDatabase());
    for (let index = 0; index < 40; index++) {
      const result = await accounts.signIn(wrongCredentials, browser(`203.0.113.${Math.floor(index / 4)}`));
      expect(result).toEqual({ ok: false, error: { code: 'credentials.wrong' } });
    }
    const ramp = [500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500];
    expect(pauses.splice(0)).toEqual([...ramp, ...Array.from({ length: 40 - 5 - ramp.length }, () => 5000)]);
    const other = openAccounts(database);
    expect((await other.accounts.signIn(owner, browser())).ok).toBe(true);
    expect(other.pauses).toEqual([5000]);
  });

  test('an unknown email slows down like an account', async () => {
    const { accounts, pauses } = await openWithOwner(await openDatabase());
    const recordPauses = async (email: string) => {
      for (let index = 0; index < 8; index++)
        await accounts.signIn({ ...wrongCredentials, email }, browser(`203.0.113.${index}`));
      return pauses.splice(0);
    };
    const expected = await recordPauses(owner.email);
    expect(expected).toEqual([500, 1000, 1500]);
    expect(await recordPauses('nobody@example.org')).toEqual(expected);
  });

  test('a browser that was signed in before gets in, even from the network of the attempts', async () => {
    const { accounts, pauses } = await openWithOwner(await openDatabase());
    const known = browser();
    const before = await accounts.signIn(owner, known);
    if (before.ok) known.storeKnownBrowser(before.value);
    for (let index = 0; index < 30; index++)
      await accounts.signIn(
        { ...wrongCredentials, email: index % 2 ? owner.email : 'x@example.org' },
        browser(),
      );
    expect((await accounts.signIn(owner, browser())).ok).toBe(false);
    pauses.splice(0);
    expect((await accounts.signIn(owner, known)).ok).toBe(true);
    expect(pauses).toEqual([]);
  });

  test('a known browser has five wrong passwords itself, for its own account only', async () => {
    const { accounts } = await openWithOwner(await openDatabase());
    await addTeamMember({ accounts }, 'bob@example.org', 'author');
    const known = browser();
    const before = await accounts.signIn(owner, known);
    if (before.ok) known.storeKnownBrowser(before.value);
    const bob = { email: 'bob@example.org', password: 'not the password' };
    for (let index = 0; index < 5; index++) {
      expect(await accounts.signIn(wrongCredentials, known)).toMatchObject({
        error: { code: 'credentials.wrong' },
      });
      await accounts.signIn(bob, browser());
    }
    expect(await accounts.signIn(owner, known)).toMatchObject({ error: { code: 'attempts.too_many' } });
    expect(await accounts.signIn(bob, known)).toMatchObject({ error: { code: 'attempts.too_many' } });
    expect((await accounts.signIn(owner, browser())).ok).toBe(true);
  });

  test('the cookie of a known browser gives no session, expires and can not be forged', async () => {
    const { accounts, advanceTime } = await openWithOwner(await openDatabase());
    const known = browser();
    const signedIn = await accounts.signIn(owner, known);
    const cookie = signedIn.ok ? (signedIn.value.at(-1) ?? '') : '';
    expect(cookie).toMatch(
      /^__Host-known-browser-[\w-]{22}=[\w-]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    known.storeKnownBrowser([cookie]);
    expect(await accounts.getSession(known.headers)).toBeNull();
    const isBlocked = async () => {
      for (let index = 0; index < 5; index++) await accounts.signIn(wrongCredentials, browser());
      return !(await accounts.signIn(owner, known)).ok;
    };
    expect(await isBlocked()).toBe(false);
    const value = known.headers.get('cookie') ?? '';
    known.headers.set('cookie', value.slice(0, -1) + (value.endsWith('A') ? 'B' : 'A'));
    expect(await isBlocked()).toBe(true);
    known.headers.set('cookie', value);
    advanceTime(180 * 24 * 3_600_000);
    expect(await isBlocked()).toBe(true);
  });

  test('a used reset link gets in during wrong attempts and makes the browser known', async () => {
    const { accounts, user } = await openWithOwner(await openDatabase());
    const stranger = () => accounts.signIn(wrongCredentials, browser());
    for (let index = 0; index < 6; index++) await stranger();
    const created = await accounts.createPasswordResetLink(user.id);
    const token = created.ok ? extractToken(created.value.link) : '';
    const client = browser();
    const reset = await accounts.resetPassword(token, 'a new long password', client);
    if (!reset.ok) throw new Error(reset.error.code);
    client.storeCookies(reset.value);
    expect((await accounts.getSession(client.headers))?.user).toEqual(user);
    for (let index = 0; index < 6; index++) await stranger();
    client.storeKnownBrowser(reset.value);
    expect((await accounts.signIn({ ...owner, password: 'a new long password' }, client)).ok).toBe(true);
  });

  test('a network has 25 failed attempts in five minutes across all accounts', async () => {
    const { accounts, advanceTime } = await openWithOwner(await openDatabase());
    for (let index = 0; index < 25; index++) {
      const credentials = { email: `p${index}@example.org`, password: 'x' };
      expect(await accounts.signIn(credentials, browser())).toMatchObject({
        error: { code: 'credentials.wrong' },
      });
    }
    expect(await accounts.signIn(owner, browser())).toMatchObject({
      error: { code: 'attempts.too_many' },
    });
    expect((await accounts.signIn(owner, browser('203.0.113.9'))).ok).toBe(true);
    advanceTime(5 * 60_000);
    expect((await accounts.signIn(owner, browser())).ok).toBe(true);
  });

  test('attempts from a clock that ran a year ahead do not block sign-ins once it is corrected', async () => {
    const { accounts, advanceTime } = await openWithOwner(await openDatabase());
    const year = 365 * 24 * 3_600_000;
    advanceTime(year);
    for (let index = 0; index < 5; index++)
      await accounts.signIn({ ...owner, password: 'not the password' }, browser());
    advanceTime(-year);
    expect((await accounts.signIn(owner, browser())).ok).toBe(true);
  });

  test('concurrent sign-ins after a long pause do not deadlock', async () => {
    const database = await openDatabase();
    const fixture = openAccounts(database);
    const enterAll = () =>
      Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          fixture.accounts.signIn(
            { email: `p${index}@example.org`, password: 'x' },
            browser(`192.0.2.${index}`),
          ),
        ),
      );
    await enterAll();
    fixture.advanceTime(3_600_000);
    const codes = (await enterAll()).map((result) => (result.ok ? '' : result.error.code));
    expect(new Set(codes)).toEqual(new Set(['credentials.wrong']));
  });

  test('a successful sign-in does not count as an attempt', async () => {
    const { accounts } = await openWithOwner(await openDatabase());
    for (let index = 0; index < 8; index++) expect((await accounts.signIn(owner, browser())).ok).toBe(true);
  });

  test('renewing a session extends it and keeps its token', async () => {
    const { database, accounts, client } = await openWithOwner(await openDatabase());
    const soon = new Date(Date.now() + 60_000);
    await database.query.update(accountSession).set({ expiresAt: soon });
    const found = await accounts.getSession(client.headers);
    expect(found && accounts.shouldRenewSession(found)).toBe(true);
    const renewed = await accounts.renewSession(client.headers);
    expect(renewed?.cookies[0]).toContain(client.headers.get('cookie'));
    expect(renewed?.authSession.session.expiresAt.getTime()).toBeGreaterThan(Date.now() + 11 * 3_600_000);
    await database.query.update(accountSession).set({ expiresAt: new Date(Date.now() - 1000) });
    expect(await accounts.renewSession(client.headers)).toBeNull();
  });

  test('a session that is used all the time ends a week after the sign-in', async () => {
    const { database, accounts, client, user } = await openWithOwner(await openDatabase());
    const beginSessionAt = (age: number) => {
      const createdAt = new Date(Date.now() - age);
      return database.query
        .update(accountSession)
        .set({ createdAt, expiresAt: new Date(Date.now() + 60_000) });
    };
    const week = 7 * 24 * 3_600_000;
    await beginSessionAt(week - 3_600_000);
    const renewed = await accounts.renewSession(client.headers);
    const end = renewed?.authSession.session.expiresAt.getTime() ?? 0;
    expect(end).toBeGreaterThan(Date.now() + 3_500_000);
    expect(end).toBeLessThanOrEqual(Date.now() + 3_600_000);
    const found = await accounts.getSession(client.headers);
    expect(found?.session.expiresAt.getTime()).toBe(end);
    expect(found && accounts.shouldRenewSession(found)).toBe(false);
    expect(await accounts.listSessions(user.id)).toHaveLength(1);
    await beginSessionAt(week + 60_000);
    expect(await accounts.getSession(client.headers)).toBeNull();
    expect(await accounts.renewSession(client.headers)).toBeNull();
    expect(await accounts.listSessions(user.id)).toEqual([]);
    expect(await database.query.$count(accountSession)).toBe(0);
  });
});

test('without custom hashing a password is stored with full-cost scrypt', async () => {
  await using database = await emptyDatabase();
  const accounts = createAccounts({
    database,
    secret: 'a secret for tests that is long enough',
    now: Date.now,
    mail: () => null,
    publicOrigin: 'https://blog.example.org',
    onError: (error) => {
      throw error;
    },
  });
  const token = (await accounts.firstOwnerToken()) ?? '';
  expect((await accounts.createFirstOwner(token, owner, browser())).ok).toBe(true);
  const [row] = await database.query.select().from(accountCredential);
  const [salt = '', key] = row?.password?.split(':') ?? [];
  expect(salt).toMatch(/^[0-9a-f]{32}$/);
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
  expect(key).toBe(scryptSync(owner.password, salt, 64, cost).toString('hex'));
  expect((await accounts.signIn(owner, browser())).ok).toBe(true);
  expect((await accounts.signIn({ ...owner, password: 'not the password' }, browser())).ok).toBe(false);
});
