import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { latestMigration } from '#database/migrations-folder.ts';
import { post } from '#database/schema.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { dataUrl, openSite, unwrap } from '#test/support/open-site.ts';
import { writeLines } from './line-file.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const rowsOf = async ({ query }: TestDatabase) =>
  (await query.select().from(post)).map(({ slug }) => slug).sort();

describeDatabases('a backup', (open) => {
  test('taken during load restores to the same rows, with the files, and holds no half of a batch', async () => {
    await using database = await open();
    const { writer, files, backupTools: tools } = openSite(database);
    const picture = await dataUrl(60, 40);
    unwrap(
      await writer.savePost({ locale: 'en', title: 'First', content: `<img src="${picture}" alt="a">` }),
    );
    const path = join(temporaryFolder(), 'a.backup.gz');
    let isOver = false;
    let batches = 0;
    const load = (async () => {
      while (!isOver) {
        batches += 1;
        const titles = (['en', 'de', 'th'] as const).map((locale) => ({
          locale,
          title: `Batch ${batches} ${locale}`,
        }));
        unwrap(await writer.publishMany(titles));
        // The embedded database never lets go of the thread by itself.
        await setImmediate();
      }
    })();
    const report = await writeBackup(tools, path);
    isOver = true;
    await load;
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(report).toMatchObject({ missingFiles: 0, files: 2 });

    const before = (await files.list()).length;
    const [key = ''] = await files.list();
    await files.delete(key);
    const old = join(temporaryFolder(), 'old.backup.gz');
    const restored = unwrap(await restoreBackup(tools, { path, keepOldAt: old }));
    expect(restored.rowHash).toBe(report.rowHash);
    expect(await files.list()).toHaveLength(before);
    const again = await writeBackup(tools, join(temporaryFolder(), 'b.backup.gz'));
    expect(again.rowHash).toBe(report.rowHash);
    const perArticle = Map.groupBy(await database.query.select().from(post), (row) => row.articleId);
    const sizes = [...perArticle.values()].map((rows) => rows.length);
    expect(sizes.filter((size) => size === 1)).toHaveLength(1);
    expect(sizes.filter((size) => size !== 1 && size !== 3)).toEqual([]);

    // What was replaced is beside it, and is a backup itself.
    unwrap(await restoreBackup(tools, { path: old, keepOldAt: path }));
    expect((await rowsOf(database)).length).toBe(1 + batches * 3);
  });

  test('is refused where there are rows, and nothing is touched', async () => {
    await using database = await open();
    const { writer, backupTools: tools } = openSite(database);
    unwrap(await writer.savePost({ locale: 'en', title: 'First' }));
    const path = join(temporaryFolder(), 'a.backup.gz');
    await writeBackup(tools, path);
    unwrap(await writer.savePost({ locale: 'en', title: 'Second' }));
    expect(await restoreBackup(tools, { path, keepOldAt: null })).toMatchObject({
      ...{ ok: false, error: { code: 'database.in_use' } },
    });
    expect(await rowsOf(database)).toEqual(['first', 'second']);
  });

  test('that is cut, changed anywhere, or none at all is refused, and nothing is touched', async () => {
    await using database = await open();
    const { writer, backupTools: tools } = openSite(database);
    unwrap(await writer.savePost({ locale: 'en', title: 'First' }));
    const folder = temporaryFolder();
    const path = join(folder, 'a.backup.gz');
    await writeBackup(tools, path);
    const sound = readFileSync(path);
    const lines = gunzipSync(sound).toString().split('\n');
    const changed = (change: (lines: string[]) => string[]) => gzipSync(change([...lines]).join('\n'));
    const broken = [
      ...[0, 1, 20, sound.length - 1].map((length) => sound.subarray(0, length)),
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
      expect(await restoreBackup(tools, { path, keepOldAt: join(folder, 'old') })).toMatchObject({
        ...{ ok: false, error: { code: 'backup.damaged' } },
      });
    }
    expect(await rowsOf(database)).toEqual(['first']);
    expect(readdirSync(folder)).toEqual(['a.backup.gz']);
  });

  test('that says what no database or folder of ours holds is refused, and nothing is touched', async () => {
    await using database = await open();
    const { writer, files, backupTools: tools } = openSite(database);
    unwrap(await writer.savePost({ locale: 'en', title: 'First' }));
    const folder = temporaryFolder();
    const path = join(folder, 'a.backup.gz');
    const slug = { slug: 'a', names: { en: 'A' } };
    for (const line of [
      ...[
        { table: 'pg_authid', row: { rolname: 'x' } },
        { table: 'tag', row: {} },
        { table: 'tag', row: 'x' },
      ],
      ...[
        { table: 'tag', row: { ...slug, 'x"; drop table post; --': 1 } },
        { table: 'tag', row: { slug: 'a\0' } },
      ],
      ...[
        { table: 'tag', row: { ...slug, created_at: '0000-01-01' } },
        { table: 'tag', row: { slug: 'a' } },
      ],
      ...[
        { file: '../x', bytes: 'eA==' },
        { file: '/tmp/x', bytes: 'eA==' },
        { file: 'a', bytes: null },
      ],
    ]) {
      await writeLines(path, async (sink) => {
        await sink.line({ unspool: 'backup', version: 1, migration: latestMigration().tag });
        await sink.line(line);
        await sink.line({ rows: { rows: 1, hash: '0' } });
      });
      expect([line, await restoreBackup(tools, { path, keepOldAt: join(folder, 'old') })]).toMatchObject([
        ...[line, { ok: false, error: { code: 'backup.damaged' } }],
      ]);
    }
    expect(await rowsOf(database)).toEqual(['first']);
    expect(await files.list()).toEqual([]);
  });

  test('of a newer version is refused', async () => {
    await using database = await open();
    const { backupTools: tools } = openSite(database);
    const path = join(temporaryFolder(), 'a.backup.gz');
    await writeLines(path, async (sink) => {
      await sink.line({ unspool: 'backup', version: 1, migration: '9999_future' });
      await sink.line({ rows: { rows: 0, hash: '0' } });
    });
    expect(await restoreBackup(tools, { path, keepOldAt: null })).toMatchObject({
      error: { code: 'backup.newer' },
    });
  });
});

test('where it can not be written there is no file, also no part of one', async () => {
  const folder = temporaryFolder();
  await expect(
    writeLines(join(folder, 'a'), async (sink) => {
      await sink.line({ a: 1 });
      throw new Error('the database is gone');
    }),
  ).rejects.toThrow('the database is gone');
  expect(readdirSync(folder)).toEqual([]);
});
