// `npm run packages:check`: looks up newer releases of the sensitive packages, records them for the test that limits
// their age, and exits with 1 if one is too old.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { readLock } from './licences.ts';
import { compareVersions, type Releases } from './package-age.ts';
import { findLatePackages, listInstalled, releasesFile } from './sensitive-packages.ts';

const installed = listInstalled(readLock());
const today = new Date().toISOString().slice(0, 10);
const found = {
  checkedOn: today,
  packages: Object.fromEntries(installed.map(([name, version]) => [name, lookUpReleases(name, version)])),
};
writeFileSync(releasesFile, `${JSON.stringify(found, null, 2)}\n`);
const late = findLatePackages(installed, found, today);
for (const line of late) console.error(line);
for (const [name, version] of installed) {
  const newest = Object.keys(found.packages[name] ?? {}).at(-1);
  if (newest !== version) console.log(`${name} ${version} → ${newest}`);
}
process.exitCode = late.length > 0 ? 1 : 0;

/** Stable releases from the installed one up to the one that its authors call the latest. */
function lookUpReleases(name: string, version: string): Releases {
  const { stdout } = spawnSync('npm', ['view', name, 'time', 'dist-tags', '--json'], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  const { time, 'dist-tags': tags } = JSON.parse(stdout);
  const isOffered = (other: string) =>
    /^\d+\.\d+\.\d+$/.test(other) &&
    compareVersions(other, version) >= 0 &&
    compareVersions(other, tags.latest) <= 0;
  return Object.fromEntries(
    Object.entries<string>(time)
      .filter(([other]) => isOffered(other) || other === version)
      .toSorted(([one], [other]) => compareVersions(one, other))
      .map(([other, date]) => [other, date.slice(0, 10)]),
  );
}
