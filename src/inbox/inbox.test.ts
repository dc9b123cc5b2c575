import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { writeBackup } from '#backup/dump/write-backup.ts';
import { restoreBackup } from '#backup/restore-backup.ts';
import { contactMessage } from '#database/schema.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { openSite, unwrap } from '#test/support/open-site.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { inboxPageSize, type StoredContactMessage } from './contract.ts';
import { createInbox } from './inbox.ts';

const dayMs = 24 * 3_600_000;
const hello: StoredContactMessage = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'Zqsubject',
  message: 'Zqmessage\nwith two lines',
  locale: 'th',
};
/** Long enough that random bytes in base64 don't contain them. */
const plainWords = ['Lovelace', 'example.com', 'Zqsubject', 'Zqmessage'];

function open(
  database: TestDatabase,
  { secret = 'a secret for tests that is long enough', limit = 100 } = {},
) {
  const clock = { now: Date.parse('2026-11-24T12:00:00Z') };
  const settings = { days: 90 };
  const inbox = createInbox({
    database,
    secret,
    retentionDays: () => settings.days,
    limit,
    now: () => clock.now,
    onError: (error) => {
      throw error;
    },
  });
  const list = async (status: 'new' | 'read' | 'done' | null = null, page = 1) =>
    (await inbox.list({ status, page })).messages;
  const rows = () => database.query.select().from(contactMessage);
  return { inbox, clock, settings, list, rows };
}

describeDatabases('the inbox', (openDatabase) => {
  test('stores a message encrypted, with its date and nothing else', async () => {
    const { inbox, list, rows } = open(await openDatabase());
    expect(await inbox.store(hello)).toEqual({ ok: true, value: null });
    const [row] = await rows();
    expect(Object.keys(row ?? {})).toEqual([
      'id',
      'receivedAt',
      'deleteAt',
      'status',
      'repliedAt',
      'content',
    ]);
    const stored = JSON.stringify(row);
    for (const text of [...plainWords, btoa('Zqmessage')]) expect(stored).not.toContain(text);
    expect(await list()).toEqual([
      {
        id: row?.id,
        receivedAt: '2026-11-24T12:00:00.000Z',
        deleteAt: '2027-02-22T12:00:00.000Z',
        status: 'new',
        repliedAt: null,
        content: hello,
      },
    ]);
  });

  test('stores the longest message in any script', async () => {
    const { inbox, clock, list } = open(await openDatabase());
    for (const character of ['\0', '\ud800', '\u0001']) {
      const longest = { ...hello, message: character.repeat(5000), subject: character.repeat(150) };
      clock.now += 1;
      unwrap(await inbox.store(longest));
      expect((await list())[0]?.content).toEqual(longest);
    }
    const random = Array.from({ length: 5000 }, (_, index) =>
      String.fromCharCode(0x4e00 + ((index * 7919) % 20_000)),
    ).join('');
    unwrap(await inbox.store({ ...hello, message: random }));
    expect((await list()).map(({ content }) => content?.message)).toContain(random);
  });

  test('lists the newest first, by status, in pages', async () => {
    const { inbox, clock, list } = open(await openDatabase());
    for (let number = 1; number <= 60; number += 1) {
      clock.now += 1000;
      unwrap(await inbox.store({ ...hello, subject: String(number) }));
    }
    const subjects = async (status: 'new' | 'done' | null, page: number) =>
      (await list(status, page)).map(({ content }) => content?.subject);
    expect(await subjects(null, 1)).toEqual(
      Array.from({ length: inboxPageSize }, (_, at) => String(60 - at)),
    );
    expect(await subjects(null, 3)).toEqual(Array.from({ length: 10 }, (_, at) => String(10 - at)));
    const [newest, next] = await list();
    await inbox.setStatus([newest?.id ?? '', 'no-id'], 'done');
    await inbox.setStatus([next?.id ?? ''], 'read');
    expect(await subjects('done', 1)).toEqual(['60']);
    expect((await inbox.list({ status: 'new', page: 1 })).counts).toEqual({ new: 58, read: 1, done: 1 });
    expect(await inbox.countNew()).toBe(58);
    await inbox.delete([newest?.id ?? '', 'no-id']);
    expect(await inbox.find(newest?.id ?? '')).toBeNull();
    expect(await inbox.find('no-id')).toBeNull();
    expect((await inbox.list({ status: null, page: 1 })).counts).toEqual({ new: 58, read: 1, done: 0 });
  });

  test('a reply makes a message done and stores only its date', async () => {
    const { inbox, clock, list } = open(await openDatabase());
    unwrap(await inbox.store(hello));
    const [{ id } = { id: '' }] = await list();
    clock.now += dayMs;
    await inbox.markReplied(id);
    expect(await inbox.find(id)).toMatchObject({ status: 'done', repliedAt: '2026-11-25T12:00:00.000Z' });
  });

  test('a message is not listed after its time, and then deleted', async () => {
    const { inbox, clock, list, rows } = open(await openDatabase());
    unwrap(await inbox.store(hello));
    const [{ id } = { id: '' }] = await list();
    clock.now += 90 * dayMs - 1;
    await inbox.deleteExpired();
    expect(await list()).toHaveLength(1);
    clock.now += 1;
    expect(await list()).toEqual([]);
    expect(await inbox.find(id)).toBeNull();
    expect(await inbox.countNew()).toBe(0);
    expect((await inbox.list({ status: null, page: 1 })).counts.new).toBe(0);
    expect(await rows()).toHaveLength(1);
    await inbox.deleteExpired();
    expect(await rows()).toEqual([]);
  });

  test('counts the messages that a shorter time would delete', async () => {
    const { inbox, clock, list } = open(await openDatabase());
    for (const days of [10, 0, 21]) {
      unwrap(await inbox.store(hello));
      clock.now += days * dayMs;
    }
    const counts = await Promise.all([7, 21, 22, 31, 32, 90].map((days) => inbox.countOlder(days)));
    expect(counts).toEqual([3, 3, 1, 1, 0, 0]);
    expect(await list()).toHaveLength(3);
    clock.now += 60 * dayMs;
    // What has expired anyway is not deleted by the change.
    expect(await inbox.countOlder(30)).toBe(2);
  });

  test('expired messages are also deleted at the start and when a message arrives', async () => {
    const { inbox, clock, rows } = open(await openDatabase());
    unwrap(await inbox.store(hello));
    clock.now += 91 * dayMs;
    await inbox.startWork();
    inbox.stopWork();
    expect(await rows()).toEqual([]);
    unwrap(await inbox.store(hello));
    clock.now += 91 * dayMs;
    unwrap(await inbox.store(hello));
    expect(await rows()).toHaveLength(1);
  });

  test('a shorter time applies at once, a longer one only to later messages', async () => {
    const { inbox, clock, settings, list } = open(await openDatabase());
    unwrap(await inbox.store(hello));
    settings.days = 365;
    expect((await list())[0]?.deleteAt).toBe('2027-02-22T12:00:00.000Z');
    settings.days = 2;
    expect((await list())[0]?.deleteAt).toBe('2026-11-26T12:00:00.000Z');
    clock.now += 2 * dayMs;
    expect(await list()).toEqual([]);
  });

  test('a full inbox rejects messages until one is deleted or expires', async () => {
    const { inbox, clock, list } = open(await openDatabase(), { limit: 2 });
    for (let count = 0; count < 2; count += 1) unwrap(await inbox.store(hello));
    expect(await inbox.store(hello)).toEqual({ ok: false, error: 'full' });
    const [{ id } = { id: '' }] = await list();
    await inbox.delete([id]);
    expect(await inbox.store(hello)).toEqual({ ok: true, value: null });
    expect(await inbox.store(hello)).toEqual({ ok: false, error: 'full' });
    clock.now += 90 * dayMs;
    expect(await inbox.store(hello)).toEqual({ ok: true, value: null });
  });

  test('a message that another secret encrypted is listed without its content, and can be deleted', async () => {
    const database = await openDatabase();
    unwrap(await open(database).inbox.store(hello));
    const { inbox, list } = open(database, { secret: 'another secret for tests, long enough' });
    const [message] = await list();
    expect(message).toMatchObject({ status: 'new', content: null });
    await inbox.delete([message?.id ?? '']);
    expect(await list()).toEqual([]);
  });

  test('a backup has the encrypted messages, an export has none', async () => {
    const database = await openDatabase();
    const { inbox, list } = open(database);
    const { backupDeps, exported, listNames, readText, writer } = openSite(database);
    unwrap(await writer.savePost({ locale: 'en', title: 'A post' }));
    unwrap(await inbox.store(hello));
    const zip = await exported();
    for (const name of await listNames(zip))
      for (const word of [...plainWords, 'contact_message'])
        expect(await readText(zip, new RegExp(`^${name.replaceAll('.', '\\.')}$`))).not.toContain(word);

    const folder = temporaryFolder();
    const path = join(folder, 'a.backup.gz');
    await writeBackup(backupDeps, path);
    const lines = gunzipSync(readFileSync(path)).toString();
    expect(lines).toContain('contact_message');
    for (const word of plainWords) expect(lines).not.toContain(word);
    await inbox.delete((await list()).map(({ id }) => id));
    unwrap(await restoreBackup(backupDeps, { path, replacedBackupPath: join(folder, 'old') }));
    expect((await list()).map(({ content }) => content)).toEqual([hello]);
  });
});
