import { expect, test } from 'vitest';
import { accountLink, accountSession } from '#database/schema.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { type Accounts, createAccounts } from './create-accounts.ts';
import type { Letter } from './write-mail.ts';

const owner = { name: 'Ada', email: 'Ada@Example.org', password: 'correct horse battery' };

interface Setting {
  accounts: Accounts;
  mails: Letter[];
  /** Moves the clock of links and tries. */
  pass(ms: number): void;
}

function open(database: TestDatabase, settings: { mail?: boolean; publicOrigin?: string } = {}): Setting {
  let time = Date.now();
  const mails: Letter[] = [];
  const pass = (ms: number) => {
    time += ms;
  };
  const accounts = createAccounts({
    database,
    secret: 'a secret for tests that is long enough',
    publicOrigin: settings.publicOrigin ?? 'https://blog.example.org',
    now: () => time,
    sendMail: settings.mail ? async (letter) => void mails.push(letter) : null,
    onTrouble: (error) => {
      throw error;
    },
  });
  return { accounts, mails, pass };
}

/** A browser: it keeps the cookies it is given. */
function browser(network = '192.0.2.7', userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0') {
  const headers = new Headers({ 'user-agent': userAgent });
  return {
    headers,
    network,
    keep(cookies: string[]) {
      const session = cookies.findLast((cookie) => cookie.startsWith('__Host-unspool-session='));
      headers.set('cookie', session?.split(';')[0] ?? '');
    },
  };
}

async function makeOwner({ accounts }: Setting) {
  const token = await accounts.firstOwnerToken();
  const person = browser();
  const made = await accounts.createFirstOwner(token ?? '', owner, person);
  if (!made.ok) throw new Error(made.error.code);
  person.keep(made.value);
  const found = await accounts.signedIn(person.headers);
  if (!found) throw new Error('the owner is not signed in');
  return { person, user: found.user };
}

const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? '';

/** Invites, accepts, and gives the new person's browser. */
async function join({ accounts }: Setting, email: string, role: 'owner' | 'editor' | 'author') {
  const by = (await accounts.listPeople())[0];
  const invited = by && (await accounts.invite({ email, role }, by));
  if (!invited?.ok) throw new Error('nobody was invited');
  const person = browser('198.51.100.2');
  const entered = await accounts.acceptInvitation(
    tokenIn(invited.value.link),
    { name: email.split('@')[0] ?? '', password: 'another long password' },
    person,
  );
  if (!entered.ok) throw new Error(entered.error.code);
  person.keep(entered.value);
  const found = await accounts.signedIn(person.headers);
  if (!found) throw new Error('the invited person is not signed in');
  return { person, user: found.user };
}

describeDatabases('accounts', (openDatabase) => {
  test('of ten people with a link to make the first owner one does, and the links then work no more', async () => {
    await using database = await openDatabase();
    const { accounts } = open(database);
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

  test('the cookie is for this host only, over TLS, out of reach of scripts; without TLS it has a plain name', async () => {
    await using database = await openDatabase();
    const setting = open(database);
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
    const local = open(database, { publicOrigin: 'http://localhost:3000' });
    const plain = await local.accounts.signIn(owner, browser());
    expect(plain.ok && plain.value[0]).toMatch(/^unspool-session=(?!.*Secure)/);
  });

  test('no row holds the token of a session or of a link, or more of a browser than its name', async () => {
    await using database = await openDatabase();
    const setting = open(database);
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
    const setting = open(database);
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
    const setting = open(database);
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
    const setting = open(database);
    await makeOwner(setting);
    const wrong = await setting.accounts.signIn({ ...owner, password: 'not the password' }, browser());
    const unknown = await setting.accounts.signIn({ ...owner, email: 'nobody@example.org' }, browser());
    expect(wrong).toEqual({ ok: false, error: { code: 'credentials.wrong' } });
    expect(unknown).toEqual(wrong);
  });

  test('of a hundred wrong tries at once five are made; then the right password waits too, for 15 minutes', async () => {
    await using database = await openDatabase();
    const setting = open(database);
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
    const setting = open(database);
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

  test('a right password does not count as a try', async () => {
    await using database = await openDatabase();
    const setting = open(database);
    await makeOwner(setting);
    for (let place = 0; place < 8; place++)
      expect((await setting.accounts.signIn(owner, browser())).ok).toBe(true);
  });

  test('a changed password ends every other session, and the new one goes on', async () => {
    await using database = await openDatabase();
    const setting = open(database);
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

  test('a link to a new password works once and for an hour, and ends all sessions', async () => {
    await using database = await openDatabase();
    const setting = open(database);
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

  test('a forgotten password is mailed to who has an account, and everybody gets the same answer', async () => {
    await using database = await openDatabase();
    const setting = open(database, { mail: true });
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
    const setting = open(database);
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
    const setting = open(database);
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

  test('the last owner stays one, even where two owners demote each other at once', async () => {
    await using database = await openDatabase();
    const setting = open(database);
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
    const setting = open(database);
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
    const setting = open(database);
    const ada = await makeOwner(setting);
    const bob = await join(setting, 'bob@example.org', 'editor');
    const [bobs] = await setting.accounts.listSessions(bob.user.id);
    await setting.accounts.endSession(ada.user.id, bobs?.id ?? '');
    expect(await setting.accounts.signedIn(bob.person.headers)).not.toBeNull();
    await setting.accounts.endSession(bob.user.id, bobs?.id ?? '');
    expect(await setting.accounts.signedIn(bob.person.headers)).toBeNull();
  });

  test('a renewed session lasts anew, with the same token', async () => {
    await using database = await openDatabase();
    const setting = open(database);
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
