import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLicenses } from '../licences.ts';

const licenseFile = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/** Licenses of the production packages with their texts, which the build contains without them. */
export function formatLicenseTexts(): string {
  const packages = readLicenses().filter(({ lockPath }) => existsSync(lockPath));
  return packages
    .map(({ name, version, license, lockPath }) => {
      const texts = readdirSync(lockPath)
        .filter((file) => licenseFile.test(file))
        .toSorted()
        .map((file) => readFileSync(join(lockPath, file), 'utf8').trim());
      return [`${name} ${version} (${license})`, ...texts].join('\n\n');
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n');
}
