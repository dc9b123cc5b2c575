import { expect, test } from 'vitest';
import type { RehearsalFailure, RehearsalStatus } from '#backup/rehearsal-contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { RestoreStatusPanel } from './restore-status-panel.tsx';

const now = Date.parse('2026-11-27T12:00:00Z');
const hoursAgo = (hours: number) => now - hours * 3_600_000;
const success = { at: hoursAgo(3), backupAt: hoursAgo(4), rows: 12_345, files: 678 };
const proven: RehearsalStatus = {
  proven: success,
  failure: null,
  isRunning: false,
  isRecent: true,
  isOver: false,
  backups: 'found',
  folder: '/srv/unspool data/backups',
};
const nothing: RehearsalStatus = { ...proven, proven: null, isRecent: false };
const failed = (code: RehearsalFailure, affected = 0): RehearsalStatus => ({
  ...proven,
  failure: { at: hoursAgo(1), code, affected },
});
const backup =
  'Tested with the backup from November 27, 2026 at 8:00 AM UTC. Database rows: 12,345. Files: 678.';

const show = async (status: RehearsalStatus) => {
  const { container } = await renderComponent(<RestoreStatusPanel status={status} now={now} />);
  await expectAccessible();
  return {
    isGood: container.querySelector('.border-good') !== null,
    texts: [...container.querySelectorAll('p')].map(({ textContent }) => textContent),
  };
};

test('is green only after a recent backup was restored', async () => {
  expect(await show(proven)).toEqual({ isGood: true, texts: ['Restore proven 3 hours ago', backup] });
});

test.each<[string, RehearsalStatus, string[]]>([
  [
    'an old backup',
    { ...proven, isRecent: false, proven: { ...success, backupAt: hoursAgo(73) } },
    [
      'Restore proven 3 hours ago',
      'The tested backup was created 3 days ago. What was saved after it would be lost: create backups more often.',
      'Tested with the backup from November 24, 2026 at 11:00 AM UTC. Database rows: 12,345. Files: 678.',
    ],
  ],
  [
    'a failure after a success',
    failed('backup.damaged'),
    [
      'Restore test failed 1 hour ago',
      'The newest backup is damaged. Check the disk of the server and create another backup.',
      'Restore last proven 3 hours ago',
      backup,
    ],
  ],
  [
    'a failure without a success',
    { ...failed('files.missing', 2), proven: null, isRecent: false },
    [
      'Restore test failed 1 hour ago',
      '2 media files of this site are missing or damaged, also in the backup. Find the posts and pages where they don’t show, and upload the same files again.',
    ],
  ],
  [
    'no backup',
    { ...nothing, backups: 'none' },
    [
      'There’s no backup yet whose restore the server could test: create one below and copy it to /srv/unspool data/backups, or let the server save one there every night as docs/operations.md describes.',
    ],
  ],
  [
    'a first backup',
    nothing,
    [
      'Restore not proven yet',
      'The first test of a backup starts tonight, or within ten minutes if the backup is new.',
    ],
  ],
  ['the first test', { ...nothing, isRunning: true }, ['Restore not proven yet', 'A test is running now.']],
  [
    'backups that are elsewhere now',
    { ...proven, isRecent: false, isOver: true, backups: 'none' },
    [
      'Restore last proven 3 hours ago',
      'There’s no backup in /srv/unspool data/backups now, so the server doesn’t test any.',
      backup,
    ],
  ],
  [
    'a folder in memory',
    { ...nothing, backups: 'memory' },
    [
      'This server keeps its data folder in memory, so it can’t test backups. Restore your newest backup on another machine from time to time.',
    ],
  ],
])('says what to do about %s', async (_, status, texts) => {
  expect(await show(status)).toEqual({ isGood: false, texts });
});

test.each<RehearsalFailure>([
  'backup.newer',
  'backup.ownerless',
  'backup.unreadable',
  'database.different',
  'posts.unreadable',
  'storage.full',
  'storage.unwritable',
  'rehearsal.interrupted',
  'rehearsal.timeout',
  'rehearsal.failed',
])('says what to do about %s', async (code) => {
  const { texts } = await show(failed(code, 1));
  expect(texts[1]?.match(/[.!]/g)?.length).toBeGreaterThan(1);
});

test.each([
  ['de', 'Wiederherstellung vor 3 Stunden erfolgreich getestet'],
  ['th', 'ทดสอบการกู้คืนสำเร็จเมื่อ 3 ชั่วโมงที่ผ่านมา'],
] as const)('is in %s', async (locale, text) => {
  const screen = await renderComponent(<RestoreStatusPanel status={proven} now={now} />, { locale });
  await expect.element(screen.getByText(text)).toBeVisible();
});
