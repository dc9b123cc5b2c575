import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { latestMigration } from '#database/migrations.ts';
import { post } from '#database/schema.ts';
import { CorruptFileError } from '#platform/storage/atomic-file.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { dataUrl, openSite, unwrap } from '#test/support/open-site.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { restoreBackup } from '../restore-backup.ts';
import { createFileComparison } from './compare-files.ts';
import { inspectBackup } from './inspect-backup.ts';
import { readJsonLines, writeJsonLines } from './json-lines-file.ts';
import { writeBackup } from './write-backup.ts';

const listSlugs = async ({ query }: TestDatabase) =>
  (await query.select().from(post)).map(({ slug }) => slug).sort();

describeDatabases('a backup', (open) => {
  test('taken during writes restores the same rows and files, without partial transactions', async () => {
    const database = await open();
    const { writer, files, backupDeps: deps } = openSite(database);
    const image = await dataUrl(60, 40);
    unwrap(await writer.savePost({ locale: 'en', title: 'First', content: `<img src="${image}" alt="a">` }));
    unwrap(await writer.storeClip(Buffer.from('OggS')));
    const path = join(temporaryFolder(), 'a.backup.gz');
    let isDone = false;
    let batches = 0;
    const load = (async () => {
      while (!isDone) {
        batches += 1;
        const titles = (['en', 'de', 'th'] as const).map((locale) => ({
          locale,
          title: `Batch ${batches} ${locale}`,
        }));
        unwrap(await writer.publishArticle(titles));
        // The embedded database never yields to the event loop by itself.
        await setImmediate();
      }
    })();
    const report = await writeBackup(deps, path);
    isDone = true;
    await load;
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(report).toMatchObject({ missingFiles: 0, files: 3 });

    const before = (await files.list()).length;
    const [key = ''] = await files.list();
    await files.delete(key);
    const old = join(temporaryFolder(), 'old.backup.gz');
    const restored = unwrap(await restoreBackup(deps, { path, replacedBackupPath: old }));
    expect(restored.rowHash).toBe(report.rowHash);
    expect(await files.list()).toHaveLength(before);
    const again = await writeBackup(deps, join(temporaryFolder(), 'b.backup.gz'));
    expect(again.rowHash).toBe(report.rowHash);
    const perArticle = Map.groupBy(await database.query.select().from(post), (row) => row.articleId);
    const sizes = [...perArticle.values()].map((rows) => rows.length);
    expect(sizes.filter((size) => size === 1)).toHaveLength(1);
    expect(sizes.filter((size) => size !== 1 && size !== 3)).toEqual([]);

    unwrap(await restoreBackup(deps, { path: old, replacedBackupPath: path }));
    expect((await listSlugs(database)).length).toBe(1 + batches * 3);
  });

  test('what is saved during a restore is in the backup of the previous data or in the restored', async () => {
    const database = await open();
    const { writer, files, backupDeps: deps } = openSite(database);
    const save = async (title: string) => {
      const content = `<img src="${await dataUrl(60 + title.length, 40)}" alt="a">`;
      return unwrap(await writer.savePost({ locale: 'en', title, content }));
    };
    await save('First');
    const folder = temporaryFolder();
    const [path, old] = [join(folder, 'a.backup.gz'), join(folder, 'old.backup.gz')];
    await writeBackup(deps, path);
    await save('Second');
    let isLoading = false;
    let lateSave: Promise<unknown> | null = null;
    const put: typeof files.put = async (key, bytes) => {
      if (!isLoading) {
        isLoading = true;
        await save('Meanwhile');
      }
      await files.put(key, bytes);
    };
    const restored = await restoreBackup(
      { ...deps, files: { get: (key) => files.get(key), put } },
      {
        path,
        replacedBackupPath: old,
        onProgress({ step }) {
          if (step === 'previous' && isLoading) lateSave ??= save('Late');
        },
      },
    );
    unwrap(restored);
    expect(lateSave).not.toBeNull();
    await lateSave;
    expect(await listSlugs(database)).toEqual(['first', 'late']);

    for (const key of await files.list()) await files.delete(key);
    unwrap(await restoreBackup(deps, { path: old, replacedBackupPath: path }));
    expect(await listSlugs(database)).toEqual(['first', 'meanwhile', 'second']);
    expect(await writeBackup(deps, join(folder, 'b.backup.gz'))).toMatchObject({ missingFiles: 0 });
  });

  test('says how many files it lacks, whether they are before their rows or behind them', async () => {
    const database = await open();
    const { writer, files, backupDeps: deps } = openSite(database);
    const content = `<img src="${await dataUrl(60, 40)}" alt="a">`;
    unwrap(await writer.savePost({ locale: 'en', title: 'First', content }));
    unwrap(await writer.storeClip(Buffer.from('OggS')));
    const folder = temporaryFolder();
    const [path, old] = [join(folder, 'a.backup.gz'), join(folder, 'old.backup.gz')];
    const restore = async () => unwrap(await restoreBackup(deps, { path, replacedBackupPath: old }));
    await writeBackup(deps, path);
    const complete = { files: 3, missingFiles: 0 };
    expect([await restore(), unwrap(await inspectBackup(old))]).toMatchObject([complete, complete]);
    for (const key of await files.list()) await files.delete(key);
    const empty = { files: 0, missingFiles: 3 };
    expect(await writeBackup(deps, path)).toMatchObject(empty);
    expect([await restore(), unwrap(await inspectBackup(old))]).toMatchObject([empty, empty]);
  });

  test('of the data before a restore has its name if the rows are replaced, also after a crash', async () => {
    const database = await open();
    const { writer, backupDeps } = openSite(database);
    unwrap(await writer.savePost({ locale: 'en', title: 'First' }));
    const folder = temporaryFolder();
    const [path, old] = [join(folder, 'a.backup.gz'), join(folder, 'old.backup.gz')];
    await writeBackup(backupDeps, path);
    let names: string[] = [];
    const listNames = () => {
      names = readdirSync(folder).sort();
    };
    let onReplaced = () => expect.unreachable();
    const transaction: TestDatabase['transaction'] = (run) =>
      database.transaction(async (queries) => {
        const result = await run(queries);
        onReplaced();
        return result;
      });
    const deps = { ...backupDeps, database: { ...database, transaction } };
    const stop = new Error('stopped');
    const stopped = restoreBackup(deps, {
      path,
      replacedBackupPath: old,
      onProgress({ step }) {
        if (step !== 'rows') return;
        listNames();
        throw stop;
      },
    });
    await expect(stopped).rejects.toBe(stop);
    expect(names).toEqual(['a.backup.gz', 'old.backup.gz.unfinished']);
    expect(readdirSync(folder)).toEqual(['a.backup.gz']);

    onReplaced = () => {
      listNames();
      throw stop;
    };
    const lost = await restoreBackup(deps, { path, replacedBackupPath: old });
    expect(lost).toMatchObject({ error: { code: 'restore.unknown' } });
    expect(names).toEqual(['a.backup.gz', 'old.backup.gz']);
    expect(unwrap(await inspectBackup(old)).rows.rows).toBeGreaterThan(0);
  });

  test('is not restored into a database with rows', async () => {
    const database = await open();
    const { writer, backupDeps: deps } = openSite(database);
    unwrap(await writer.savePost({ locale: 'en', title: 'First' }));
    const path = join(temporaryFolder(), 'a.backup.gz');
    await writeBackup(deps, path);
    unwrap(await writer.savePost({ locale: 'en', title: 'Second' }));
    expect(await restoreBackup(deps, { path, replacedBackupPath: null })).toMatchObject({
      ok: false,
      error: { code: 'database.in_use' },
    });
    expect(await listSlugs(database)).toEqual(['first', 'second']);
  });

  test('is rejected if it is truncated, modified or not a backup, and nothing changes', async () => {
    const database = await open();
    const { writer, backupDeps: deps } = openSite(database);
    unwrap(await writer.savePost({ locale: 'en', title: 'First' }));
    const folder = temporaryFolder();
    const path = join(folder, 'a.backup.gz');
    await writeBackup(deps, path);
    const backupBytes = readFileSync(path);
    const lines = gunzipSync(backupBytes).toString().split('\n');
    const changed = (change: (lines: string[]) => string[]) => gzipSync(change([...lines]).join('\n'));
    const broken = [
      ...[0, 1, 20, backupBytes.length - 1].map((length) => backupBytes.subarray(0, length)),
      changed((all) => all.map((line) => line.replace('First', 'Other'))),
      changed((all) => all.toSpliced(3, 1)),
      changed((all) => all.toSpliced(-2, 1)),
      changed((all) => [...all, '{"table":"tag","row":{}}', '']),
      changed(() => ['null', '']),
      gzipSync('no lines'),
      Buffer.from('no gzip'),
    ];
    for (const bytes of broken) {
      writeFileSync(path, bytes);
      expect(await restoreBackup(deps, { path, replacedBackupPath: join(folder, 'old') })).toMatchObject({
        ok: false,
        error: { code: 'backup.damaged' },
      });
    }
    expect(await listSlugs(database)).toEqual(['first']);
    expect(readdirSync(folder)).toEqual(['a.backup.gz']);
  });

  const slug = { slug: 'a', names: { en: 'A' } };
  test.each([
    { table: 'pg_authid', row: { rolname: 'x' } },
    { table: 'tag', row: {} },
    { table: 'tag', row: 'x' },
    { table: 'tag', row: { ...slug, 'x"; drop table post; --': 1 } },
    { table: 'tag', row: { slug: 'a\0' } },
    { table: 'tag', row: { ...slug, created_at: '0000-01-01' } },
    { table: 'tag', row: { slug: 'a' } },
    { file: '../x', bytes: 'eA==' },
    { file: '/tmp/x', bytes: 'eA==' },
    { file: 'a', bytes: null },
  ])('with the line %j is rejected, and nothing changes', async (line) => {
    const database = await open();
    const { writer, files, backupDeps: deps } = openSite(database);
    unwrap(await writer.savePost({ locale: 'en', title: 'First' }));
    const path = join(temporaryFolder(), 'a.backup.gz');
    await writeJsonLines(path, async (writeLine) => {
      await writeLine({ unspool: 'backup', version: 1, migration: latestMigration().tag });
      await writeLine(line);
      await writeLine({ rows: { rows: 1, hash: '0' } });
    });
    const restored = await restoreBackup(deps, { path, replacedBackupPath: `${path}.old` });
    expect(restored).toMatchObject({ ok: false, error: { code: 'backup.damaged' } });
    expect(await listSlugs(database)).toEqual(['first']);
    expect(await files.list()).toEqual([]);
  });

  test('of a newer version is rejected', async () => {
    const database = await open();
    const { backupDeps: deps } = openSite(database);
    const path = join(temporaryFolder(), 'a.backup.gz');
    await writeJsonLines(path, async (writeLine) => {
      await writeLine({ unspool: 'backup', version: 1, migration: '9999_future' });
      await writeLine({ rows: { rows: 0, hash: '0' } });
    });
    expect(await restoreBackup(deps, { path, replacedBackupPath: null })).toMatchObject({
      error: { code: 'backup.newer' },
    });
  });
});

test('with more files than are compared, none is called missing by mistake', () => {
  const clips = ['a', 'b', 'c'].map((id) => ({ id, bytes: 1 }));
  const comparison = createFileComparison(2);
  for (const { id } of clips) comparison.addFile(`clips/${id}/0`);
  for (const row of clips) comparison.addRow('clip', row);
  expect(comparison.countMissing()).toBe(0);
});

test('a file that is too large when decompressed is rejected', async () => {
  const path = join(temporaryFolder(), 'a');
  await writeJsonLines(path, async (writeLine) => {
    for (let line = 0; line < 100; line += 1) await writeLine({ a: '0'.repeat(100) });
  });
  const read = async (bytesMax: number) => {
    let lines = 0;
    for await (const _ of readJsonLines(path, bytesMax)) lines += 1;
    return lines;
  };
  expect(await read(20_000)).toBe(100);
  await expect(read(5000)).rejects.toThrow(CorruptFileError);
});

test('a failed write leaves no file behind', async () => {
  const folder = temporaryFolder();
  await expect(
    writeJsonLines(join(folder, 'a'), async (writeLine) => {
      await writeLine({ a: 1 });
      throw new Error('the database is gone');
    }),
  ).rejects.toThrow('the database is gone');
  expect(readdirSync(folder)).toEqual([]);
});
