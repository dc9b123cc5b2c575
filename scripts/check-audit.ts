// `npm run audit`: reports known vulnerabilities of the dependencies, if the registry supports audits, and of the
// pinned Node, which no audit of packages lists. Also lists the sensitive packages that are too old by now; that is only an
// error when they are looked up and at a release, because an old commit must stay green.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isSafeNode } from '../src/app/node-version.ts';
import { auditNode, type NodeException } from './audit-node.ts';
import { readLock } from './licences.ts';
import { findLatePackages, listInstalled, readReleases } from './sensitive-packages.ts';

const nodeException: NodeException = {
  version: '24.21.0',
  since: '2026-11-28',
  reason:
    'The registry has no node package with the fixes. Brotli is never decoded, and the server warns at start.',
};

const counts = parseCounts(runNpm('audit', '--omit=dev', '--json'));
if (!counts) {
  console.log('The configured registry does not support audits. Nothing was checked.');
} else if (counts.high + counts.critical > 0) {
  console.error(
    `${counts.high} high and ${counts.critical} critical vulnerabilities. See npm audit --omit=dev.`,
  );
  process.exitCode = 1;
} else console.log('No known high or critical vulnerabilities in production dependencies.');

const today = new Date().toISOString().slice(0, 10);
const releases = readReleases();
console.log(
  `Releases of the sensitive packages were looked up on ${releases.checkedOn} (npm run packages:check).`,
);
for (const line of findLatePackages(listInstalled(readLock()), releases, today)) console.log(line);

const pinned: string = JSON.parse(readFileSync('package.json', 'utf8')).devDependencies.node;
const served = isSafeNode(pinned) ? null : parseJson(runNpm('view', 'node', 'versions', '--json'));
const { errors, notes } = auditNode({
  pinned,
  served: Array.isArray(served) ? served : null,
  exception: nodeException,
  today,
});
for (const note of notes) console.log(note);
for (const error of errors) console.error(error);
if (errors.length > 0) process.exitCode = 1;

function runNpm(...args: string[]): string | null {
  return spawnSync('npm', args, { encoding: 'utf8', timeout: 60_000 }).stdout;
}

function parseCounts(text: string | null): { high: number; critical: number } | null {
  const counts = parseJson(text)?.metadata?.vulnerabilities;
  return typeof counts?.high === 'number' && typeof counts?.critical === 'number' ? counts : null;
}

function parseJson(text: string | null) {
  try {
    return JSON.parse(text ?? '');
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
