import { readFileSync } from 'node:fs';

export interface LicencedPackage {
  name: string;
  version: string;
  licence: string;
}

/** What may be part of the product. The libraries of sharp are LGPL and stay files of their own, which may be replaced. */
const allowed = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['Unlicense', 'CC0-1.0', 'MPL-2.0'],
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

/** Everything that is installed where the product runs, its own dependencies' too. */
export function readLicences(): LicencedPackage[] {
  return Object.entries(readLock())
    .filter(([place, entry]) => place !== '' && !entry.dev)
    .map(([place, entry]) => ({
      name: place.replace(/^.*node_modules\//, ''),
      version: entry.version ?? '',
      licence: entry.license ?? (entry.optional ? licenceOfSibling(place) : 'none given'),
    }));
}

/** Of a package for another platform the lock may know the name alone: it is part of one that is here. */
function licenceOfSibling(place: string): string {
  const family = place.replace(/^(.*node_modules\/(?:@[^/]+\/)?[a-z0-9]+).*$/, '$1');
  const known = Object.entries(readLock()).find(
    ([other, { license }]) => other.startsWith(family) && license,
  );
  return known?.[1].license ?? 'none given';
}

export function refusedLicences(packages: readonly LicencedPackage[]): LicencedPackage[] {
  return packages.filter(({ name, licence }) => !isAllowed(licence, name));
}

/** One of several to choose from has to be allowed, or all of those that hold together. */
function isAllowed(licence: string, name: string): boolean {
  const one = (id: string) => allowed.has(id) || (id === 'LGPL-3.0-or-later' && replaceable.test(name));
  const plain = licence.replaceAll(/[()]/g, '');
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((id) => one(id.trim())));
}
