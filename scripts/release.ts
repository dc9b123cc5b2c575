// `npm run release`: builds, and writes the files of a release to `release/`: archive, checksums, SBOM, licenses, notes.
// It uploads nothing. With --dry-run, it only reports what a release is not ready for.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { safeNodeVersions } from '../src/app/node-version.ts';
import { readLock } from './licences.ts';
import { findReleaseProblems } from './release/check-release.ts';
import { createArchive } from './release/create-archive.ts';
import { createSbom } from './release/create-sbom.ts';
import { formatNotes } from './release/format-notes.ts';
import { formatLicenseTexts } from './release/license-texts.ts';
import { findLatePackages, listInstalled, readReleases } from './sensitive-packages.ts';

const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    // For tests: takes the build as it is.
    'no-build': { type: 'boolean', default: false },
    folder: { type: 'string', default: 'release' },
  },
});
const { folder } = values;
const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

const today = new Date().toISOString().slice(0, 10);
const releases = readReleases();
const problems = findReleaseProblems({
  version,
  changes: git('status', '--porcelain'),
  tags: git('tag', '--points-at', 'HEAD').split('\n'),
  securityPolicy: readFileSync('SECURITY.md', 'utf8'),
  latePackages: findLatePackages(listInstalled(readLock()), releases, today),
  checkedOn: releases.checkedOn,
  today,
});
for (const problem of problems) console.error(`${values['dry-run'] ? 'Not ready: ' : ''}${problem}`);
if (problems.length > 0 && !values['dry-run']) process.exit(1);

if (!values['no-build']) {
  rmSync('build', { recursive: true, force: true });
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const modified = Number(git('log', '-1', '--format=%ct'));
const name = `unspool-${version}-${process.platform}-${process.arch}`;
const licenses = formatLicenseTexts();
const notes = formatNotes({
  version,
  commit: git('rev-parse', 'HEAD'),
  name,
  lowestNode: safeNodeVersions.lowest,
  node: process.versions.node,
  npm: execFileSync('npm', ['--version'], { encoding: 'utf8' }).trim(),
  changes: listChanges(),
});
writeFileSync(join(folder, `${name}.licenses.txt`), licenses);
writeFileSync(join(folder, `${name}.notes.md`), notes);
writeFileSync(join(folder, `${name}.cdx.json`), createSbom(modified));
createArchive({ name, folder, modified, texts: { 'THIRD-PARTY-LICENSES.txt': licenses, 'NOTES.md': notes } });
writeFileSync(join(folder, `${name}.sha256`), formatChecksums());
console.log(`${folder}/ has ${readdirSync(folder).toSorted().join(', ')}`);

/** Subjects of the commits since the previous tag. */
function listChanges(): string[] | null {
  const tags = git('tag', '--merged', 'HEAD~1', '--sort=-creatordate', 'v*').split('\n');
  return tags[0] ? git('log', '--format=%s', `${tags[0]}..HEAD`).split('\n') : null;
}

function formatChecksums(): string {
  const lines = readdirSync(folder)
    .toSorted()
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, file)))
          .digest('hex')}  ${file}\n`,
    );
  return lines.join('');
}
