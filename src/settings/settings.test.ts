import { expect, test } from 'vitest';
import { setting, settingChange } from '#database/schema.ts';
import { locales } from '#i18n/locales.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { defaultSiteSettings, type ServerSettings, type Settings } from './contract.ts';
import { openSettings } from './settings.ts';

const ada = { name: 'Ada' };
const rule = { threshold: 80, heldFor: null };
const held = { threshold: null, heldFor: 'ada' };
const heldForUnknown = { threshold: null, heldFor: 'unknown' };
const secret = 'a secret for tests that is long enough';

interface OpenOptions {
  secret?: string;
  fixedNames?: ['AI_MODEL'];
  onError?: (error: unknown) => void;
}

function open(database: TestDatabase, options: OpenOptions = {}) {
  return openSettings({
    database,
    secret: options.secret ?? secret,
    fixedNames: options.fixedNames ?? [],
    validateServer: ({ CONTACT_EMAIL: email, SMTP_URL: mailServer }: ServerSettings) =>
      email?.includes('@') === false || (mailServer !== undefined && email === undefined)
        ? [{ name: 'CONTACT_EMAIL', code: 'invalid' }]
        : [],
    now: () => Date.parse('2026-11-24T12:00:00Z'),
    onError:
      options.onError ??
      ((error) => {
        throw error;
      }),
  });
}

const listChanges = async (settings: Settings) =>
  (await settings.listChanges({ offset: 0, limit: 10 })).map(({ id: _id, ...change }) => change);

describeDatabases('settings', (openDatabase) => {
  test('without changes every setting has its default', async () => {
    const settings = await open(await openDatabase());
    expect(settings.site()).toEqual(defaultSiteSettings);
    expect(settings.server()).toEqual({});
  });

  test('a saved setting applies at once, to all nodes, and after a restart', async () => {
    const database = await openDatabase();
    const [first, second] = [await open(database), await open(database)];
    const changed = new Promise<void>((resolve) => second.onChange(resolve));
    expect(await first.save({ siteName: 'Loom', CONTACT_EMAIL: ' a@b.example ' }, ada)).toEqual({
      ok: true,
      value: null,
    });
    await changed;
    for (const settings of [first, second, await open(database)]) {
      expect(settings.site()).toEqual({ ...defaultSiteSettings, siteName: 'Loom' });
      expect(settings.server()).toEqual({ CONTACT_EMAIL: 'a@b.example' });
    }
  });

  test('one wrong setting changes nothing', async () => {
    const database = await openDatabase();
    const settings = await open(database);
    expect(await settings.save({ siteName: '', taglines: { en: 'Good' } }, ada)).toEqual({
      ok: false,
      error: [{ name: 'siteName', code: 'invalid' }],
    });
    expect(await settings.save({ CONTACT_EMAIL: 'nobody', siteName: 'Loom' }, ada)).toEqual({
      ok: false,
      error: [{ name: 'CONTACT_EMAIL', code: 'invalid' }],
    });
    expect(settings.site()).toEqual(defaultSiteSettings);
    expect(await database.query.select().from(setting)).toEqual([]);
    expect(await database.query.select().from(settingChange)).toEqual([]);
  });

  test('of two changes at once that don’t fit together, only the first is saved', async () => {
    const database = await openDatabase();
    const [first, second] = [await open(database), await open(database)];
    await first.save({ CONTACT_EMAIL: 'a@b.example' }, ada);
    await second.reload();
    const saved = await Promise.all([
      first.save({ CONTACT_EMAIL: null }, ada),
      second.save({ SMTP_URL: 'smtp://mail.example' }, { name: 'Bob' }),
    ]);
    expect(saved.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(await database.query.select().from(setting)).toHaveLength(saved[0].ok ? 0 : 2);
  });

  test('other nodes learn of a change that this one can’t read back', async () => {
    const database = await openDatabase();
    const outage = new Error('connection lost');
    const errors: unknown[] = [];
    let isDown = false;
    const query = new Proxy(database.query, {
      get(target, name) {
        if (isDown) throw outage;
        return Reflect.get(target, name, target);
      },
    });
    const first = await open({ ...database, query }, { onError: (error) => errors.push(error) });
    const second = await open(database);
    const changed = new Promise<void>((resolve) => second.onChange(resolve));
    isDown = true;
    expect((await first.save({ siteName: 'Loom' }, ada)).ok).toBe(true);
    await changed;
    expect(second.site().siteName).toBe('Loom');
    expect(errors).toContain(outage);
  });

  test('a setting of the environment can’t be saved', async () => {
    const settings = await open(await openDatabase(), { fixedNames: ['AI_MODEL'] });
    expect(await settings.save({ AI_MODEL: 'other' }, ada)).toEqual({
      ok: false,
      error: [{ name: 'AI_MODEL', code: 'fixed' }],
    });
  });

  test('the history says who changed what, and nothing where the value stayed the same', async () => {
    const settings = await open(await openDatabase());
    await settings.save({ siteName: 'Loom' }, ada);
    await settings.save({ siteName: 'Loom' }, ada);
    await settings.save({ siteName: defaultSiteSettings.siteName }, { name: 'Bob' });
    const changes = await listChanges(settings);
    const common = { changedAt: '2026-11-24T12:00:00.000Z', name: 'siteName', isSecret: false };
    expect(changes).toHaveLength(2);
    expect(changes).toEqual(
      expect.arrayContaining([
        { ...common, userName: 'Bob', before: '"Loom"', after: null },
        { ...common, userName: 'Ada', before: null, after: '"Loom"' },
      ]),
    );
  });

  test('secrets are stored encrypted and never in the history', async () => {
    const database = await openDatabase();
    const settings = await open(database);
    await settings.save({ AI_API_KEY: 'sk-very-secret' }, ada);
    await settings.save({ AI_API_KEY: 'sk-very-secret' }, ada);
    expect(settings.server()).toEqual({ AI_API_KEY: 'sk-very-secret' });
    expect(await listChanges(settings)).toMatchObject([
      { name: 'AI_API_KEY', before: null, after: null, isSecret: true },
    ]);
    const rows = [
      ...(await database.query.select().from(setting)),
      ...(await database.query.select().from(settingChange)),
    ];
    expect(JSON.stringify(rows)).not.toContain('very-secret');
  });

  test('after the app secret was replaced, a stored secret is reported as unreadable', async () => {
    const database = await openDatabase();
    await (await open(database)).save({ AI_API_KEY: 'sk-very-secret', AI_MODEL: 'writer' }, ada);
    const settings = await open(database, { secret: 'another secret that is also long enough' });
    expect(settings.server()).toEqual({ AI_MODEL: 'writer' });
    expect(settings.unreadableSecrets()).toEqual(['AI_API_KEY']);
    await settings.save({ AI_API_KEY: 'sk-new' }, ada);
    expect(settings.server()).toEqual({ AI_MODEL: 'writer', AI_API_KEY: 'sk-new' });
    expect(settings.unreadableSecrets()).toEqual([]);
  });

  test('a stored value that this version doesn’t know falls back to the default', async () => {
    const database = await openDatabase();
    await database.query.insert(setting).values([
      { name: 'defaultTheme', value: '"sepia"' },
      { name: 'siteName', value: '{' },
      { name: 'unknown', value: '1' },
    ]);
    expect((await open(database)).site()).toEqual(defaultSiteSettings);
  });

  test.each([
    ['an unknown language is left out', { xx: { threshold: 1, heldFor: null }, de: held }, { de: held }],
    [
      'an unreadable rule holds its language',
      { th: 80, de: null },
      { th: heldForUnknown, de: heldForUnknown },
    ],
    ['so does one with more than this version knows', { th: { ...rule, until: 1 } }, { th: heldForUnknown }],
    ['its reviewer stays', { th: { threshold: 'high', heldFor: 'ada' }, de: rule }, { th: held, de: rule }],
  ])('of the rules by language of another version, %s', async (_, stored, parsed) => {
    const database = await openDatabase();
    await database.query.insert(setting).values({ name: 'languageRules', value: JSON.stringify(stored) });
    expect((await open(database)).site().languageRules).toEqual(parsed);
  });

  test.each(['{', '"none"', '[]'])('unreadable rules by language (%s) hold every language', async (value) => {
    const database = await openDatabase();
    await database.query.insert(setting).values({ name: 'languageRules', value });
    const rules = (await open(database)).site().languageRules;
    expect(rules).toEqual(Object.fromEntries(locales.map((locale) => [locale, heldForUnknown])));
  });

  test('automatic translation goes on without a language of another version, and not in an unknown mode', async () => {
    const since = '2026-11-24T12:00:00.000Z';
    const automatic = { mode: 'change', locales: ['de', 'xx'], hour: 4, since };
    const read = async (stored: object) => {
      const database = await openDatabase();
      const value = JSON.stringify(stored);
      await database.query.insert(setting).values({ name: 'automaticTranslation', value });
      return (await open(database)).site().automaticTranslation;
    };
    expect(await read(automatic)).toEqual({ ...automatic, locales: ['de'], notifiedUser: null });
    expect(await read({ ...automatic, mode: 'weekly' })).toEqual(defaultSiteSettings.automaticTranslation);
  });
});
