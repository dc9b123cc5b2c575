import { scryptSync } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountCredential, accountLink, accountSession } from '#database/schema.ts';
import { describeDatabases, emptyDatabase } from '#test/support/databases.ts';
import { createAttempts } from './attempts.ts';
import { createAccounts } from './create-accounts.ts';
import { createAuth } from './create-auth.ts';
import { cheapHashing } from './fixtures/cheap-hashing.ts';
import { browser, makeOwner, openAccounts, owner, tokenIn } from './fixtures/open-accounts.ts';
import { signIn } from './sign-in.ts';

describeDatabases('signing in', (openDatabase) => {
  test('the cookie is for this host only, over TLS, out of reach of scripts; without TLS it has a plain name', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    await makeOwner(setting);
    const signed = await setting.accounts.signIn(owner, browser());
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

  test('no row holds the token of a session or of a link, or more of a browser than its name', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    const { person, user } = await makeOwner(setting);
    const link = await setting.accounts.makeResetLink(user.id);
    const sessions = await database.query.select().from(accountSession);
    const links = await database.query.select().from(accountLink);
    const rows = JSON.stringify([sessions, links]);
    const cookie = decodeURIComponent(person.headers.get('cookie')?.split('=')[1] ?? '');
    expect(rows).not.toContain(cookie.split('.')[0]);
    expect(rows).not.toContain(link.ok && tokenIn(link.value.link));
    expect(sessions[0]?.userAgent).toBe('Firefox · Linux');
  });

  test('signing in begins a new session and ends the one the browser had', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    const { person, user } = await makeOwner(setting);
    const before = new Headers(person.headers);
    const again = await setting.accounts.signIn(owner, person);
    if (again.ok) person.keep(again.value);
    expect(await setting.accounts.signedIn(before)).toBeNull();
    expect((await setting.accounts.signedIn(person.headers))?.user).toEqual(user);
    expect(await setting.accounts.listSessions(user.id)).toHaveLength(1);
  });

  test('a cookie with a forged signature, or a token that is the stored digest, signs nobody in', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    const { person } = await makeOwner(setting);
    const [row] = await database.query.select().from(accountSession);
    const value = decodeURIComponent(person.headers.get('cookie')?.split('=')[1] ?? '');
    const [token = '', signature = ''] = value.split('.');
    for (const forged of [`${row?.token}.${signature}`, `${token}.${signature.slice(0, -4)}AAA=`, token]) {
      const headers = new Headers({ cookie: `__Host-unspool-session=${encodeURIComponent(forged)}` });
      expect(await setting.accounts.signedIn(headers)).toBeNull();
    }
  });

  test('a wrong password and an unknown address are refused alike', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    await makeOwner(setting);
    const wrong = await setting.accounts.signIn({ ...owner, password: 'not the password' }, browser());
    const unknown = await setting.accounts.signIn({ ...owner, email: 'nobody@example.org' }, browser());
    const none = await setting.accounts.signIn({ ...owner, email: 'nul\0@example.org' }, browser());
    expect(wrong).toEqual({ ok: false, error: { code: 'credentials.wrong' } });
    expect([unknown, none]).toEqual([wrong, wrong]);
  });

  test('whatever is wrong, one password is hashed: no answer is quicker where there is no account', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    const { user } = await makeOwner(setting);
    const secret = 'a secret for tests that is long enough';
    const onTrouble = (error: unknown) => {
      throw error;
    };
    const auth = createAuth({
      ...{ database, secret, onTrouble, publicOrigin: 'https://blog.example.org' },
      passwordHashing: cheapHashing,
    });
    const attempts = createAttempts({ database, secret, now: Date.now });
    const work: string[] = [];
    const { password } = await auth.$context;
    const { hash, verify } = password;
    password.hash = (text) => {
      work.push(text);
      return hash(text);
    };
    password.verify = (typed) => {
      work.push(typed.password);
      return verify(typed);
    };
    const workOf = async (email: string) => {
      const typed = { email, password: 'not the password' };
      expect((await signIn({ auth, attempts, database }, typed, browser())).ok).toBe(false);
      return work.splice(0);
    };
    const ofWrong = await workOf(owner.email);
    expect(ofWrong).toEqual(['not the password']);
    expect(await workOf('nobody@example.org')).toEqual(ofWrong);
    await database.query.delete(accountCredential).where(eq(accountCredential.userId, user.id));
    expect(await workOf(owner.email)).toEqual(ofWrong);
  });

  test('of a hundred wrong tries at once five are made; then the right password waits too, for 15 minutes', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    await makeOwner(setting);
    const tries = await Promise.all(
      Array.from({ length: 100 }, (_, place) =>
        setting.accounts.signIn({ ...owner, password: 'not the password' }, browser(`192.0.2.${place}`)),
      ),
    );
    const codes = tries.map((tried) => (tried.ok ? '' : tried.error.code));
    expect(codes.filter((code) => code === 'credentials.wrong')).toHaveLength(5);
    expect(codes.filter((code) => code === 'attempts.too_many')).toHaveLength(95);
    const right = await setting.accounts.signIn(
      { ...owner, email: ' ADA@example.ORG' },
      browser('192.0.2.200'),
    );
    expect(right).toEqual({ ok: false, error: { code: 'attempts.too_many', retryAfterSeconds: 900 } });
    setting.pass(15 * 60_000);
    expect((await setting.accounts.signIn(owner, browser())).ok).toBe(true);
  });

  test('a network has 25 wrong tries in five minutes, whatever the accounts; another goes on', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    await makeOwner(setting);
    for (let place = 0; place < 25; place++) {
      const typed = { email: `p${place}@example.org`, password: 'x' };
      expect(await setting.accounts.signIn(typed, browser())).toMatchObject({
        error: { code: 'credentials.wrong' },
      });
    }
    expect(await setting.accounts.signIn(owner, browser())).toMatchObject({
      error: { code: 'attempts.too_many' },
    });
    expect((await setting.accounts.signIn(owner, browser('203.0.113.9'))).ok).toBe(true);
    setting.pass(5 * 60_000);
    expect((await setting.accounts.signIn(owner, browser())).ok).toBe(true);
  });

  test('tries of a clock that was a year ahead shut nobody out once it is set right', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    await makeOwner(setting);
    const year = 365 * 24 * 3_600_000;
    setting.pass(year);
    for (let place = 0; place < 5; place++)
      await setting.accounts.signIn({ ...owner, password: 'not the password' }, browser());
    setting.pass(-year);
    expect((await setting.accounts.signIn(owner, browser())).ok).toBe(true);
  });

  test('many people at once, after a long time without any, do not wait for each other', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    const enterAll = () =>
      Promise.all(
        Array.from({ length: 8 }, (_, place) =>
          setting.accounts.signIn(
            { email: `p${place}@example.org`, password: 'x' },
            browser(`192.0.2.${place}`),
          ),
        ),
      );
    await enterAll();
    setting.pass(3_600_000);
    const codes = (await enterAll()).map((tried) => (tried.ok ? '' : tried.error.code));
    expect(new Set(codes)).toEqual(new Set(['credentials.wrong']));
  });

  test('a right password does not count as a try', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    await makeOwner(setting);
    for (let place = 0; place < 8; place++)
      expect((await setting.accounts.signIn(owner, browser())).ok).toBe(true);
  });

  test('a renewed session lasts anew, with the same token', async () => {
    await using database = await openDatabase();
    const setting = openAccounts(database);
    const { person } = await makeOwner(setting);
    const soon = new Date(Date.now() + 60_000);
    await database.query.update(accountSession).set({ expiresAt: soon });
    const found = await setting.accounts.signedIn(person.headers);
    expect(found && setting.accounts.isDueForRenewal(found)).toBe(true);
    const renewed = await setting.accounts.renew(person.headers);
    expect(renewed?.cookies[0]).toContain(person.headers.get('cookie'));
    expect(renewed?.signedIn.session.expiresAt.getTime()).toBeGreaterThan(Date.now() + 11 * 3_600_000);
    await database.query.update(accountSession).set({ expiresAt: new Date(Date.now() - 1000) });
    expect(await setting.accounts.renew(person.headers)).toBeNull();
  });
});

test('a password is stored under scrypt at full cost where nothing else is handed in, and signs its owner in', async () => {
  await using database = await emptyDatabase();
  const accounts = createAccounts({
    ...{ database, secret: 'a secret for tests that is long enough', now: Date.now, sendMail: null },
    publicOrigin: 'https://blog.example.org',
    onTrouble: (error) => {
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
