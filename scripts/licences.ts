// `npm run licences`: lists the dependencies by license. Exits with 1 if a license is not allowed.
import { findDisallowedLicenses, readLicenses } from './read-licences.ts';

const packages = readLicenses();
for (const [license, all] of [...Map.groupBy(packages, (pkg) => pkg.license)].toSorted())
  console.log(`${license}\n  ${all.map(({ name, version }) => `${name} ${version}`).join('\n  ')}`);
const disallowed = findDisallowedLicenses(packages);
if (disallowed.length > 0) {
  console.error(
    `Licenses not allowed by scripts/read-licences.ts: ${disallowed.map(({ name }) => name).join(', ')}`,
  );
  process.exitCode = 1;
}
