import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findDisallowedLicenses, readLicenses, readLock } from './licences.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

test('every dependency has an exact version that matches the lock', () => {
  const lock = readLock();
  const dependencies: [string, string][] = Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
  });
  expect(dependencies.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  expect(dependencies.filter(([name, version]) => lock[`node_modules/${name}`]?.version !== version)).toEqual(
    [],
  );
});

test('no production dependency has an install script', () => {
  const withInstallScript = Object.entries(readLock()).filter(([, entry]) => entry.hasInstallScript);
  expect(withInstallScript.filter(([, entry]) => !entry.dev)).toEqual([]);
  // `node` downloads the runtime of the npm scripts. The script of `vnu-jar` is not allowed to run.
  expect(withInstallScript.map(([lockPath]) => lockPath)).toEqual([
    'node_modules/node',
    'node_modules/vnu-jar',
  ]);
  expect(manifest.allowScripts).toEqual({ node: true });
});

test('every production dependency has an allowed license', () => {
  const packages = readLicenses();
  expect(packages.length).toBeGreaterThan(100);
  expect(findDisallowedLicenses(packages)).toEqual([]);
});

test('finds licenses that are not allowed', () => {
  const countDisallowed = (license: string, name = 'x') =>
    findDisallowedLicenses([{ name, version: '1.0.0', license }]).length;
  expect(
    ['GPL-3.0', 'unknown', 'MIT AND GPL-3.0', 'LGPL-3.0-or-later'].map((license) => countDisallowed(license)),
  ).toEqual([1, 1, 1, 1]);
  expect(['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC'].map((license) => countDisallowed(license))).toEqual([
    0, 0, 0,
  ]);
  expect(countDisallowed('LGPL-3.0-or-later', '@img/sharp-libvips-linux-x64')).toBe(0);
});

const secret =
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\n[A-Za-z0-9+/=\n]{100}|\bAKIA[0-9A-Z]{16}\b|\bsk-(?:(?:proj|ant|svcacct)-[A-Za-z0-9_-]{40,}|[A-Za-z0-9]{40,})|\bgh[pousr]_[A-Za-z0-9]{36}\b|\bxox[abprs]-[0-9A-Za-z-]{20,}|\bAIza[0-9A-Za-z_-]{35}\b|\bnpm_[A-Za-z0-9]{36}\b/g;

test('no line in the git history contains a key', () => {
  const options = { encoding: 'utf8', maxBuffer: 1_000_000_000 } as const;
  const history = execFileSync(
    'git',
    ['log', '-p', '--no-color', '--unified=0', '--', '.', ':!package-lock.json'],
    options,
  );
  expect(history.length).toBeGreaterThan(0);
  expect([...history.matchAll(secret)].map(([found]) => `${found.slice(0, 12)}…`)).toEqual([]);
}, 60_000);

test('the pattern matches keys', () => {
  const keys = [`ghp_${'a1'.repeat(18)}`, `sk-proj-${'b2'.repeat(20)}`, `AKIA${'A1'.repeat(8)}`];
  expect(keys.map((key) => `x = "${key}"`.match(secret)?.length)).toEqual([1, 1, 1]);
});
