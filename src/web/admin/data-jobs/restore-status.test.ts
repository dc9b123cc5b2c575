import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Role } from '#accounts/contract.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { startAdminPages } from '#test/support/start-admin-pages.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { formatAgo } from '../figures/chart-data.ts';

test.each([
  ['en', 'Restore proven 3 hours ago'],
  ['es', 'Restauración comprobada hace 3 horas'],
  ['pt', 'Restauração comprovada há 3 horas'],
  ['fr', 'Restauration testée avec succès il y a 3 heures'],
  ['de', 'Wiederherstellung vor 3 Stunden erfolgreich getestet'],
  ['it', 'Ripristino verificato 3 ore fa'],
  ['zh', '3小时前已验证备份可恢复'],
  ['vi', 'Đã kiểm chứng việc khôi phục 3 giờ trước'],
  ['id', 'Pemulihan terbukti berhasil 3 jam yang lalu'],
  ['th', 'ทดสอบการกู้คืนสำเร็จเมื่อ 3 ชั่วโมงที่ผ่านมา'],
] as const)('a proven restore has its time in %s', (locale, text) => {
  const ago = formatAgo(locale, 3 * 3_600_000);
  expect(serverTranslator(locale)('admin.data.rehearsal_proven', { ago })).toBe(text);
});

test('both pages have the last result of all nodes, for owners only', async () => {
  const dataDir = temporaryFolder();
  await using server = await startAdminPages({ environment: { DATA_DIR: dataDir } });
  const folder = join(dataDir, 'files', 'rehearsal');
  const proven = { at: Date.now(), backupAt: Date.now(), rows: 7, files: 2 };
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'state.json'),
    JSON.stringify({ startedAt: proven.at, isRunning: false, proven, failure: null }),
  );
  const read = async (path: string, role: Role = 'owner') => {
    const response = await fetch(server.origin + path, { headers: { cookie: server.getCookie(role) } });
    return response.text();
  };
  for (const path of ['/admin/data', '/admin/start']) {
    const { loaderData } = JSON.parse(await read(path));
    expect(Object.values(loaderData)).toContainEqual(
      expect.objectContaining({
        restoreStatus: {
          proven,
          failure: null,
          isRunning: false,
          isRecent: true,
          isOver: false,
          backups: expect.any(String),
          folder: join(dataDir, 'backups'),
        },
      }),
    );
    expect(await read(path, 'editor')).not.toContain('restoreStatus');
  }
});
