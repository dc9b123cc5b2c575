import { expect, test } from 'vitest';
import { toRehearsalError } from './rehearsal-failure.ts';

const backups = '/data/backups';
const failure = (fields: object) => Object.assign(new Error('Secret text'), fields);

test.each([
  ['backup.unreadable', 'EACCES', '/data/backups/a.backup.gz'],
  ['backup.unreadable', 'EPERM', '/data/backups'],
  ['storage.unwritable', 'EACCES', '/data/rehearsal/files'],
  ['storage.unwritable', 'EROFS', undefined],
  ['storage.full', 'ENOSPC', '/data/rehearsal/files'],
  ['storage.full', '53100', undefined],
  ['backup.damaged', 'EIO', undefined],
  ['rehearsal.failed', 'EMFILE', '/data/backups/a.backup.gz'],
])('is %s after %s', (code, systemCode, path) => {
  const cause = failure({ code: systemCode, path });
  expect(toRehearsalError(cause, backups)).toEqual({ code, reason: systemCode });
  expect(toRehearsalError(new Error('Secret text', { cause }), backups)).toEqual({
    code,
    reason: systemCode,
  });
});

test('has no message', () => {
  const codes = [new TypeError('Secret text'), 'Secret text'].map((error) =>
    toRehearsalError(error, backups),
  );
  expect(codes.map(({ reason }) => reason)).toEqual(['TypeError', 'string']);
});
