import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readLicences, readLock, refusedLicences } from './read-licences.ts';

const own = JSON.parse(readFileSync('package.json', 'utf8'));

test('every version is exact, and is what the lock has', () => {
  const lock = readLock();
  const asked: [string, string][] = Object.entries({ ...own.dependencies, ...own.devDependencies });
  expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  expect(asked.filter(([name, version]) => lock[`node_modules/${name}`]?.version !== version)).toEqual([]);
});

test('no package the product runs on needs a script to be installed', () => {
  const scripted = Object.entries(readLock()).filter(([, entry]) => entry.hasInstallScript);
  expect(scripted.filter(([, entry]) => !entry.dev)).toEqual([]);
  // `node` fetches the runtime of the npm scripts; the other is not let run its own.
  expect(scripted.map(([place]) => place)).toEqual(['node_modules/node', 'node_modules/vnu-jar']);
  expect(own.allowScripts).toEqual({ node: true });
});

test('every package the product runs on has a licence of the list', () => {
  const packages = readLicences();
  expect(packages.length).toBeGreaterThan(100);
  expect(refusedLicences(packages)).toEqual([]);
});

test('a licence that is not in the list would be noticed', () => {
  const of = (licence: string, name = 'x') => refusedLicences([{ name, version: '1.0.0', licence }]).length;
  expect(['GPL-3.0', 'none given', 'MIT AND GPL-3.0', 'LGPL-3.0-or-later'].map((one) => of(one))).toEqual([
    1, 1, 1, 1,
  ]);
  expect(['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC'].map((one) => of(one))).toEqual([0, 0, 0]);
  expect(of('LGPL-3.0-or-later', '@img/sharp-libvips-linux-x64')).toBe(0);
});

/** Keys as the usual services write them, and private keys. */
const secret =
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\n[A-Za-z0-9+/=\n]{100}|\bAKIA[0-9A-Z]{16}\b|\bsk-(?:(?:proj|ant|svcacct)-[A-Za-z0-9_-]{40,}|[A-Za-z0-9]{40,})|\bgh[pousr]_[A-Za-z0-9]{36}\b|\bxox[abprs]-[0-9A-Za-z-]{20,}|\bAIza[0-9A-Za-z_-]{35}\b|\bnpm_[A-Za-z0-9]{36}\b/g;

test('no line that was ever added to the history holds a key', () => {
  const options = { encoding: 'utf8', maxBuffer: 1_000_000_000 } as const;
  const history = execFileSync(
    'git',
    ['log', '-p', '--no-color', '--unified=0', '--', '.', ':!package-lock.json'],
    options,
  );
  expect(history.length).toBeGreaterThan(0);
  expect([...history.matchAll(secret)].map(([found]) => `${found.slice(0, 12)}…`)).toEqual([]);
}, 60_000);

test('a key would be noticed', () => {
  const keys = [`ghp_${'a1'.repeat(18)}`, `sk-proj-${'b2'.repeat(20)}`, `AKIA${'A1'.repeat(8)}`];
  expect(keys.map((key) => `x = "${key}"`.match(secret)?.length)).toEqual([1, 1, 1]);
});
