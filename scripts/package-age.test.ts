import { expect, test } from 'vitest';
import { readLock } from './licences.ts';
import { checkPackageAge, type PackageException } from './package-age.ts';
import { findLatePackages, listInstalled, readReleases, sensitivePackages } from './sensitive-packages.ts';

const check = (installed: string, today: string, exceptions: PackageException[] = []) =>
  checkPackageAge({
    name: 'x',
    installed,
    releases: { '8.9.1': '2026-10-01', '8.9.2': '2026-11-01', '8.10.0': '2026-11-10', '9.0.0': '2026-11-20' },
    today,
    exceptions,
  });
const exception = { name: 'x', version: '8.9.1', until: '2026-11-30', reason: 'why' };

test('a package may be 14 days behind in its line, counted from the first release that was left out', () => {
  expect(check('8.9.1', '2026-11-15')).toBeNull();
  expect(check('8.9.1', '2026-11-16')).toBe('x 8.9.1 is 15 days behind 8.10.0; 14 are allowed.');
  expect(check('8.9.2', '2026-11-24')).toBeNull();
  expect(check('8.9.2', '2026-11-25')).toMatch(/15 days behind 8\.10\.0/);
});

test('another major version may be 90 days old', () => {
  expect(check('8.10.0', '2027-02-18')).toBeNull();
  expect(check('8.10.0', '2027-02-19')).toMatch(/91 days behind 9\.0\.0; 90/);
  expect(check('9.0.0', '2030-01-01')).toBeNull();
});

test('the minor version of 0.x counts as a line', () => {
  const releases = { '0.9.0': '2026-01-01', '0.10.0': '2026-11-01', '0.10.1': '2026-11-02' };
  const ages = ['0.9.0', '0.10.0'].map((installed) =>
    checkPackageAge({ name: 'x', installed, releases, today: '2026-12-01', exceptions: [] }),
  );
  expect(ages).toEqual([null, 'x 0.10.0 is 29 days behind 0.10.1; 14 are allowed.']);
});

test('an exception counts for one version, until its date, and only while it is needed', () => {
  expect(check('8.9.1', '2026-11-30', [exception])).toBeNull();
  expect(check('8.9.1', '2026-12-01', [exception])).toMatch(/30 days behind/);
  expect(check('8.9.2', '2026-11-30', [exception])).toMatch(/20 days behind/);
  expect(check('9.0.0', '2026-11-30', [exception])).toBe('x is current. Remove its exception.');
});

test('a version that nobody looked up is an error', () => {
  expect(check('8.9.9', '2026-11-01')).toMatch(/never looked up/);
});

test('finds each production copy of a sensitive package', () => {
  const lock = {
    '': {},
    'node_modules/undici': { version: '8.0.0' },
    'node_modules/a/node_modules/undici': { version: '7.0.0' },
    'node_modules/b/node_modules/undici': { version: '6.0.0', dev: true },
    'node_modules/c': { version: '1.0.0' },
  };
  expect(listInstalled(lock)).toEqual([
    ['undici', '8.0.0'],
    ['undici', '7.0.0'],
  ]);
});

// With the date of the last lookup, so that an old commit stays green.
test('no sensitive package was too old when their releases were last looked up', () => {
  const installed = listInstalled(readLock());
  expect(installed.map(([name]) => name).toSorted()).toEqual(sensitivePackages.toSorted());
  const releases = readReleases();
  expect(findLatePackages(installed, releases, releases.checkedOn)).toEqual([]);
});
