// `npm run licences`: lists the dependencies by license. Exits with 1 if a license is not allowed.
import { readFileSync } from 'node:fs';

interface LicensedPackage {
  name: string;
  version: string;
  license: string;
}

interface LockedPackage extends LicensedPackage {
  lockPath: string;
}

/** Sharp's LGPL libraries are allowed too: they stay separate files that a user can replace. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'MPL-2.0',
]);
const replaceable = /^@img\/sharp-/;

interface LockEntry {
  version?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
}

export function readLock(): Record<string, LockEntry> {
  return JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
}

export function readLicenses(): LockedPackage[] {
  return Object.entries(readLock())
    .filter(([lockPath, entry]) => lockPath !== '' && !entry.dev)
    .map(([lockPath, entry]) => ({
      lockPath,
      name: lockPath.replace(/^.*node_modules\//, ''),
      version: entry.version ?? '',
      license: entry.license ?? (entry.optional ? findSiblingLicense(lockPath) : 'unknown'),
    }));
}

/** The lock may lack the license of a package for another platform: use that of its family. */
function findSiblingLicense(lockPath: string): string {
  const family = lockPath.replace(/^(.*node_modules\/(?:@[^/]+\/)?[a-z0-9]+).*$/, '$1');
  const known = Object.entries(readLock()).find(
    ([other, { license }]) => other.startsWith(family) && license,
  );
  return known?.[1].license ?? 'unknown';
}

export function findDisallowedLicenses(packages: readonly LicensedPackage[]): LicensedPackage[] {
  return packages.filter(({ name, license }) => !isAllowed(license, name));
}

/** Supports SPDX expressions with OR and AND, without nesting. */
function isAllowed(license: string, name: string): boolean {
  const isAllowedId = (id: string) =>
    allowed.has(id) || (id === 'LGPL-3.0-or-later' && replaceable.test(name));
  const plain = license.replaceAll(/[()]/g, '');
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((id) => isAllowedId(id.trim())));
}

if (import.meta.main) {
  const packages = readLicenses();
  for (const [license, all] of [...Map.groupBy(packages, (pkg) => pkg.license)].toSorted())
    console.log(`${license}\n  ${all.map(({ name, version }) => `${name} ${version}`).join('\n  ')}`);
  const disallowed = findDisallowedLicenses(packages);
  if (disallowed.length > 0) {
    console.error(
      `Licenses not allowed by scripts/licences.ts: ${disallowed.map(({ name }) => name).join(', ')}`,
    );
    process.exitCode = 1;
  }
}
